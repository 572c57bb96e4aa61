/** LoCoMo: one collection for each conversation, asked for turns and for sessions. */

import type { Searcher } from "../../src/search/rank/searcher.ts";
import { Library } from "../real-root/library.ts";
import { groupPath, turnName } from "./found-names.ts";
import type { LocomoConversation } from "./shapes.ts";
import { everything, type Task } from "./task.ts";
import { locomoPath, locomoSessions, locomoText, locomoUnits } from "./units.ts";

const categories = ["", "multi-hop", "temporal", "open-domain", "single-hop", "adversarial"];
const ADVERSARIAL = 5;

export function locomoTasks(conversation: LocomoConversation): Task[] {
  return Library.in((library) => {
    for (const unit of locomoUnits(conversation)) library.dialogues.add(unit);
    return tasksWith(conversation, library.searcher());
  });
}

function tasksWith(conversation: LocomoConversation, searcher: Searcher): Task[] {
  const sessions = locomoSessions(conversation);
  const turns = sessions.flatMap(({ number, turns }) =>
    turns.map((turn, i) => ({ turn, name: `${locomoPath(number)}#${i}` })),
  );
  const nameOf = new Map(turns.map(({ turn, name }) => [turn.dia_id, name]));
  const asked = conversation.qa.flatMap(({ question, evidence, category }) => {
    const wanted = [...new Set((evidence ?? []).flatMap(evidenceIds))].flatMap((id) => nameOf.get(id) ?? []);
    const name = categories[category] ?? String(category);
    const ask = { text: question, category: name, counts: category !== ADVERSARIAL, wanted, seen: everything };
    return wanted.length === 0 ? [] : [ask];
  });
  return [
    {
      set: "locomo",
      unit: "turn",
      texts: turns.map(({ turn, name }) => ({ name, text: `${turn.speaker}: ${locomoText(turn)}` })),
      asks: asked.map((ask) => ({
        ...ask,
        found: searcher.leaves(searcher.question(ask.text), "turn").hits.map(turnName),
      })),
    },
    {
      set: "locomo",
      unit: "session",
      texts: sessions.map(({ number, turns }) => ({
        name: locomoPath(number),
        text: turns.map(locomoText).join("\n"),
      })),
      asks: asked.map((ask) => ({
        ...ask,
        wanted: [...new Set(ask.wanted.map((name) => name.split("#")[0]!))],
        found: searcher.groups(searcher.question(ask.text)).hits.map(groupPath),
      })),
    },
  ];
}

/** Some hold several ids in one string, or a number with a zero before it. */
function evidenceIds(text: string): string[] {
  return [...text.matchAll(/D(\d+):0*(\d+)/g)].map(([, session, turn]) => `D${session}:${turn}`);
}
