/** A session's start told from its page, before the program is loaded. */

import { readInput } from "../../disk/input.ts";
import { toldFromPage } from "../../session/told-from-page.ts";
import { plainOutput } from "../cli/plain-output.ts";
import { INPUT, notePayload, payloadRead, programNow } from "../hooks/handed-over.ts";
import { standingNow } from "./standpoint.ts";

/** What the host hands over, read once and handed on. */
export function payloadNow(): string {
  const known = payloadRead();
  if (known !== undefined) return known;
  const payload = readInput(INPUT);
  notePayload(payload);
  return payload;
}

/** False is a miss: then nothing was done but reading the input, which is handed on. */
export function isTold(): boolean {
  const text = toldFromPage(payloadNow(), { ...standingNow(), program: programNow() });
  if (text === undefined) return false;
  plainOutput(1, () => process.stdout).write(text, () => {});
  return true;
}
