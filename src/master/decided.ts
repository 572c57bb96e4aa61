/** Something that was decided: by a memory of its own, or said so in a summary. Pure. */

import type { Trust } from "../model/trust.ts";
import { textOrder } from "../text/order.ts";
import { numbersIn } from "./overlap.ts";
import { wordsAlone } from "./says-same.ts";
import type { MasterSource, Statement } from "./statement.ts";
import { aboutIn, areNumbersOf, numbersFrom, type Subject, subjectFrom, subjectOf } from "./subject.ts";

export interface Decided {
  readonly text: string;
  readonly reason?: string | undefined;
  readonly at: string;
  /** Among what its source says, in the order it was said. */
  readonly place: number;
  /** Its own summary says that it was reversed in the same session. */
  readonly isTakenBack: boolean;
  /** The sources that say it, the decisive one first. */
  readonly sources: readonly string[];
  readonly source: MasterSource;
  readonly isMemory: boolean;
  readonly trust: Trust;
  readonly subject: Subject;
  readonly terms: ReadonlySet<string>;
  /** Of the terms, as one key; undefined where they have to be counted. */
  readonly numbers: string | undefined;
  hasNumbers(numbers: string): boolean;
  /** The others, as one key. */
  readonly alone: string;
}

/** By a memory whose title says more of what it is about. */
export function decidedByMemory(source: MasterSource, said: Statement): Decided {
  return new Said(source, said, { place: source.statements.indexOf(said), isMemory: true });
}

export function decidedInSession(source: MasterSource, said: Statement, place: number): Decided {
  return new Said(source, said, { place, isMemory: false });
}

/** As the last of those that say the same said it. */
export function saidByAll(all: readonly Decided[]): Decided {
  if (all.length === 1) return all[0]!;
  const said = inOrder(all);
  const last = said.at(-1) as Said;
  return last.from([...new Set(said.map(({ source }) => source.id))].reverse());
}

export function inOrder(decided: readonly Decided[]): Decided[] {
  return [...decided].sort(
    (a, b) =>
      textOrder(a.at, b.at) || textOrder(a.source.id, b.source.id) || a.place - b.place || textOrder(a.text, b.text),
  );
}

type Standing = Pick<Decided, "place" | "isMemory"> & Partial<Pick<Decided, "sources">>;

/** Its words are taken apart when somebody asks: of most, what they come to is known from before. */
class Said implements Decided {
  readonly source: MasterSource;
  readonly place: number;
  readonly isMemory: boolean;
  readonly sources: readonly string[];
  readonly text: string;
  readonly reason: string | undefined;
  readonly at: string;
  readonly isTakenBack: boolean;
  readonly trust: Trust;
  readonly #said: Statement;
  #subject: Subject | undefined;
  #terms: ReadonlySet<string> | undefined;

  constructor(source: MasterSource, said: Statement, { place, isMemory, sources = [source.id] }: Standing) {
    this.source = source;
    this.place = place;
    this.isMemory = isMemory;
    this.sources = sources;
    this.text = said.text;
    this.reason = said.reason;
    this.at = said.at ?? source.at;
    this.isTakenBack = !isMemory && said.label !== undefined;
    this.trust = source.trust;
    this.#said = said;
  }

  get subject(): Subject {
    this.#subject ??= subjectFrom(this.#said);
    return this.#subject;
  }

  get terms(): ReadonlySet<string> {
    this.#terms ??= this.isMemory
      ? new Set([...this.subject.terms, ...subjectOf(this.source.title).terms])
      : this.subject.terms;
    return this.#terms;
  }

  get numbers(): string | undefined {
    return this.isMemory ? undefined : numbersFrom(this.#said);
  }

  hasNumbers(numbers: string): boolean {
    return this.isMemory ? numbersIn(this.terms) === numbers : areNumbersOf(this.#said, numbers);
  }

  get alone(): string {
    const { about } = this.#said;
    return this.isMemory || about === undefined ? wordsAlone(this) : aboutIn(about, "alone");
  }

  from(sources: readonly string[]): Decided {
    return new Said(this.source, this.#said, { place: this.place, isMemory: this.isMemory, sources });
  }
}
