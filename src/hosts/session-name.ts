/** The session a process belongs to, as the host names it in the environment. */

import { isHarmless } from "../guard/harmless.ts";
import { redact } from "../guard/redact.ts";
import type { Environment } from "./host.ts";
import { hosts } from "./registry.ts";

const LONGEST = 200;

/** What is not such a name may be anything, and goes into files and the history. */
export function sessionIn(env: Environment): { session?: string } {
  const names = [...hosts().flatMap(({ environment }) => environment.session), "CAIRN_SESSION"];
  const given = names.map((name) => env[name]).find((value) => value !== undefined && value !== "");
  if (given === undefined) return {};
  return { session: isHarmless(given) ? given : redact(given).text.slice(0, LONGEST) };
}
