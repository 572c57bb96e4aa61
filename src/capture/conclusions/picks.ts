/**
 * What a person picks of what was offered to them: by label, by name, by place, or by a yes to the last offer. Where the
 * offer cannot be found nothing is picked: a false decision is worse than none. Pure.
 */

import { ASKED_ASSENT, ASSENT, isAssent } from "../../text/request.ts";
import { sentencesIn } from "../../text/sentences.ts";
import { bareWords } from "../../text/word-rows.ts";
import { contentWords } from "../../text/word-sets.ts";
import { bulletsIn, type Offer, offersIn } from "./offers.ts";
import { clipped, type Ref, refsIn } from "./pick-refs.ts";
import { isToldForGood } from "./said-cues.ts";
import type { PersonSegment, SessionSegment } from "./segment.ts";

interface Pick {
  /** What the person said of it. */
  readonly said: string;
  /** What it stands for, in the words of who offered it. */
  readonly offer: string;
  /** The others that were offered beside it, by their first words. */
  readonly over: readonly string[];
  readonly by: "label" | "name" | "yes";
  /** The person changed it: "2, but with 7 days". */
  readonly isChanged: boolean;
  /** Where it was offered. */
  readonly offeredIn: number;
}

const MOST_WORDS = 160;
const NEWEST = 4;
const LONG_MESSAGE = 900;
const NAMED_WORDS = 25;
const YES_WORDS = 80;

const ORDINAL =
  /\b(?:the\s+)?(first|second|third|fourth|last|1st|2nd|3rd)\s+(?:one|option|approach|choice|suggestion|alternative|idea|solution)\b/i;
const ORDINALS: Readonly<Record<string, number>> = {
  first: 0,
  "1st": 0,
  second: 1,
  "2nd": 1,
  third: 2,
  "3rd": 2,
  fourth: 3,
  last: -1,
};
const RECOMMENDED =
  /\b(?:your|the) (?:recommendation|recommended|suggestion|suggested|proposal|preferred|default)\b|\bas you (?:recommend|suggest|propose)/i;
