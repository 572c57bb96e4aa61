/**
 * A draft held against the text it was made from, by rule: every number, name and path must occur there, every claim
 * must be borne out by its words, and none may say the opposite. What cannot be found was invented. Pure.
 */

import { type Content, contentOf } from "../format/sections.ts";
import { type DraftVerdict, MISSING_SECTION, UNSPOKEN_TAG } from "../model/draft.ts";
import { kindRow } from "../model/kind.ts";
import type { Written } from "../model/memory.ts";
import { fold, termsOf } from "../text/analyse.ts";
import { saysNo } from "../text/denials.ts";
import { countShared, shareWithin } from "../text/likeness.ts";
import { wholeStart } from "../text/lines.ts";
import { splitAtStops } from "../text/sentences.ts";

/** What is only `advise`d is put right by rule or told, and keeps nothing from being written. */
export const severities = ["block", "revise", "advise"] as const;

export interface Issue {
  readonly severity: (typeof severities)[number];
  readonly claim: string;
  readonly problem: string;
}

export interface Verified {
  readonly verdict: DraftVerdict;
  readonly issues: readonly Issue[];
}

/** As a person, a model and a note read them. */
export function issueLines(issues: readonly Omit<Issue, "severity">[]): string[] {
  return issues.map(({ claim, problem }) => `${claim}: ${problem}`);
}

type Checked = Pick<Written, "kind" | "title" | "description" | "body" | "tags" | "files">;

/** Below this share of its words in the source a claim is invented; below the other, worth another look. */
const SUPPORTED = 0.5;
const WELL_SUPPORTED = 0.7;
/** From so much in common on, two clauses are about the same thing. */
const SAME_CLAUSE = 0.8;
const SHORT = 80;

/** `adds`: to a memory there is, so that only what is new need be said, and its title is that memory's. */
interface How {
  readonly adds?: boolean;
}

export function verify(draft: Checked, source: string, { adds = false }: How = {}): Verified {
  const text = new SourceText(source);
  const claims = claimsOf(adds ? { ...draft, title: "" } : draft);
  const issues = [
    ...claims.flatMap((claim) => issuesWith(claim, text)),
    ...draft.tags.filter((tag) => !text.bears(tag)).map((tag) => advise(tag, UNSPOKEN_TAG)),
    ...(adds ? [] : missingSections(draft)),
    ...(claims.length === 0 ? [block(draft.title, "the draft says nothing")] : []),
  ];
  return { verdict: verdictOf(issues), issues };
}

function verdictOf(issues: readonly Issue[]): DraftVerdict {
  const has = (wanted: Issue["severity"]) => issues.some(({ severity }) => severity === wanted);
  if (has("block")) return "BLOCK";
  return has("revise") ? "REVISE" : "PASS";
}

/** Of these claims, what the source does not say or says otherwise. */
export function inventedIn(claims: readonly string[], source: string): Issue[] {
  const text = new SourceText(source);
  return claims.flatMap((claim) => issuesWith(claim, text)).filter(({ severity }) => severity === "block");
}

