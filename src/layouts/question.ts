/** What a layout is told of the project it reads for, and of what it writes. */

import type { Cairn } from "../cairn.ts";
import type { Memory } from "../model/memory.ts";
import { scratchFolder } from "../places/tidy-home.ts";
import type { ReadQuestion, WriteQuestion } from "./layout.ts";

export function readQuestion({ places }: Cairn): ReadQuestion {
  return {
    project: { path: places.project.path, key: places.project.key },
    scratch: scratchFolder(places.cairnHome),
  };
}

/** `memories`: all there are to tell of, also where only some are written. */
export function writeQuestion(cairn: Cairn, memories: readonly Pick<Memory, "kind">[], flat: boolean): WriteQuestion {
  const { clock, settings } = cairn;
  return {
    ...readQuestion(cairn),
    flat,
    now: clock.now(),
    summaries: memories.filter(({ kind }) => kind === "session_summary").length,
    setting: (key) => settings.get(key as never),
  };
}
