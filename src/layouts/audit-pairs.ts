/** Which two of a store's memories say the same, nearly the same, or against each other. Pure. */

import { contradicts } from "../dream/changed-mind.ts";
import { type Wording, wordingOf } from "../dream/wording.ts";
import { z } from "../model/schema.ts";
import { sha256 } from "../store/record.ts";
import { termsOf } from "../text/analyse.ts";
import { countShared, shareOfAll } from "../text/likeness.ts";
import { sentencesIn } from "../text/sentences.ts";
import type { FoundRecord } from "./layout.ts";

export const MemoryPair = z.object({ files: z.array(z.string()), what: z.string() });

const MOST_PAIRS = 500;
const MOST_OPPOSED = 20_000;
/** Of more, only those with exactly the same words are found: what is kept of each to compare it must not grow. */
const MOST_COMPARED = 20_000;
const NEARLY = 0.8;
/** By how many of its rarest words a memory is looked up; in a small store by more, since each pair costs. */
const RAREST = 4;
const RAREST_IN_SMALL = 16;
const SMALL = 2_000;
const MOST_IN_BUCKET = 40;
/** What differs from so many others by a number alone is one of a series: ports of many services, days of a diary. */
const A_SERIES = 4;

interface ComparedMemory {
  readonly from: string;
  readonly terms: ReadonlySet<string>;
  readonly statements: readonly Statement[];
}

interface Statement {
  readonly wording: Wording;
  /** What stands in a place that holds one value: `port` → 3000, `node` → 20. */
  readonly slots: ReadonlyMap<string, string>;
}

/** When a master was made and from how much: no statement about the project. */
const FOOTER = /^\*?(?:Last synthesi[sz]ed|Source):.*$/gim;

type Pairs = z.infer<typeof MemoryPair>[];

/** Taken one after the other. Of each only a hash is kept, and of the first many what they are compared by. */
export class ComparedMemories {
  readonly #first = new Map<string, string>();
  readonly #compared: ComparedMemory[] = [];
  readonly #duplicates: Pairs = [];

  take({ from, memory }: FoundRecord): void {
    const said = sha256(memory.body.toLowerCase().replace(/\s+/g, " ").trim() || memory.title.toLowerCase());
    const same = this.#first.get(said);
    if (same === undefined) {
      this.#first.set(said, from);
      if (this.#compared.length < MOST_COMPARED) this.#compared.push(comparedFrom(from, memory));
    } else if (this.#duplicates.length < MOST_PAIRS)
      this.#duplicates.push({ files: [same, from], what: "the same words" });
  }

  pairs() {
    const near: Pairs = [];
    const opposed: Opposed[] = [];
    const others = new Map<string, number>();
    for (const [one, other] of candidates(this.#compared)) {
      const share = shareOfAll(one.terms, other.terms);
      const files = [one.from, other.from];
      const by = opposition(one, other);
      if (by === "number") for (const file of files) others.set(file, (others.get(file) ?? 0) + 1);
      if (by !== undefined && opposed.length < MOST_OPPOSED) opposed.push({ files, by });
      else if (by === undefined && share >= NEARLY && near.length < MOST_PAIRS)
        near.push({ files, what: `${Math.round(share * 100)} % of their words` });
    }
    const isOfSeries = (file: string) => (others.get(file) ?? 0) >= A_SERIES;
    const contradictions = opposed
      .filter(({ files, by }) => by === "denial" || !files.every(isOfSeries))
      .map(({ files }) => ({ files: [...files], what: "the one says what the other denies, or another amount" }));
    const not_compared = this.#first.size - this.#compared.length;
    return {
      duplicates: this.#duplicates,
      near_duplicates: near,
      contradictions: contradictions.slice(0, MOST_PAIRS),
      not_compared,
    };
  }
}

interface Opposed {
  readonly files: readonly string[];
  readonly by: "denial" | "number";
}

/** A name that is the file's says nothing of what the memory is about. */
function comparedFrom(from: string, { id, title, body }: FoundRecord["memory"]): ComparedMemory {
  const said = title === id && body.trim() !== "" ? body : `${title}\n\n${body}`;
  const sentences = [title, ...sentencesIn(body.replaceAll(FOOTER, "")).slice(0, 30)];
  const statements = sentences.map((text) => ({ wording: wordingOf(text.replace(EVER, "")), slots: slotsIn(text) }));
  return { from, terms: new Set(termsOf(said)), statements };
}

/** How firmly it is said, not what: `never` stays, it denies. */
const EVER = /\b(?:always|please|must|should|only)\b/gi;
const SLOT = /\b([A-Za-z][\w.-]*) (?:is |= ?|: ?|v(?=\d))?(\d[\d.]*)\b/g;
const MOSTLY = 0.75;
const LEAST_SHARED = 3;

function slotsIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(SLOT)].map(([, name = "", value = ""]) => [name.toLowerCase(), value.replace(/\.$/, "")]),
  );
}

function opposition(one: ComparedMemory, other: ComparedMemory): Opposed["by"] | undefined {
  let by: Opposed["by"] | undefined;
  for (const a of one.statements) {
    for (const b of other.statements) {
      if (contradicts(a.wording, b.wording)) {
        if (a.wording.denies !== b.wording.denies) return "denial";
        by = "number";
      } else if (otherValue(a, b)) by = "number";
    }
  }
  return by;
}

/** Nearly the same sentence, with another number behind the same word; the longer one may go on with something else. */
function otherValue(one: Statement, other: Statement): boolean {
  const isOther = [...one.slots].some(([name, value]) => other.slots.has(name) && other.slots.get(name) !== value);
  const shared = isOther ? countShared(one.wording.terms, other.wording.terms) : 0;
  return shared >= LEAST_SHARED && shared / Math.min(one.wording.terms.size, other.wording.terms.size) >= MOSTLY;
}

/** Those that share one of their rarest words: never all with all. */
function* candidates(entries: readonly ComparedMemory[]): Generator<readonly [ComparedMemory, ComparedMemory]> {
  const counts = new Map<string, number>();
  for (const { terms } of entries) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const most = entries.length <= SMALL ? RAREST_IN_SMALL : RAREST;
  const buckets = new Map<string, number[]>();
  for (const [n, entry] of entries.entries()) {
    const seen = new Set<number>();
    const shared = [...entry.terms].filter((term) => (counts.get(term) ?? 0) > 1);
    const rare = shared.sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, most);
    for (const term of rare) {
      const bucket = buckets.get(term) ?? [];
      for (const other of bucket) {
        if (seen.has(other)) continue;
        seen.add(other);
        yield [entries[other] as ComparedMemory, entry];
      }
      if (bucket.length < MOST_IN_BUCKET) bucket.push(n);
      buckets.set(term, bucket);
    }
  }
}
