/** Does a prompt go on with a session, or open it? One that goes on runs other code, too, which is kept apart. Loaded before the program is. */

import { join } from "node:path";
import { readFileAt } from "../disk/files.ts";
import { jsonObjectFrom } from "../text/json.ts";

const MAX_BYTES = 1_000_000;
const CLOSED = '"is":"close"';

/** By the words of its trail alone; a wrong guess costs a few milliseconds and nothing else. */
export function goesOn(home: string | undefined, host: string, payload: string): boolean {
  const session = jsonObjectFrom(payload)?.["session_id"];
  if (home === undefined || typeof session !== "string" || !/^[\w-]{1,80}$/.test(session)) return false;
  try {
    return readFileAt(join(home, "sessions", `${host}-${session}.jsonl`), MAX_BYTES)?.includes(CLOSED) ?? false;
  } catch {
    return false; // unreadable: then the program finds out, and says so
  }
}
