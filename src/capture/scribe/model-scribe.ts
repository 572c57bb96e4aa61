/**
 * A scribe that asks a model. What comes back is untrusted words in a known form: it is of the kind that was asked for
 * or nothing, and worth no more than the least of what the model was shown.
 */

import { CairnError } from "../../model/error.ts";
import { isInstruction } from "../../model/kind.ts";
import { lowestTrust, type Trust } from "../../model/trust.ts";
import { drafterRules, objectionWords } from "./drafter-words.ts";
import type { Intent } from "./intent.ts";
import { readIntent } from "./intent-file.ts";
import type { Model } from "./model.ts";
import { contextOf, filesNamed, trustOf } from "./passage-text.ts";
import type { Assignment, Penned, Scribe, ScribeReply, ShownText } from "./scribe.ts";
import { BadAnswer } from "./scribe.ts";

/** A summary has no passages to be strong by. */
const USUAL_STRENGTH = 0.75;

export function modelScribe(model: Model): Scribe {
  const ask = async (assignment: Assignment, words: readonly string[] = []): Promise<ScribeReply> => {
    const shown = assignment.shown();
    if (isPersonsAlone(assignment, shown)) return { penned: [], tokens: 0 };
    const before = model.spent();
    const { kind } = assignment;
    const text = [shown.text, ...words].join("\n\n");
    const answer = await model.ask({ role: kind, system: drafterRules(kind), text });
    const penned = readable(model, () => pennedFrom(assignment, shown, answer));
    return { penned, tokens: model.spent() - before };
  };
  return {
    name: model.name,
    write: (assignment) => ask(assignment),
    revise: (assignment, objections) => ask(assignment, [objectionWords(objections)]),
  };
}

/** That a model answered in another form is its fault, not that of who asked. */
function readable<T>({ name }: Model, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof CairnError ? new BadAnswer(name, cause) : cause;
  }
}

/** What an answer may be at most: known before anybody is asked. */
interface Bounds extends Pick<Assignment, "kind" | "session" | "project"> {
  readonly trust: Trust;
  /** The text it may have been made from. */
  readonly source: string;
  /** The turns of it. */
  readonly turns: readonly number[];
}

/** Undefined where nobody is asked. */
function boundsOf(assignment: Assignment, shown: ShownText): Bounds | undefined {
  if (isPersonsAlone(assignment, shown)) return undefined;
  const { kind, session, project, turns } = assignment;
  const source = contextOf(turns, shown.turns);
  return { kind, session, project, trust: trustOfShown(assignment, shown), source, turns: shown.turns };
}

/** What a drafter answered, as far as it may count; undefined where it wants nothing written. */
function intentWithin({ kind, session, trust, turns, source, project }: Bounds, answer: string) {
  const { intent } = readIntent(answer, { trust, session, kind });
  if (intent.wanted === "NOOP") return undefined;
  if (intent.kind !== kind) {
    throw new CairnError("INPUT_ERROR", `A ${kind} was asked for, and a ${intent.kind} was drafted.`, {
      field: "category",
    });
  }
  // What came from outside may propose something new; it ends nothing that is known.
  if (trust === "untrusted" && intent.wanted === "DELETE") return undefined;
  return { ...intent, files: filesNamed(intent.files, project, source), turns } satisfies Intent;
}

export function pennedFrom(assignment: Assignment, shown: ShownText, answer: string): Penned[] {
  const bounds = boundsOf(assignment, shown);
  const intent = bounds === undefined ? undefined : intentWithin(bounds, answer);
  const strength = Math.max(0, ...assignment.passages.map(({ score }) => score)) || USUAL_STRENGTH;
  return intent === undefined ? [] : [{ intent, strength }];
}

/** A model's words are derived at most, and no more than the least of what it read. */
function trustOfShown(assignment: Assignment, shown: ShownText): Trust {
  const { turns, passages } = assignment;
  const said = passages.map((passage) => trustOf(assignment.turns, passage.turn));
  return lowestTrust("derived", shown.besides, ...said, ...shown.turns.map((turn) => trustOf(turns, turn)));
}

/** A rule nobody stated, or that stands among words from outside, is not drafted, nor asked for. */
function isPersonsAlone(assignment: Assignment, shown: ShownText): boolean {
  if (!isInstruction(assignment.kind)) return false;
  const isStated = assignment.passages.some(({ voice }) => voice === "person");
  return !isStated || trustOfShown(assignment, shown) === "untrusted";
}
