/** One operation with an input that is known to be valid, answered without the schemas that would check it. */

import { type Cairn, openCairn } from "../../cairn.ts";
import { CairnError } from "../../model/error.ts";
import { type Doing, outcomeOf, redacted } from "../../operations/operation.ts";
import { isLeft } from "./leaving.ts";
import { Screen } from "./screen.ts";
import { openOptions, thisProcess, tidyUp } from "./world.ts";

/**
 * Resolves to the exit code when everything is written; to none where the small program that this may be part of has not
 * all it takes: then nothing was said, and the whole program answers. What is left to tidy after an answer, `tidy.ts` tidies.
 */
export async function answeredPlainly<I, O extends object>(doing: Doing<I, O>, input: I): Promise<number | undefined> {
  const screen = new Screen(thisProcess, { json: thisProcess.argv.includes("--json"), plain: false });
  let code: number | undefined;
  try {
    const cairn = await openCairn(openOptions(thisProcess, { globals: {} }, screen));
    try {
      code = await answered(screen, doing, input, cairn);
    } finally {
      if (!isLeft()) await tidyUp(cairn);
    }
  } catch (error) {
    if (isLeft()) return code;
    return error instanceof CairnError ? screen.refuse(redacted(error)) : screen.bug(error);
  }
  return code;
}

async function answered<I, O extends object>(screen: Screen, doing: Doing<I, O>, input: I, cairn: Cairn) {
  const outcome = await outcomeOf(doing, input, cairn);
  if (isLeft()) return undefined;
  return outcome.ok ? screen.answer(outcome.text, outcome.output) : screen.refuse(outcome.error);
}
