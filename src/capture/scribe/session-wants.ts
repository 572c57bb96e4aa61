/**
 * What a session was for: of all a person asked, what names most, and where the mind was changed, what was asked then.
 * What programs printed and what a harness tells its agent is nobody's goal. Pure.
 */

import {
  isOrder,
  isPrinted,
  namesIn,
  pointsElsewhere,
  sentencesIn,
  shortened,
  tagsFrom,
  withoutLead,
} from "../../text/sentences.ts";
import type { Turn } from "../../transcripts/turn.ts";
import { saysTurned, saysWanted } from "./session-words.ts";

export type Placed = Turn & { readonly place: number };

interface Want {
  readonly text: string;
  readonly place: number;
  /** How much it tells of what was wanted. */
  readonly score: number;
  /** Said as a wish, an order or a question. */
  readonly isAsked: boolean;
  /** Takes back what was said before. */
  readonly isTurn: boolean;
}

export interface Wants {
  readonly goal: Want;
  /** The goal it began with, where another took its place. */
  readonly first?: Want | undefined;
  /** What else was asked for, in order. */
  readonly others: readonly Want[];
}

const LONGEST = 220;
const PROMPT = 4_000;
/** From here on a sentence says what a session is for. */
const TELLING = 4;
/** What a session is about is said early: a later wish has to tell so much more. */
const LATER = 0.4;
const FIRST = 0.8;
const MOST_OTHERS = 3;

/** Tells what is wrong, not what it will be called when it is right. */
const LABELLED =
  /^(?:bug|issue|problem|task|feature|context|background|note|fehler|aufgabe|問題|課題|问题|任务)(?:\s[^:：]{0,60})?[:：]/i;
const MUSING = /^(?:i think|i guess|maybe|perhaps|not sure|hmm)/i;
/** How to go about it, not what for. */
const RESTRAINT = /^(?:do not|don't|never|make sure|no workarounds)\b|;\s*(?:do not|don't)\b/i;
/** How it is to be from now on, whatever the session is for. */
const STANDING =
  /^(?:and |also |please )?(?:from now on|always|in (?:the )?future|going forward)\b|(?<!\p{L})(?:künftig|ab jetzt|von nun an)(?!\p{L})|^(?:今後|これから)|^以后/iu;
/** Goes on with what stands elsewhere. */
const RESUMES =
  /\b(?:where we left off|(?:previous|last|next) session|proceed|continue|go ahead|carry on|compact|anything else|what's next)\b/i;
/** Told to whoever works for a harness. */
const SETTING =
  /^(?:your|the) working directory|^environment notes|^you (?:are|have|will)\b|\bdependencies are already installed\b|^(?:tests? use|run (?:a single|the) (?:file|test))/i;

export function wantsIn(turns: readonly Turn[]): Wants | undefined {
  const said = promptsOf(turns).map(({ text, place }) => sentencesOf(text).map((one) => wantOf(one, place)));
  const best = said.flatMap((wants) => bestOf(wants) ?? []);
  const [first] = [...best]
    .map((want, n) => ({ want, worth: want.score - (n === 0 ? 0 : FIRST + LATER * n) }))
    .sort((a, b) => b.worth - a.worth)
    .filter(({ want }) => want.score >= TELLING);
  const begun = first?.want ?? plainest(said.flat());
  if (begun === undefined) return undefined;
  const goal = settledOn(begun, said);
  const others = best.filter(
    (want) => want.isAsked && want.score >= TELLING && want.place !== goal.place && want !== begun,
  );
  return { goal, ...(goal === begun ? {} : { first: begun }), others: others.slice(0, MOST_OTHERS) };
}

/** Says what the session is for, and not only that something was asked. */
export function isTelling({ score, text }: Want): boolean {
  return score >= TELLING && !LABELLED.test(text);
}

/** Understood by who was not there: enough to be proposed unasked. */
export function isPlainToAll(want: Want): boolean {
  return isTelling(want) && want.isAsked && !pointsElsewhere(want.text);
}

function promptsOf(turns: readonly Turn[]): Placed[] {
  return turns
    .map((turn, place) => ({ ...turn, place }))
    .filter(({ by, agent, text }) => by === "person" && agent === undefined && text.trim() !== "");
}

/** Without code, tags and what a program printed, with the lines that hang below it. */
function sentencesOf(prompt: string): string[] {
  const lines = prompt
    .slice(0, PROMPT)
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm, "")
    .replace(/<[^>\n]{1,200}>/g, " ")
    .split("\n");
  let isPaste = false;
  const own = lines.filter((line) => {
    if (isPrinted(line.trim())) isPaste = true;
    else if (line.trim() === "" || !/^(?:\s{4,}|\t)/.test(line)) isPaste = false;
    return !isPaste;
  });
  return sentencesIn(own.join("\n")).filter((sentence) => !isPrinted(sentence));
}

