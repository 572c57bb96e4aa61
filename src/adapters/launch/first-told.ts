/** A session's start told from its page, before the program is loaded. */

import { readInput } from "../../disk/input.ts";
import { toldFromPage } from "../../session/told-from-page.ts";
import { plainOutput } from "../cli/plain-output.ts";
import { INPUT, notePayload, programNow } from "../hooks/handed-over.ts";
import { standingNow } from "./standpoint.ts";

/** False is a miss: then nothing was done but reading the input, which is handed on. */
export function isTold(): boolean {
  const payload = readInput(INPUT);
  notePayload(payload);
  const text = toldFromPage(payload, { ...standingNow(), program: programNow() });
  if (text === undefined) return false;
  plainOutput(1, () => process.stdout).write(text, () => {});
  return true;
}
