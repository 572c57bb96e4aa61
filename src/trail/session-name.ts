/** The session a process belongs to, as the host names it in the environment. */

import { redact } from "../guard/redact.ts";

const SESSION_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONGEST = 200;

/** What is not such a name may be anything, and goes into files and the history. */
export function sessionIn(env: Readonly<Record<string, string | undefined>>): { session?: string } {
  const given = env["CLAUDE_CODE_SESSION_ID"] || env["CAIRN_SESSION"];
  if (!given) return {};
  return { session: SESSION_NAME.test(given) ? given : redact(given).text.slice(0, LONGEST) };
}
