/**
 * Which topic an entry belongs to: the one its #word names, else one there is whose words it has, else one it shares a
 * subject with other entries for, else the one for things of its sort. What came from outside has topics of its own. Pure.
 */

import { guessKind } from "../capture/guess-kind.ts";
import { idFromTitle, slugOf } from "../model/id.ts";
import { kindNames, kindRow } from "../model/kind.ts";
import type { Trust } from "../model/trust.ts";
import { fold, termsOf } from "../text/analyse.ts";
import { isLine, type TopicPage } from "./topic-page.ts";

interface Sorted {
  readonly text: string;
  readonly trust: Trust;
}

/** A topic there is. */
export interface Topic {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly trust: Trust;
  readonly page: TopicPage;
}

export interface TopicSubject {
  readonly id: string;
  readonly title: string;
  /** Why it is this one, in words for the report. */
  readonly because: string;
}

const TAG = /(?:^|\s)#(\p{L}[\p{L}\p{N}_-]{1,40})/gu;
const OUTSIDE = "from outside";

const OTHERWISE = "Notes";

/** Words of every log: they tell what was done, never what it was done to. */
const WORKADAY = new Set(
  termsOf(
    `add added adding build built bug bugs change changed changes check checked code commit committed decide decided
    decision done error errors fail failed fails file files find finish finished fix fixed found get got idea issue keep
    learn learned look made make merge merged move moved new next note ok old once problem pull push release remove
    removed replaced review run running runs said see set ship shipped start started stop switch switched task test tests
    thing things today todo tried try turned update updated use used uses using want week work worked working works yesterday
    instead longer anymore because since first last still also way time day days hour hours people person agent session
    project good bad better red green seems maybe`,
  ),
);

export function tagsIn(text: string): string[] {
  return [...text.matchAll(TAG)].map(([, tag = ""]) => tag.toLowerCase());
}

/** One for each entry, in their order. */
export function subjectsOf(entries: readonly Sorted[], topics: readonly Topic[]): TopicSubject[] {
  const known = topics.map((topic) => ({ topic, profile: profileOf(topic) }));
  const direct = entries.map((entry) => tagged(entry, topics) ?? among(entry, known));
  const left = entries.filter((_, n) => direct[n] === undefined);
  // What came from outside has no say in what the others are about.
  const [outside, own] = [true, false].map((is) => sharedSubjects(left.filter(({ trust }) => isOutside(trust) === is)));
  return entries.map((entry, n) => direct[n] ?? own?.get(entry) ?? outside?.get(entry) ?? bySort(entry));
}

/** Which of the topics a memory is about; undefined where none is. */
export function aboutAmong(topics: readonly Topic[]): (text: string, trust: Trust) => string | undefined {
  const known = topics.map((topic) => ({ topic, profile: profileOf(topic) }));
  return (text, trust) => among({ text, trust }, known)?.id;
}

function tagged({ text, trust }: Sorted, topics: readonly Topic[]): TopicSubject | undefined {
  const [tag] = tagsIn(text);
  if (tag === undefined || slugOf(tag) === "") return undefined;
  const named = topics.find(({ aliases, title }) => [title, ...aliases].some((name) => slugOf(name) === slugOf(tag)));
  if (named !== undefined && isOutside(named.trust) === isOutside(trust))
    return { id: named.id, title: named.title, because: `#${tag}` };
  return subject(titled(tag.replace(/[-_]+/g, " ")), trust, `#${tag}`);
}

/** The terms of each name it goes by; none of a topic for things of one sort. */
export function topicNamesOf(topic: Topic): readonly (readonly string[])[] {
  return profileOf(topic).names;
}

interface Profile {
  /** Each name's terms: an entry that has all of one is about it. */
  readonly names: readonly (readonly string[])[];
  /** Terms that several of its lines have. */
  readonly recurring: ReadonlySet<string>;
}

