/** Lines that repeat what others wrote, their titles and the names of their files: an agent gets them quoted. Pure. */

import { envelope } from "../guard/envelope.ts";
import { type Caller, isOfAgent } from "../model/trust.ts";

export function othersLines(lines: readonly string[], layout: string, caller: Caller): readonly string[] {
  if (lines.length === 0 || !isOfAgent(caller)) return lines;
  return [envelope([{ about: { store: layout }, text: lines.join("\n") }])];
}
