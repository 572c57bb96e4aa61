/** A session's start told from its page, before the program is loaded. */

import { readInput } from "../../disk/input.ts";
import { toldFromPage } from "../../session/told-from-page.ts";
import { plainOutput } from "../cli/plain-output.ts";
import { INPUT, notePayload, programNow } from "../hooks/handed-over.ts";

/** False is a miss: then nothing was done but reading the input, which is handed on. */
export function isTold(home: () => string | undefined): boolean {
  const payload = readInput(INPUT);
  notePayload(payload);
  const text = toldFromPage(payload, { home: home(), program: programNow() });
  if (text === undefined) return false;
  plainOutput(1, () => process.stdout).write(text, () => {});
  return true;
}