const CHANGE = /\b(?:but|except|instead|with(?!out a)|without|only|drop|just|rather|change|make it|and also|plus)\b/i;
const TRACE = /\n\s+at \S+ \(|Traceback/;

const OFFERS =
  /\b(?:want me to|would you like|shall i|should i|should we|do you want|if you(?:'d)? (?:want|like|prefer)|i can(?: also)?|i could|let me know if|i(?:'d| would) (?:suggest|recommend|propose)|my recommendation|recommended?|happy to|ready to)\b|[?？]\s*$|хотите|要不要|是否|需要我/iu;
/** What one prompt picks of what stands before it. */
export function picksIn(segments: readonly SessionSegment[], at: number): Pick[] {
  const segment = segments[at];
  if (segment?.is !== "person") return [];
  const own = segment.own.trim();
  const words = own.split(/\s+/).length;
  if (own === "" || words > MOST_WORDS || TRACE.test(segment.text)) return [];
  const sources = sourcesBefore(segments, at);
  const labelled = labelPicks(segment, sources);
  if (labelled.length > 0) return labelled;
  const named = words <= NAMED_WORDS ? namePicks(segment, sources) : [];
  if (named.length > 0) return named;
  return words <= YES_WORDS && isAssent(own) ? yesPicks(segment, sources) : [];
}

interface Source {
  readonly text: string;
  readonly turn: number;
  readonly isLast: boolean;
}

/** The newest messages that may have offered something, the last first. */
function sourcesBefore(segments: readonly SessionSegment[], at: number): Source[] {
  const sources: Source[] = [];
  let isLast = true;
  for (let n = at - 1; n >= 0 && sources.length < NEWEST; n--) {
    const one = segments[n]!;
    if (one.is === "plan") sources.push({ text: one.text, turn: one.turn, isLast: false });
    if (one.is !== "agent") continue;
    if (isLast || one.role !== "mid" || one.text.length > LONG_MESSAGE)
      sources.push({ text: one.text, turn: one.turn, isLast });
    isLast = false;
  }
  return sources;
}

function labelPicks(segment: PersonSegment, sources: readonly Source[]): Pick[] {
  const refs = refsIn(segment.own);
  const picked = refs.flatMap((ref) => {
    const found = resolve(ref, sources);
    return found === undefined ? [] : [{ ref, ...found }];
  });
  const chosen = new Set(picked.map(({ offer, turn }) => `${turn} ${offer.line}`));
  return picked.map(({ ref, offer, beside, turn }) => ({
    said: untilSaidForGood(ref.clause),
    offer: offer.text,
    over: ref.isPoint ? [] : beside.filter(({ line }) => !chosen.has(`${turn} ${line}`)).map(briefly),
    by: "label" as const,
    isChanged: CHANGE.test(ref.clause) && ref.clause.split(/\s+/).length > 3,
    turn: segment.turn,
    offeredIn: turn,
  }));
}

/** "1, please. From now on …": what holds for good is said of no offer. */
function untilSaidForGood(clause: string): string {
  const sentences = sentencesIn(clause);
  const at = sentences.findIndex((sentence, n) => n > 0 && isToldForGood(sentence));
  const end = at < 0 ? -1 : clause.indexOf(sentences[at]!);
  return end <= 0 ? clause : clause.slice(0, end).trim();
}

function resolve(ref: Ref, sources: readonly Source[]): { offer: Offer; beside: Offer[]; turn: number } | undefined {
  for (const { text, turn } of sources) {
    const offers = offersIn(text);
    if (new Set(offers.map(({ label }) => label)).size < 2) continue;
    const hits = ref.question === undefined ? offers.filter(({ label }) => label === ref.label) : nested(offers, ref);
    const offer = bestHit(hits, ref.noun);
    if (offer === undefined) continue;
    if (offer.text.split(" ").length < 2) continue;
    return { offer, beside: listOf(offers, offer).filter((one) => one !== offer), turn };
  }
  return undefined;
}

/** "5 – option b": the option that stands below question 5. */
function nested(offers: readonly Offer[], { label, question }: Ref): Offer[] {
  const at = offers.findLastIndex((one) => one.label === question && /^\d/.test(one.label));
  const next = offers.findIndex((one, n) => n > at && /^\d/.test(one.label) && /^\D/.test(label));
  return at < 0 ? [] : offers.slice(at + 1, next < 0 ? undefined : next).filter((one) => one.label === label);
}

function bestHit(hits: readonly Offer[], noun: string): Offer | undefined {
  const called = hits.filter((one) => noun !== "" && (one.noun === noun || one.under.toLowerCase().includes(noun)));
  const offered = hits.filter((one) =>
    /option|finding|choice|approach|suggest|recommend|improve|issue/i.test(`${one.noun} ${one.under}`),
  );
  return called.at(-1) ?? offered.at(-1) ?? hits.at(-1);
}

/** The run of labels it stands in: from the last "1" or "A" on, up to where they begin again. */
function listOf(offers: readonly Offer[], offer: Offer): Offer[] {
  const at = offers.indexOf(offer);
  const isSame = (one: Offer) => /^\d/.test(one.label) === /^\d/.test(offer.label) && one.noun === offer.noun;
  const first = offers.findLastIndex((one, n) => n <= at && isSame(one) && /^[1A]$/.test(one.label));
  const end = offers.findIndex((one, n) => n > at && isSame(one) && /^[1A]$/.test(one.label));
  return offers.slice(Math.max(0, first), end < 0 ? undefined : end).filter(isSame);
}

const BRIEF_WORDS = 6;

function briefly({ name, text }: Offer): string {
  const words = (name === "" ? text : name).split(" ");
  return words.length <= BRIEF_WORDS ? words.join(" ") : `${words.slice(0, BRIEF_WORDS).join(" ")}…`;
}

/** "postgres", "the second option", "your recommendation": one offer of the last message, and no other. */
function namePicks(segment: PersonSegment, sources: readonly Source[]): Pick[] {
  const source = sources.find(({ isLast }) => isLast);
  if (source === undefined) return [];
  const labelled = offersIn(source.text);
  const offers = labelled.length >= 2 ? labelled : [...labelled, ...bulletsIn(source.text)];
  const offer = ordinal(segment.own, offers) ?? recommended(segment.own, offers) ?? namedOffer(segment.own, offers);
  if (offer === undefined) return alternativePick(segment, source);
  const over = listOf(offers, offer)
    .filter((one) => one !== offer)
    .map(briefly);
  const isChanged = CHANGE.test(segment.own);
  return [
    {
      said: clipped(segment.own),
      offer: offer.text,
      over,
      by: "name",
      isChanged,
      offeredIn: source.turn,
    },
  ];
}

function ordinal(own: string, offers: readonly Offer[]): Offer | undefined {
  const place = ORDINALS[ORDINAL.exec(own)?.[1]?.toLowerCase() ?? ""];
  return place === undefined || offers.length < 2 ? undefined : listOf(offers, offers[0]!).at(place);
}

function recommended(own: string, offers: readonly Offer[]): Offer | undefined {
  if (!RECOMMENDED.test(own)) return undefined;
  const marked = offers.filter(({ text, name }) => /recommended|preferred|suggested/i.test(`${name} ${text}`));
  return marked.length === 1 ? marked[0] : undefined;
}

/** Said in passing a name picks nothing: what is said is little more than the name. */
function namedOffer(own: string, offers: readonly Offer[]): Offer | undefined {
  const said = bareWords(own);
  if (said.length > 12 || /[?？]/.test(own)) return undefined;
  const hits = offers.filter(({ name }) => {
    const words = bareWords(name).filter((word) => word.length > 2);
    return words.length > 0 && words.length <= 4 && words.every((word) => said.includes(word));
  });
  return hits.length === 1 && offers.length >= 2 ? hits[0] : undefined;
}

/** So much of what sets one side off must be said. */
const NAMED_SHARE = 0.5;
const EITHER =
  /([\p{L}\p{N}`][^,.;:?\n]{1,60}?)(?:,)? or (?:should (?:i|we) |(?:the|a) )?([\p{L}\p{N}`][^,.;?\n]{1,60}?)\s*[?？]/iu;

/** "Redis or Postgres?" — "Postgres, because …". */
function alternativePick(segment: PersonSegment, { text, turn }: Source): Pick[] {
  const question = sentencesIn(text.slice(-1_500)).findLast((sentence) => EITHER.test(sentence));
  const [, one = "", other = ""] = EITHER.exec(question ?? "") ?? [];
  if (question === undefined || /\b(?:else|other)\b/i.test(`${one} ${other}`)) return [];
  const said = new Set(bareWords(segment.own));
  const only = (side: string, against: string) => {
    const own = [...contentWords(side)].filter((word) => !contentWords(against).has(word)).slice(-6);
    return own.length === 0 ? 0 : own.filter((word) => said.has(word)).length / own.length;
  };
  const [first, second] = [only(one, other), only(other, one)];
  if (Math.max(first, second) < NAMED_SHARE || first === second) return [];
  const over = first > second ? other : (one.split(/\s+/).slice(-4).join(" ") ?? "");
  return [
    {
      said: clipped(segment.own),
      offer: question,
      over: [over.trim()],
      by: "name",
      isChanged: false,
      offeredIn: turn,
    },
  ];
}

/** A yes stands for the last thing that was asked or offered. */
function yesPicks(segment: PersonSegment, sources: readonly Source[]): Pick[] {
  const source = sources.find(({ isLast }) => isLast);
  const rest = sentencesIn(segment.own.trim().replace(ASKED_ASSENT, "").replace(ASSENT, "")).filter(
    (sentence) => sentence.split(/\s+/).length > 3,
  );
  if (rest.some((sentence) => /[?？]\s*$/.test(sentence) || STILL_SO.test(sentence))) return [];
  const sentences = sentencesIn(source?.text ?? "");
  const at = sentences.findLastIndex((sentence, n) => n >= sentences.length - 8 && OFFERS.test(sentence));
  if (source === undefined || at < 0) return [];
  const offer = understood(sentences, at);
  const said = clipped(segment.own);
  return [
    {
      said,
      offer,
      over: [],
      by: "yes",
      isChanged: CHANGE.test(segment.own),
      offeredIn: source.turn,
    },
  ];
}

/** Tells how it is now, and agrees to nothing. */
const STILL_SO =
  /\b(?:still|again|same|but (?:it|there|now)|doesn'?t|does not|didn'?t|not working|error|fails?|issue|problem)\b|还是|报错/iu;

const TELLING = 3;
const BEFORE_WORDS = 40;

/** "Would you like me to make this change?" tells nothing by itself: what stands before it does. */
function understood(sentences: readonly string[], at: number): string {
  const offer = sentences[at]!;
  const telling = [...contentWords(offer)].filter((word) => !OFFER_WORDS.test(word)).length;
  if (telling >= TELLING) return offer;
  const before: string[] = [];
  for (let n = at - 1; n >= 0; n--) {
    if ([...before, sentences[n]!].join(" ").split(/\s+/).length > BEFORE_WORDS) break;
    before.unshift(sentences[n]!);
  }
  return [...before, offer].join(" ");
}

const OFFER_WORDS =
  /^(?:like|want|shall|know|change|changes|fix|apply|implement|proceed|update|option|approach|prefer|these|this|make|add|review|start|ready|would)$/;
