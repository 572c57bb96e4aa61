/**
 * What a decision is about, by rule: two that fill the same place differently disagree ("Redis for the queue", "Postgres
 * for the queue"), and one that names what it leaves behind takes its place ("instead of Redis"). Pure.
 */

import { termsOf } from "../text/analyse.ts";
import { numbersIn } from "./overlap.ts";
import { type SaidText, wordsAlone } from "./says-same.ts";
import type { About, Statement } from "./statement.ts";

const WE = `^(?:we(?:'ll| will)? |let's |the team )?(?:(?:now|will|to|have) )?`;
const AN = "(?:the |our |all |an? )?";
/** X for Y. */
const USED = new RegExp(
  `${WE}(?:use|uses|using|adopt|choose|chose|pick|picked|take|go with|went with|settled? on|switch(?:ed)? to|mov(?:e|ed) to|migrat(?:e|ed) to|return(?:ed)? to|back to|stick with|standardi[sz]e on|rely on) (.+?) (?:for|as|to handle|to run|to store) ${AN}(.+)$`,
  "i",
);
/** Y in X. The verb is part of the place, but for those that say no more than that it is there. */
const PUT = new RegExp(
  `${WE}(?:store|keep|put|(cache|host|deploy|run|write|build|test|format)) ${AN}(.+?) (?:in|on|with|to|via) ${AN}(.+)$`,
  "i",
);
/** Y uses X. */
const USES = new RegExp(
  `^${AN}(.+?) (?:now )?(?:uses?|runs? (?:on|in)|lives? in|goe?s? through|(?:is|are) (?:kept|stored|written|built|run) (?:in|with|on|by)) ${AN}(.+)$`,
  "i",
);
const LEAVING =
  /\b(?:instead of|rather than|replac(?:es?|ed|ing)|no longer(?: use| uses| using)?|drop(?:s|ped|ping)?|away from|(?:moved?|switch(?:ed)?|migrat(?:ed?|ing)) from|abandon(?:ed|s|ing)?|gave up(?: on)?|revert(?:ed|s|ing)?|removed?|not) (?:the |our )?([^,;.—(]+)/gi;
/** Said of any choice. */
const PALE = new Set(["use", "new", "old", "now", "one", "way", "need", "make", "good", "better", "simpl", "instead"]);
const MOST_LEFT = 4;
/** So much of what is left of the other must be spoken of too. */
const SAME_MATTER = 0.3;
/** What was offered beside it was never chosen: it is not left behind either. */
const NOT_TAKEN = /\(not taken: .*\)/s;

export interface Subject {
  readonly terms: ReadonlySet<string>;
  /** Of “use X for Y”: Y, the place, and X, the choice, each as one key; "" where the sentence is not built so. */
  readonly place: string;
  readonly chosen: string;
  /** What it says it leaves behind: the words of each. */
  readonly leaves: readonly (readonly string[])[];
}

export function subjectOf(text: string): Subject {
  const said = text
    .replace(NOT_TAKEN, " ")
    .replace(/[`*_"]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const leaves = [...said.matchAll(LEAVING)].slice(0, MOST_LEFT).map(([, words = ""]) => telling(firstWords(words)));
  const bare = said.replace(LEAVING, " ").replace(/[.;—].*$/s, "");
  const { chosen, place } = placing(bare);
  const isBuilt = place.length > 0 && chosen.length > 0;
  return {
    terms: new Set(telling(said)),
    place: isBuilt ? keyOf(place) : "",
    chosen: isBuilt ? keyOf(chosen) : "",
    leaves: leaves.filter((words) => words.length > 0),
  };
}

/** Of a statement that was kept, without looking at its words again. */
export function subjectFrom({ text, about }: Pick<Statement, "text" | "about">): Subject {
  return about === undefined ? subjectOf(text) : new KnownSubject(about);
}

/** Put together as far as somebody asks: of most, no more than the place. */
class KnownSubject implements Subject {
  readonly #about: About;
  #terms: ReadonlySet<string> | undefined;

  constructor(about: About) {
    this.#about = about;
  }

  get terms(): ReadonlySet<string> {
    this.#terms ??= new Set(wordsIn(aboutIn(this.#about, "terms")));
    return this.#terms;
  }

  get place(): string {
    return aboutIn(this.#about, "place");
  }

  get chosen(): string {
    return aboutIn(this.#about, "chosen");
  }

  get leaves(): readonly (readonly string[])[] {
    const from = startOf(this.#about, ABOUT.length);
    return from < 0 ? [] : this.#about.slice(from).split(APART).map(wordsIn);
  }
}

export function termsFrom({ text, about }: Pick<Statement, "text" | "about">): ReadonlySet<string> {
  return new Set(about === undefined ? telling(text) : wordsIn(aboutIn(about, "terms")));
}

/**
 * What is kept of what a statement is about: those of its terms that have a number in them, sorted, which is asked most; all of them;
 * of a decision the others, sorted, the place, the choice, and what it leaves behind, one after the other. Words of one are parted by
 * one blank, these by two.
 */
const ABOUT = ["numbers", "terms", "alone", "place", "chosen"] as const;
const APART = "  ";

export function aboutOf({ sort, text }: Pick<Statement, "sort" | "text">): About {
  if (sort !== "decision") return together(countedIn(telling(text)));
  const { terms, place, chosen, leaves } = subjectOf(text);
  const left = leaves.map((words) => words.join(" "));
  return together([...countedIn([...terms]), wordsAlone({ terms }), place, chosen, ...left]);
}

export function aboutIn(about: About, part: (typeof ABOUT)[number]): string {
  const from = startOf(about, ABOUT.indexOf(part));
  if (from < 0) return "";
  const end = about.indexOf(APART, from);
  return end < 0 ? about.slice(from) : about.slice(from, end);
}

/** Of the part of this place among all; -1 where it is not there. */
function startOf(about: About, place: number): number {
  let at = 0;
  for (let n = 0; n < place; n++) {
    const end = about.indexOf(APART, at);
    if (end < 0) return -1;
    at = end + APART.length;
  }
  return at;
}

function together(parts: readonly string[]): About {
  const end = parts.findLastIndex((part) => part !== "");
  return parts.slice(0, end + 1).join(APART);
}

function countedIn(terms: readonly string[]): [numbers: string, terms: string] {
  return [numbersIn(new Set(terms)), terms.join(" ")];
}

/** A statement as it is held against others: its words are taken apart when somebody asks. */
export class SaidStatement implements SaidText {
  readonly text: string;
  readonly #said: Statement;
  #terms: ReadonlySet<string> | undefined;

  constructor(said: Statement) {
    this.text = said.text;
    this.#said = said;
  }

  get numbers(): string | undefined {
    return numbersFrom(this.#said);
  }

  hasNumbers(numbers: string): boolean {
    return areNumbersOf(this.#said, numbers);
  }

  get terms(): ReadonlySet<string> {
    this.#terms ??= termsFrom(this.#said);
    return this.#terms;
  }
}

/** Undefined where they have to be counted. */
export function numbersFrom({ about }: Pick<Statement, "about">): string | undefined {
  return about === undefined ? undefined : aboutIn(about, "numbers");
}

/** `numbers` as `numbersIn` has them. */
export function areNumbersOf(said: Pick<Statement, "text" | "about">, numbers: string): boolean {
  const { about } = said;
  if (about === undefined) return numbersIn(termsFrom(said)) === numbers;
  return about.startsWith(numbers) && (about.length === numbers.length || about.startsWith(APART, numbers.length));
}

function wordsIn(joined: string): string[] {
  return joined === "" ? [] : joined.split(" ");
}

function placing(sentence: string): { chosen: string[]; place: string[] } {
  const [, used, usedFor] = USED.exec(sentence) ?? [];
  if (used !== undefined) return { chosen: telling(used), place: telling(usedFor ?? "") };
  const [, verb = "", put, where] = PUT.exec(sentence) ?? [];
  if (put !== undefined) return { chosen: telling(where ?? ""), place: telling(`${verb} ${put}`) };
  const [, what = "", uses = ""] = USES.exec(sentence) ?? [];
  return { chosen: telling(uses), place: telling(what) };
}

/** Names what it leaves behind, which the other chose, and speaks of something else the other speaks of too. */
export function leavesBehind(
  one: Pick<Subject, "leaves" | "terms">,
  rival: Subject,
  words: ReadonlySet<string> = rival.terms,
): boolean {
  return one.leaves.some((left) => {
    if (!left.every((word) => words.has(word))) return false;
    const chose = rival.leaves.some((other) => other.some((word) => left.includes(word)));
    const others = [...words].filter((term) => !left.includes(term));
    const shared = others.filter((term) => one.terms.has(term)).length;
    return !chose && shared > 0 && shared >= others.length * SAME_MATTER;
  });
}

/** In one place something else. */
export function disagree(one: Subject, other: Subject): boolean {
  return one.place !== "" && one.place === other.place && one.chosen !== other.chosen;
}

/** The words that tell what a text is about. */
export function telling(text: string): string[] {
  return [...new Set(termsOf(text))].filter((term) => !PALE.has(term));
}

/** What is left behind is named in a few words, before the sentence goes on. */
function firstWords(text: string): string {
  const [own = ""] = text.split(/\s(?:for|because|since|as|in|on|to|and|but|so|with|when|after)\s/i);
  return own.split(" ").slice(0, MOST_LEFT).join(" ");
}

function keyOf(terms: readonly string[]): string {
  return [...terms].sort().join(" ");
}