/** Every sentence and every part of a list, with the title and the description. */
function claimsOf(draft: Checked): string[] {
  const content = contentOf(draft);
  const texts = Object.keys(content).length === 0 ? [draft.body.replace(/^#[^\n]*\n/, "")] : partsOf(content);
  const files = draft.files.map(({ path }) => path);
  const all = [draft.title, draft.description, ...files, ...texts].flatMap(checkedSentencesOf);
  return [...new Set(all)].filter((claim) => /[\p{L}\p{N}]/u.test(claim));
}

function partsOf(content: Content): string[] {
  return Object.values(content).flatMap((value) =>
    typeof value === "string" ? [value] : value.map((part) => (typeof part === "string" ? part : optionInWords(part))),
  );
}

function optionInWords({ option, reason }: { readonly option: string; readonly reason: string }): string {
  return reason === "" ? option : `${option}: ${reason}`;
}

export function checkedSentencesOf(text: string): string[] {
  return splitAtStops(text)
    .map((sentence) => sentence.replace(/^\s*(?:[-*+>]|\d{1,3}[.)])\s+/, "").trim())
    .filter((sentence) => sentence !== "");
}

function issuesWith(claim: string, source: SourceText): Issue[] {
  if (source.saysItself(claim)) return [];
  const invented = factsIn(claim).filter((fact) => !source.has(fact));
  const issues = invented.map((fact) => block(claim, `${fact} does not occur in the source`));
  const support = source.supportOf(claim);
  if (support < SUPPORTED) return [...issues, block(claim, "the source does not say so")];
  if (support < WELL_SUPPORTED) return [...issues, revise(claim, "the source says only a part of it")];
  return source.contradicts(claim) ? [...issues, block(claim, "the source says the opposite")] : issues;
}

const NUMBER = /(?<![\p{L}\p{N}_])v?\d+(?:[.,:]\d+)*%?/gu;
const PATH =
  /(?:~|\.{1,2})?(?:\/[\w.@+-]+){2,}\/?|\b[\w@+-]+(?:\/[\w.@+-]+)+|\b[\w-]+\.(?:[a-z]{1,4}|json|yaml|toml)\b/g;
const IDENTIFIER = /\b[A-Za-z_$][\w$]*(?:_[\w$]+|[a-z0-9][A-Z][\w$]*)\b|\b[A-Z][A-Z0-9_]{2,}\b/g;
const QUOTED = /`([^`\n]{2,80})`/g;
/** A capital inside a sentence: somebody's or something's name. */
const NAME = /(?<=[\p{Ll}\p{N},;)]\s)\p{Lu}[\p{L}\p{N}]{2,}/gu;

function factsIn(claim: string): string[] {
  const quoted = [...claim.matchAll(QUOTED)].map(([, code = ""]) => code);
  const others = [NUMBER, PATH, IDENTIFIER, NAME].flatMap((pattern) => claim.match(pattern) ?? []);
  // A sentence may end in a path: its full stop is no part of it.
  return [...new Set([...quoted, ...others.map((fact) => fact.replace(/[.,]+$/, ""))])];
}

const CLAUSE_END = /[,;:]\s|\s(?:because|since|but|and|so|while|although|instead|rather)\s/i;

class SourceText {
  readonly #flat: string;
  readonly #terms: ReadonlySet<string>;
  readonly #clauses: readonly { readonly text: string; readonly terms: ReadonlySet<string> }[];

  constructor(source: string) {
    this.#flat = flat(source);
    this.#terms = new Set(termsOf(source));
    this.#clauses = checkedSentencesOf(source)
      .flatMap((sentence) => sentence.split(CLAUSE_END))
      .map((text) => ({ text, terms: new Set(termsOf(text)) }));
  }

  /** As it stands, whatever the case and the spaces; a number only as a whole one. */
  has(fact: string): boolean {
    const wanted = flat(fact);
    for (let at = this.#flat.indexOf(wanted); at >= 0; at = this.#flat.indexOf(wanted, at + 1)) {
      if (!/^\d/.test(wanted) && !/\d$/.test(wanted)) return true;
      const around = `${this.#flat[at - 1] ?? " "}${this.#flat[at + wanted.length] ?? " "}`;
      if (!/\d/.test(around)) return true;
    }
    return false;
  }

  /** Word for word, or as far as it goes where it was cut. */
  saysItself(claim: string): boolean {
    return this.#flat.includes(flat(claim.replace(/…$/, "")));
  }

  bears(tag: string): boolean {
    const words = termsOf(tag);
    return words.length === 0 || words.some((word) => this.#terms.has(word)) || this.has(tag);
  }

  /** The share of a claim's words that the source has. */
  supportOf(claim: string): number {
    return shareWithin(new Set(termsOf(claim)), this.#terms);
  }

  /** The clauses that say the same say no where it says yes, or the other way round. */
  contradicts(claim: string): boolean {
    const words = new Set(termsOf(claim));
    if (words.size < 2) return false;
    const near = this.#clauses.filter(({ terms }) => {
      const shared = countShared(words, terms);
      return shared >= words.size * SAME_CLAUSE && shared >= terms.size * SUPPORTED;
    });
    const isNo = saysNo(claim);
    return near.length > 0 && near.every(({ text }) => saysNo(text) !== isNo);
  }
}

/** A section that is asked for and missing makes a draft poorer, not wrong: worth a look where most of them are. */
function missingSections({ kind, body }: Checked): Issue[] {
  const content = contentOf({ kind, body });
  const asked = kindRow(kind).sections.filter(({ required }) => required);
  const missing = asked.filter(({ field }) => content[field] === undefined);
  if (missing.length * 2 <= asked.length) return [];
  return missing.map(({ heading }) => revise(heading, MISSING_SECTION));
}

function flat(text: string): string {
  return fold(text).replace(/\s+/g, " ").trim();
}

function block(claim: string, problem: string): Issue {
  return { severity: "block", claim: inShort(claim), problem };
}

function advise(claim: string, problem: string): Issue {
  return { severity: "advise", claim, problem };
}

function revise(claim: string, problem: string): Issue {
  return { severity: "revise", claim: inShort(claim), problem };
}

function inShort(text: string): string {
  return text.length <= SHORT ? text : `${wholeStart(text, SHORT - 1).trimEnd()}…`;
}
