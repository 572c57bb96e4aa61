/** Work the host does not wait for: as much of it as its patience allows is done before the answer, the rest goes on behind it. */

import { setTimeout as pause } from "node:timers/promises";
import type { Around } from "./moment.ts";

/** A hook waits no longer for a lock. */
export const HOOK_MS = 250;
/** At a session's end the host gives its hooks a second and a half in all. */
export const END_MS = 900;

/** Whatever goes wrong is noted where `doctor` looks. */
export async function inTime({ cairn }: Pick<Around, "cairn">, what: string, work: Promise<unknown>, ms: number) {
  void work.catch((error: unknown) => cairn.sessions.quietly(what, () => Promise.reject(error)));
  await Promise.race([work.catch(() => {}), pause(ms, undefined, { ref: false })]);
}
