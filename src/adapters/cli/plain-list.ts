/**
 * `cairn list` as it is mostly typed, without the schemas that are most of what a command loads. What it does and says is
 * `list`'s own; whatever else is asked for goes the usual way (see `isPlainList`).
 */

import { openCairn } from "../../cairn.ts";
import { CairnError } from "../../model/error.ts";
import { listing, usualList } from "../../operations/listing.ts";
import { outcomeOf, redacted } from "../../operations/operation.ts";
import { Screen } from "./screen.ts";
import { openOptions, thisProcess, tidyUp } from "./world.ts";

async function answer(): Promise<number> {
  const screen = new Screen(thisProcess, { json: thisProcess.argv.includes("--json"), plain: false });
  try {
    const cairn = await openCairn(openOptions(thisProcess, { globals: {} }, screen));
    try {
      const outcome = await outcomeOf(listing, usualList, cairn);
      return outcome.ok ? await screen.answer(outcome.text, outcome.output) : await screen.refuse(outcome.error);
    } finally {
      await tidyUp(cairn);
    }
  } catch (error) {
    return error instanceof CairnError ? screen.refuse(redacted(error)) : screen.bug(error);
  }
}

/** The exit code, when everything is written. */
export const done: Promise<number> = answer();
