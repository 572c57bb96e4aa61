/** What capture kept by itself, told once and in a line. */

import { counted } from "../text/counted.ts";
import type { SessionState } from "../trail/session-state.ts";
import type { Around } from "./moment.ts";

type News = SessionState["kept"];

/** In few words, for a session's own context; the log has the names. */
export function newsInShort({ memories, waiting }: News): string {
  return `Cairn kept ${memories.length}${waiting === 0 ? "" : `, left ${waiting} for review`}.`;
}

export function isNews({ memories, waiting }: News): boolean {
  return memories.length > 0 || waiting > 0;
}

function newsInWords({ memories, waiting }: News): string {
  const kept = memories.length === 0 ? [] : [`kept ${memories.join(", ")}`];
  const left = waiting === 0 ? [] : [`left ${counted(waiting, "draft")} for review`];
  return `Cairn ${[...kept, ...left].join(" and ")} of what was settled; cairn review --log says why, undo takes it back.`;
}

/** Once, for who is to know. */
export function captureNews({ cairn, trail, at }: Around): string {
  const { kept } = trail.state();
  if (!isNews(kept)) return "";
  trail.append({ is: "kept", at, memories: [], waiting: 0 });
  return cairn.settings.get("notify.capture") === "silent" ? "" : newsInWords(kept);
}
