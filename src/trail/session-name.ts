/** The session a process belongs to, as the host names it in the environment. */

import { isHarmless } from "../guard/harmless.ts";
import { redact } from "../guard/redact.ts";

const LONGEST = 200;

/** What is not such a name may be anything, and goes into files and the history. */
export function sessionIn(env: Readonly<Record<string, string | undefined>>): { session?: string } {
  const given = env["CLAUDE_CODE_SESSION_ID"] || env["CAIRN_SESSION"];
  if (!given) return {};
  return { session: isHarmless(given) ? given : redact(given).text.slice(0, LONGEST) };
}
