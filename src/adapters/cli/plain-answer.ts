/** One operation with an input that is known to be valid, answered without the schemas that would check it. */

import { type Cairn, openCairn } from "../../cairn.ts";
import { CairnError } from "../../model/error.ts";
import { type Doing, outcomeOf, redacted } from "../../operations/operation.ts";
import { exitCodes } from "../../operations/show/command-line.ts";
import type { ListNotes } from "../../recall/keep-list.ts";
import { programNow } from "../hooks/handed-over.ts";
import { agentMarks } from "./agent-shell.ts";
import { isLeft } from "./leaving.ts";
import { answerText, Screen } from "./screen.ts";
import { openOptions, thisProcess, tidyUp } from "./world.ts";

/** Takes note of what an answer is made from, to be kept for the next who asks. */
type Noting = (env: ListNotes["env"]) => ListNotes;

/**
 * Resolves to the exit code when everything is written; to none where the small program that this may be part of has not
 * all it takes: then nothing was said, and the whole program answers. What is left to tidy after an answer, `tidy.ts` tidies.
 */
export async function answeredPlainly<I, O extends object>(
  doing: Doing<I, O>,
  input: I,
  noting?: Noting,
): Promise<number | undefined> {
  const json = thisProcess.argv.includes("--json");
  const screen = new Screen(thisProcess, { json, plain: false });
  let code: number | undefined;
  try {
    const options = openOptions(thisProcess, { globals: {} }, screen);
    const notes = options.surface === "cli" ? noting?.(thisProcess.env) : undefined;
    const cairn = await openCairn({ ...options, ...(notes === undefined ? {} : { env: notes.env }) });
    let said: string | undefined;
    try {
      const outcome = await outcomeOf(doing, input, cairn);
      notes?.end();
      if (isLeft()) return undefined;
      code = outcome.ok ? await screen.answer(outcome.text, outcome.output) : await screen.refuse(outcome.error);
      if (outcome.ok && code === exitCodes.done.code) said = answerText(outcome.text, outcome.output, { json });
    } finally {
      notes?.end();
      if (!isLeft()) await tidyUp(cairn);
    }
    if (said !== undefined) keptIn(notes, cairn, said, json);
  } catch (error) {
    if (isLeft()) return code;
    return error instanceof CairnError ? screen.refuse(redacted(error)) : screen.bug(error);
  }
  return code;
}

/** It only saves work: a disk may refuse it. */
function keptIn(notes: ListNotes | undefined, cairn: Cairn, text: string, json: boolean): void {
  try {
    notes?.keep(cairn, { program: programNow(), marks: agentMarks().map(({ source }) => source), json, text });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
