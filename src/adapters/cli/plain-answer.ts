/** One operation with an input that is known to be valid, answered without the schemas that would check it. */

import { openCairn } from "../../cairn.ts";
import { CairnError } from "../../model/error.ts";
import { type Doing, outcomeOf, redacted } from "../../operations/operation.ts";
import { Screen } from "./screen.ts";
import { openOptions, thisProcess, tidyUp } from "./world.ts";

/** Resolves to the exit code when everything is written. */
export async function answeredPlainly<I, O extends object>(doing: Doing<I, O>, input: I): Promise<number> {
  const screen = new Screen(thisProcess, { json: thisProcess.argv.includes("--json"), plain: false });
  try {
    const cairn = await openCairn(openOptions(thisProcess, { globals: {} }, screen));
    try {
      const outcome = await outcomeOf(doing, input, cairn);
      return outcome.ok ? await screen.answer(outcome.text, outcome.output) : await screen.refuse(outcome.error);
    } finally {
      await tidyUp(cairn);
    }
  } catch (error) {
    return error instanceof CairnError ? screen.refuse(redacted(error)) : screen.bug(error);
  }
}
