/** DevMemBench: coding sessions of one project, asked for whole sessions. Questions without an answer count apart. */

import { Library } from "../real-root/library.ts";
import { groupPath } from "./found-names.ts";
import type { Sets } from "./shapes.ts";
import { everything, type Task } from "./task.ts";
import { devPath, devUnits } from "./units.ts";

export function devTask({ sessions, questions }: Sets["devmembench"][number]): Task {
  return Library.in((library) => {
    for (const unit of devUnits(sessions)) library.dialogues.add(unit);
    const searcher = library.searcher();
    return {
      set: "devmembench",
      unit: "session",
      texts: sessions.map(({ sessionId, messages }) => ({
        name: devPath(sessionId),
        text: messages.map(({ content }) => content).join("\n"),
      })),
      asks: questions.map(({ question, questionType, haystackSessionIds }) => ({
        text: question,
        category: questionType,
        counts: questionType !== "abstention" && haystackSessionIds.length > 0,
        wanted: haystackSessionIds.map(devPath),
        seen: everything,
        found: searcher.groups(searcher.question(question)).hits.map(groupPath),
      })),
    };
  });
}