function profileOf(topic: Topic): Profile {
  const { tags, aliases, page } = topic;
  const plain = plainTitle(topic);
  const sorts = new Set([...kindNames.flatMap((kind) => kindRow(kind).topic ?? []), OTHERWISE]);
  const names = [...(sorts.has(plain) ? [] : [plain]), ...aliases, ...tags].map((name) => [...new Set(termsOf(name))]);
  const counts = new Map<string, number>();
  for (const part of page.known) {
    if (isLine(part))
      for (const term of new Set(tellingTerms(part.text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const recurring = new Set([...counts].filter(([, count]) => count >= 2).map(([term]) => term));
  return { names: names.filter((terms) => terms.length > 0), recurring: sorts.has(plain) ? new Set() : recurring };
}

function plainTitle({ title }: Topic): string {
  return title.replace(` (${OUTSIDE})`, "");
}

const MOST_SHARED = 3;

function among(
  { text, trust }: Sorted,
  known: readonly { topic: Topic; profile: Profile }[],
): TopicSubject | undefined {
  const terms = new Set(termsOf(text));
  const rank = (topic: Topic) => (isOutside(topic.trust) === isOutside(trust) ? 0 : 1);
  const scored = known
    .map(({ topic, profile }) => {
      const named = Math.max(
        0,
        ...profile.names.map((name) => (name.every((term) => terms.has(term)) ? name.length : 0)),
      );
      const shared = [...profile.recurring].filter((term) => terms.has(term)).length;
      return { topic, named, score: named * MOST_SHARED + shared };
    })
    .filter(({ named, score }) => named > 0 || score >= MOST_SHARED)
    .sort((a, b) => b.score - a.score || rank(a.topic) - rank(b.topic) || (a.topic.id < b.topic.id ? -1 : 1));
  const [best] = scored;
  if (best === undefined) return undefined;
  const because = `it is about ${plainTitle(best.topic)}`;
  if (rank(best.topic) === 1) return subject(plainTitle(best.topic), trust, because);
  return { id: best.topic.id, title: best.topic.title, because };
}

/** The term most of them share names the first topic, the term most of the rest share the next. */
function sharedSubjects(entries: readonly Sorted[]): Map<Sorted, TopicSubject> {
  const subjects = new Map<Sorted, TopicSubject>();
  const terms = new Map(entries.map((entry) => [entry, new Set(tellingTerms(entry.text))]));
  const holding = holdingEach(terms);
  for (;;) {
    const term = commonTerm(holding);
    if (term === undefined) return subjects;
    const about = [...(holding.get(term) ?? [])];
    const texts = about.map(({ text }) => text);
    const name = surfaceOf(term, texts);
    if (isSomebody(name, texts)) {
      holding.delete(term);
      continue;
    }
    for (const entry of about) {
      subjects.set(entry, subject(titled(name), entry.trust, `${about.length} entries are about ${name}`));
      for (const own of terms.get(entry) ?? []) holding.get(own)?.delete(entry);
    }
  }
}

/** Every term two of them share at least, with those that have it. */
function holdingEach(terms: ReadonlyMap<Sorted, ReadonlySet<string>>): Map<string, Set<Sorted>> {
  const holding = new Map<string, Set<Sorted>>();
  for (const [entry, own] of terms)
    for (const term of own) holding.set(term, (holding.get(term) ?? new Set()).add(entry));
  return new Map([...holding].filter(([, held]) => held.size >= 2));
}

/** Shared by two at least; of equals the longer, then the first in the alphabet, so that order does not matter. */
function commonTerm(holding: Map<string, ReadonlySet<Sorted>>): string | undefined {
  let best: { term: string; count: number } | undefined;
  for (const [term, { size: count }] of holding) {
    if (count < 2) holding.delete(term);
    else if (best === undefined || isBefore({ term, count }, best)) best = { term, count };
  }
  return best?.term;
}

function isBefore(one: { term: string; count: number }, other: { term: string; count: number }): boolean {
  if (one.count !== other.count) return one.count > other.count;
  return one.term.length === other.term.length ? one.term < other.term : one.term.length > other.term.length;
}

/** Whole words of some length: parts of paths and numbers tell no subject. */
function tellingTerms(text: string): string[] {
  return termsOf(text).filter((term) => term.length >= 3 && /^\p{L}+$/u.test(term) && !WORKADAY.has(term));
}

/** The word as somebody wrote it: a stem is no title. */
function surfaceOf(term: string, texts: readonly string[]): string {
  const words = texts.flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []);
  const spelled = words
    .filter((word) => termsOf(word).includes(term))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return spelled.find((word) => fold(word) !== word) ?? spelled[0] ?? term;
}

const MET = String.raw`(?:lunch|coffee|dinner|breakfast|met|meeting|call|chat|talked|spoke|birthday|ask(?:ed)?|told|thanks)\s+(?:to\s+|with\s+|by\s+)?`;
const DOES = String.raw`\s+(?:said|says|asked|thinks|told|agreed|suggested|is (?:sick|ill|leaving|on (?:leave|holiday|vacation)|back (?:on|from)))\b`;

/** A person is nobody's topic: always written with a capital, and met, asked or speaking in one of them. */
function isSomebody(name: string, texts: readonly string[]): boolean {
  if (!/^\p{Lu}\p{Ll}+$/u.test(name)) return false;
  const person = new RegExp(`\\b${MET}${name}\\b|(?:^|[^\\p{L}])${name}${DOES}`, "iu");
  const isCapital = texts.every((text) => !new RegExp(`(?<!\\p{L})${name.toLowerCase()}(?!\\p{L})`, "u").test(text));
  return isCapital && texts.some((text) => person.test(text));
}

function bySort({ text, trust }: Sorted): TopicSubject {
  const title = kindRow(guessKind(text).kind).topic ?? OTHERWISE;
  return subject(title, trust, "by the sort of thing it says");
}

function subject(title: string, trust: Trust, because: string): TopicSubject {
  const whole = isOutside(trust) ? `${title} (${OUTSIDE})` : title;
  return { id: idFromTitle(whole, "topic"), title: whole, because };
}

function isOutside(trust: Trust): boolean {
  return trust === "untrusted";
}

function titled(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
