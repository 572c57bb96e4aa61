/** What was said, as the door weighs it: words by stem, names written like code, and what sort of saying it is. Pure. */

import { forEachTerm, stemsOf, wordsOf } from "../../text/analyse.ts";
import { stemOf } from "../../text/stem.ts";
import { stopWords } from "../../text/stop-words.ts";

export interface SaidWords {
  /** In order, stop words kept. */
  readonly stems: readonly string[];
  /** Each telling stem once, and how much of it was said: a part of a name counts less than a word. */
  readonly words: ReadonlyMap<string, number>;
  /** Two neighbours written as one. */
  readonly joined: ReadonlySet<string>;
  /** Paths, identifiers and codes, whole. */
  readonly names: readonly string[];
  readonly sort: SortOfSaying;
}

interface SortOfSaying {
  readonly question: boolean;
  readonly cosmetic: boolean;
  /** Between ways to do it. */
  readonly choice: boolean;
  /** Tests, tidying, versions: work that goes on whatever was decided. */
  readonly chore: boolean;
  /** Of the work itself, as one speaks to an assistant: a review, a summary, this file, that branch. */
  readonly talk: boolean;
  /** It begins with something to do. */
  readonly deed: boolean;
}

/** Names with humps that are one word all the same. */
const WHOLE = new Set(
  `javascript typescript github gitlab graphql postgresql mysql mongodb nodejs reactjs nextjs vuejs tslint eslint openapi
  oauth devops webpack websocket webassembly dynamodb cloudfront cloudformation firebase bigquery youtube linkedin
  iphone ipad ios macos powershell jquery latex numpy pytorch tensorflow rubygems circleci kubernetes playwright
  whatsapp paypal clickhouse rabbitmq sqlite mariadb elasticsearch datadog sonarqube intellij vscode codeql`.split(
    /\s+/,
  ),
);
const PART_COUNTS = 0.7;
/** Telling words of a prompt that is one sentence. */
const USUAL_WORDS = 14;

const QUESTION = /\?\s*$|^\s*(?:what|why|how|where|which|who|when|is|are|do|does|did|can|could|should|would)\b/i;
const CHOICE =
  /\b(?:why|should|instead|better|can we|could we|shall|rather|switch to|replace|alternative|move to|choose|what if|use)\b/i;
const COSMETIC =
  /\b(?:typos?|rename|readme|indent(?:ation)?|whitespace|spelling|wording|lint|icons?|logo|colou?rs?|bump|comments?|changelog|prettier|spacing|padding|margin|font size|copyright|licen[cs]e header|emoji|tooltip|headline|label|text size|sort (?:the )?imports)\b/i;

const CHORE =
  /\b(?:bump|upgrade dependenc\w*|update (?:the )?(?:changelog|readme|deps|dependencies|lockfile|docs?|snapshots?)|lint|format|unused|dead code|skip|disable|temporarily|flaky|snapshots?|tidy|clean ?up|unit tests?|tests? for|coverage|log line)\b/i;
const TALK =
  /\b(?:review|summari[sz]e|explain|describe|commit message|pull request|merge conflicts?|rebase|stash|cherry-pick|todos?|codebase|this (?:repo|repository|change|diff|file|branch|function|commit|pr|project|class|line|code)|(?:in )?(?:one|two|three|a few) sentences?|who (?:owns|wrote)|git (?:status|log|diff|blame))\b/i;
const DEED =
  /^(?:\w+(?:\([\w-]+\))?:\s*)?(?:add|use|make|remove|delete|change|switch|replace|move|create|implement|introduce|support|allow|enable|disable|drop|put|store|write|rename|upgrade|update|migrate|convert|send|call|expose|raise|increase|set|include|handle|return|load|save|print|run)\b/i;

/** A code as programs print it: ECONNREFUSED, E0308, TS2345. */
const CODE = /\b(?:E[A-Z]{4,}|[A-Z]{1,5}\d{3,5})\b/g;

/** Longer than this nothing is read: what is so long was pasted, and its beginning says what it is. */
const LONGEST = 6_000;

export function promptWords(text: string): SaidWords {
  const cut = text.slice(0, LONGEST);
  const stems = stemsOf(cut);
  const words = new Map<string, number>();
  const names = new Set<string>();
  const whole = new Set(wordsOf(cut));
  forEachTerm(cut, (term, counts) => {
    if (counts) words.set(term, 1);
    else if (/[^a-z0-9]/.test(term)) names.add(term);
    else if (!words.has(term)) words.set(term, PART_COUNTS);
  });
  for (const [code] of cut.matchAll(CODE)) names.add(stemOf(code.toLowerCase()));
  for (const name of whole) if (WHOLE.has(name)) dropParts(name, words, whole);
  shorten(words);
  return { stems, words, names: [...names], joined: joinedOf(cut), sort: new SortHeard(cut) };
}

/** Among many words some are shared by chance: beyond what a sentence has, each counts less. */
function shorten(words: Map<string, number>): void {
  if (words.size <= USUAL_WORDS) return;
  const counts = Math.sqrt(USUAL_WORDS / words.size);
  for (const [word, share] of words) words.set(word, share * counts);
}

/** The humps of such a name are words only where they were said by themselves. */
function dropParts(name: string, words: Map<string, number>, whole: ReadonlySet<string>): void {
  for (const [word, share] of words)
    if (share < 1 && word !== stemOf(name) && name.includes(word) && !whole.has(word)) words.delete(word);
}

function joinedOf(text: string): Set<string> {
  const words = wordsOf(text);
  return new Set(words.slice(1).map((word, i) => stemOf(words[i]! + word)));
}

/** Each is heard when it is asked for: where nothing comes up, and of a tool, none is, and such patterns are dear to make. */
class SortHeard implements SortOfSaying {
  readonly #text: string;
  readonly #heard = new Map<RegExp, boolean>();

  constructor(text: string) {
    this.#text = text;
  }

  get question(): boolean {
    return this.#is(QUESTION);
  }
  get cosmetic(): boolean {
    return this.#is(COSMETIC);
  }
  get choice(): boolean {
    return this.#is(CHOICE);
  }
  get chore(): boolean {
    return this.#is(CHORE);
  }
  get talk(): boolean {
    return this.#is(TALK);
  }
  get deed(): boolean {
    return this.#is(DEED);
  }

  #is(pattern: RegExp): boolean {
    const heard = this.#heard.get(pattern) ?? pattern.test(this.#text);
    this.#heard.set(pattern, heard);
    return heard;
  }
}

/** The words of a title, alias or tag, by stem, in order: whole names, no humps, no stop words. */
export function tellingStems(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map(stemOf);
}