function wantOf(raw: string, place: number): Want {
  const whole = raw.replace(/\p{Extended_Pictographic}\s*/gu, "").replace(FAR_PATH, "$1");
  const sentence = withoutLead(whole);
  const isAsked = isOrder(sentence) || saysWanted(sentence) || /[?？]$/.test(sentence);
  const names = namesIn(sentence).length;
  const score =
    Math.min(names, isAsked ? 6 : 4) +
    (isOrder(sentence) || saysWanted(sentence) ? 3 : 0) +
    (/[?？]$/.test(sentence) ? 1 : 0) -
    (pointsElsewhere(sentence) ? 3 : 0) -
    (MUSING.test(sentence) ? 4 : 0) -
    (STEP.test(raw) ? 2 : 0) -
    (RESTRAINT.test(sentence) ? 4 : 0) -
    (STANDING.test(sentence) ? 5 : 0) -
    (RESUMES.test(sentence) ? 3 : 0) -
    (SETTING.test(sentence) ? 6 : 0);
  const isCode = /^`[^`]*`$/.test(sentence);
  const isTurn = saysTurned(raw);
  return {
    text: shortened(isTurn ? sentence : whole, LONGEST),
    place,
    isTurn,
    score: names === 0 || isCode ? -9 : score,
    isAsked,
  };
}

/** Of a path that is long, its end says which. */
const FAR_PATH = /(?<![:/\w])(?:\/[\w.@+-]+){3,}\/([\w.@+-]+)/g;
/** One of several, which only together are the wish. */
const STEP = /^(?:now|then|next|first|finally)\b/i;

/** The first of the best. */
function bestOf(wants: readonly Want[]): Want | undefined {
  return wants.reduce<Want | undefined>(
    (best, want) => (best === undefined || want.score > best.score ? want : best),
    undefined,
  );
}

/** Where nothing tells much: the first that is a sentence at all. */
function plainest(wants: readonly Want[]): Want | undefined {
  const isSentence = ({ text }: Want) => text.split(/\s+/).length > 3 || tagsFrom(text).length > 1;
  return wants.find((want) => want.score > 0 && isSentence(want)) ?? wants.find(isSentence) ?? wants[0];
}

/** The last thing that was asked for instead: it says so, and speaks of the same. */
function settledOn(begun: Want, said: readonly (readonly Want[])[]): Want {
  let goal = begun;
  for (const wants of said) {
    for (const [n, want] of wants.entries()) {
      if (want.place <= goal.place || !want.isTurn) continue;
      const told = [want, wants[n + 1]].find((one) => one !== undefined && tagsFrom(one.text).length >= 2);
      const isOfSame = sharesWord(want.text, goal.text) || sharesWord(want.text, begun.text) || MIND.test(want.text);
      if (told !== undefined && isOfSame && told.score >= 3) goal = told;
    }
  }
  return goal;
}

const MIND =
  /\b(?:changed? my mind|second thought|scrap (?:that|this)|start over|different approach|anders überlegt)|気が変わ|考え直|算了/i;

function sharesWord(one: string, other: string): boolean {
  const words = new Set(tagsFrom(other, 30));
  return tagsFrom(one, 30).some((word) => words.has(word));
}
