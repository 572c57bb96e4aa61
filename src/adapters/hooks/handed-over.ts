/** What the launcher of a process knows that the program it runs has to know: which build this is, what was read of the input. */

export const INPUT = { maxBytes: 8_000_000, waitMs: 2_000 };

/** The launcher and the bundle it runs share nothing but the process. */
const PLACE = Symbol.for("cairn.launched");
const shared = globalThis as { [PLACE]?: { program?: string; payload?: string } };

export function noteProgram(program: string): void {
  shared[PLACE] = { ...shared[PLACE], program };
}

export function notePayload(payload: string): void {
  shared[PLACE] = { ...shared[PLACE], payload };
}

/** Tells one build from another; sources that are run as they are have no such name. */
export function programNow(): string {
  return shared[PLACE]?.program ?? "source";
}

export function payloadRead(): string | undefined {
  return shared[PLACE]?.payload;
}
