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
/** Of more, only those with exactly the same words are found: what is kept of each to compare it must not grow. */
const MOST_COMPARED = 20_000;
const NEARLY = 0.8;
const RAREST = 4;
const MOST_IN_BUCKET = 40;

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
    const opposed: Pairs = [];
    for (const [one, other] of candidates(this.#compared)) {
      const share = shareOfAll(one.terms, other.terms);
      if (contradict(one, other) && opposed.length < MOST_PAIRS)
        opposed.push({ files: [one.from, other.from], what: "the one says what the other denies, or another amount" });
      else if (share >= NEARLY && near.length < MOST_PAIRS)
        near.push({ files: [one.from, other.from], what: `${Math.round(share * 100)} % of their words` });
    }
    const not_compared = this.#first.size - this.#compared.length;
    return { duplicates: this.#duplicates, near_duplicates: near, contradictions: opposed, not_compared };
  }
}

function comparedFrom(from: string, { title, body }: FoundRecord["memory"]): ComparedMemory {
  const sentences = [title, ...sentencesIn(body.replaceAll(FOOTER, "")).slice(0, 30)];
  const statements = sentences.map((text) => ({ wording: wordingOf(text), slots: slotsIn(text) }));
  return { from, terms: new Set(termsOf(`${title} ${body}`)), statements };
}

const SLOT = /\b([A-Za-z][\w.-]*) (?:is |= ?|: ?|v(?=\d))?(\d[\d.]*)\b/g;
const MOSTLY = 0.6;
const LEAST_SHARED = 3;

function slotsIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(SLOT)].map(([, name = "", value = ""]) => [name.toLowerCase(), value.replace(/\.$/, "")]),
  );
}

function contradict(one: ComparedMemory, other: ComparedMemory): boolean {
  return one.statements.some((a) =>
    other.statements.some((b) => contradicts(a.wording, b.wording) || otherValue(a, b)),
  );
}

/** Nearly the same sentence, with another number behind the same word. */
function otherValue(one: Statement, other: Statement): boolean {
  const isOther = [...one.slots].some(([name, value]) => other.slots.has(name) && other.slots.get(name) !== value);
  if (!isOther || countShared(one.wording.terms, other.wording.terms) < LEAST_SHARED) return false;
  return shareOfAll(one.wording.terms, other.wording.terms) >= MOSTLY;
}

/** Those that share one of their rarest words: never all with all. */
function* candidates(entries: readonly ComparedMemory[]): Generator<readonly [ComparedMemory, ComparedMemory]> {
  const counts = new Map<string, number>();
  for (const { terms } of entries) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const buckets = new Map<string, number[]>();
  const seen = new Set<string>();
  for (const [n, entry] of entries.entries()) {
    const shared = [...entry.terms].filter((term) => (counts.get(term) ?? 0) > 1);
    const rare = shared.sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, RAREST);
    for (const term of rare) {
      const bucket = buckets.get(term) ?? [];
      for (const other of bucket) {
        if (seen.has(`${other} ${n}`)) continue;
        seen.add(`${other} ${n}`);
        yield [entries[other] as ComparedMemory, entry];
      }
      if (bucket.length < MOST_IN_BUCKET) bucket.push(n);
      buckets.set(term, bucket);
    }
  }
}
