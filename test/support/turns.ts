/** Turns of a session, written as one would tell it. */

import type { ToolCall, Turn } from "../../src/transcripts/turn.ts";

let made = 0;

export function person(text: string): Turn {
  return { by: "person", text, from: made++ };
}

export function agent(text: string, ...uses: readonly ToolCall[]): Turn {
  return { by: "agent", text, from: made++, ...(uses.length === 0 ? {} : { uses }) };
}

export function ran(id: string, command: string): ToolCall {
  return { id, tool: "Bash", input: { command } };
}

export function edited(id: string, path: string): ToolCall {
  return { id, tool: "Edit", input: { file_path: path, old_string: "a", new_string: "b" } };
}

function read(id: string): ToolCall {
  return { id, tool: "Read", input: { file_path: `/home/me/shop/src/${id}.ts` } };
}

export function printed(of: string, text: string, isError = false): Turn {
  return { by: "tool", text, from: made++, result: { of, isError, size: text.length } };
}

/** A session in which something of every kind was said, mended or done. */
export const richSession: readonly Turn[] = [
  person("Please make the nightly import of the warehouse survive a restart of the queue."),
  agent("I'll look at the importer.", read("r1"), read("r2"), read("r3"), ran("c1", "npm test -- importer")),
  printed("c1", "FAIL importer\nError: ECONNREFUSED 127.0.0.1:6379\n  at Socket.connect", true),
  agent(
    "The failure was caused by the queue client connecting before Redis has loaded its snapshot. Fixed the importer by waiting for the ready event before the first job.",
    edited("e1", "/home/me/shop/src/importer.ts"),
    ran("c2", "npm test -- importer"),
  ),
  printed("c2", "PASS importer (12 tests)"),
  agent("Done: the importer in `src/importer.ts` now waits for the ready event and all 12 tests pass."),
  person("We decided to use Redis streams instead of lists because consumers must be able to replay a day."),
  agent("Understood.", edited("e2", "/home/me/shop/src/queue.ts")),
  printed("e2", "ok"),
  agent("Replaced the lists with streams in `src/queue.ts`; the consumers were updated too."),
  person("From now on, always write migration scripts in SQL, never in JavaScript."),
  agent("The managed plan does not support Redis modules, so search must stay in Postgres."),
  person(
    "We leave the retry logic as it is for now because the vendor changes its API in March; that is technical debt.",
  ),
  agent("All jobs are now restarted after a crash, and the import was verified with `npm run import -- --dry-run`."),
];

/** For a scribe that reads the turns themselves. */
export function unread(): never {
  throw new Error("No model is asked here.");
}
