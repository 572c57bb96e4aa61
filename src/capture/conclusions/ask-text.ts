/**
 * When the session's own model is asked to keep what was settled, and in what words: at a conclusion, or with a prompt
 * that asks for something where several have gathered; within a budget, never twice for a matter. Pure.
 */

import { wholeStart } from "../../text/lines.ts";
import { isAssent } from "../../text/request.ts";
import { tokensOf } from "../../text/tokens.ts";
import { personCues } from "./said-cues.ts";
import type { Signal } from "./signals.ts";

export const ASK_TOKENS = 200;
export const ASKS_A_SESSION = 5;

interface Ask {
  readonly text: string;
  /** The signals it tells of; the others wait for the next. */
  readonly told: readonly Signal[];
  readonly quotes: readonly string[];
}

const HEAD = "Settled since you last kept something: ";
const TAIL = ". Keep with remember what a later session needs and the code does not show.";
/** How long a quotation is at least: so short that all that has gathered fits, if it can. */
const SHORT_WORDS = [9, 7, 5];
const LONG_WORDS = 36;
const OVER_WORDS = 4;
/** Who says less than that says it of the offer. */
const OWN_WORDS = 4;

/** Undefined where nothing was settled, or nothing of it fits. The surest are told first, in the order they were said. */
export function askText(signals: readonly Signal[]): Ask | undefined {
  const sorted = [...signals].sort((a, b) => b.weight - a.weight || b.turn - a.turn);
  const room = ASK_TOKENS - tokensOf(HEAD + TAIL);
  const packed = SHORT_WORDS.map((most) => packedIn(room, sorted, most));
  const { told, left: rest } = packed.find((one) => one.told.length === sorted.length) ?? packed.at(-1)!;
  if (told.length === 0) return undefined;
  let left = rest;
  // What is left over is for longer quotations, of the surest first.
  for (const one of told) {
    for (const most of [LONG_WORDS, LONG_WORDS / 2]) {
      const longer = lineOf(one.signal, most);
      const more = tokensOf(longer) - tokensOf(one.line);
      if (more > left) continue;
      left -= more;
      one.line = longer;
      break;
    }
  }
  const inOrder = told.sort((a, b) => a.signal.turn - b.signal.turn);
  const text = `${HEAD}${inOrder.map(({ line }) => line).join("; ")}${TAIL}`;
  return { text, told: inOrder.map(({ signal }) => signal), quotes: inOrder.map(({ line }) => line) };
}

interface Packed {
  readonly told: { readonly signal: Signal; line: string }[];
  readonly left: number;
}

function packedIn(room: number, signals: readonly Signal[], most: number): Packed {
  let left = room;
  const told = signals.flatMap((signal) => {
    const line = briefLineOf(signal, most);
    const cost = tokensOf(`${line}; `);
    if (cost > left) return [];
    left -= cost;
    return [{ signal, line }];
  });
  return { told, left };
}

function lineOf({ is, quotes: [first = "", second = ""], over }: Signal, most: number): string {
  const said = words(first, most);
  const offered = words(second, most);
  const others = over.slice(0, 3).map((one) => words(one, OVER_WORDS));
  const beside = others.length === 0 ? "" : ` over ${others.join(", ")}`;
  if (is === "answer") return `«${offered}» answered «${said}»${beside}`;
  if (is === "pick") return `chose «${said}»: «${offered}»${beside}`;
  if (is === "yes") return `«${said}» to «${offered}»`;
  if (is === "fixed") return second === "" ? first : `${first} («${offered}» before)`;
  return `«${said}»`;
}

/** The same where room is short: what was turned down is left out. */
function briefLineOf({ is, quotes: [first = "", second = ""] }: Signal, most: number): string {
  if (is === "fixed") return first;
  if (is === "answer") return `«${words(second, OWN_WORDS)}» answered «${words(first, most)}»`;
  if (is === "pick") return `chose «${words(first, OWN_WORDS)}»: «${words(second, most)}»`;
  return is === "yes" ? `«${words(first, OWN_WORDS)}» to «${words(second, most)}»` : `«${words(first, most)}»`;
}

/** Too long to be told whole, it is told from the clause on that says how it is to be. */
function words(text: string, most: number): string {
  const all = text.replace(/[«»]/g, '"').replace(FILLER, "").split(/\s+/);
  const from = all.length <= most ? 0 : clauseStart(all);
  const short = all.slice(from, from + most).join(" ");
  const cut = `${from > 0 ? "…" : ""}${short}${from + most < all.length ? "…" : ""}`;
  return cut.length <= most * 12 ? cut : `${wholeStart(cut, most * 12)}…`;
}

const FILLER = /^(?:(?:ok(?:ay)?|also|so|well|and|then|now|please|hm+|alright|great)[,.…]*\s+)+/i;
const CLAUSE_END = /[,;:)]$|^[-–—]$/;

function clauseStart(all: readonly string[]): number {
  const starts = [0, ...all.flatMap((word, at) => (CLAUSE_END.test(word) && at + 3 < all.length ? [at + 1] : []))];
  const tells = (from: number, end: number) => {
    const clause = all.slice(from, end).join(" ");
    return personCues.strongRule.test(clause) || personCues.correction.test(clause) || personCues.rule.test(clause);
  };
  return starts.find((from, n) => tells(from, starts[n + 1] ?? all.length)) ?? 0;
}

/** What has gathered and what was asked: kept between the moments by who asks. */
interface Gathering {
  readonly pending: readonly Signal[];
  readonly asked: number;
}

type AskMoment = "conclusion" | "prompt";

/**
 * What the n-th ask needs to have gathered with a prompt. Most sessions are short, and what waits at their end is never
 * asked for: three asks come early. A long one gathers until the last two are as full as they may be.
 */
const NEEDED = [3, 3, 3, 8, 20];
/** At a conclusion fewer suffice. */
const NEEDED_AT_CONCLUSION = [2, 2, 2, 6, 14];
/** While so few were asked, what fails no more is asked for by itself. */
const MENDED_ALONE = 2;
/** So many sentences in which nothing says that they settle anything make an ask all the same. */
const MERE_WORDS = 5;

export function isTimeToAsk({ pending, asked }: Gathering, moment: AskMoment): boolean {
  const weight = pending.reduce((sum, one) => sum + one.weight, 0);
  if (asked >= ASKS_A_SESSION || (pending.every(({ is }) => is === "said") && weight < MERE_WORDS)) return false;
  if (moment === "prompt") return weight >= NEEDED[asked]!;
  return weight >= NEEDED_AT_CONCLUSION[asked]! || (asked < MENDED_ALONE && pending.some(({ is }) => is === "fixed"));
}

/** No ask with a prompt that asks nothing: thanks, a yes. */
export function asksForSomething(own: string): boolean {
  const words = own.trim().split(/\s+/).length;
  return (
    words >= 4 &&
    !(isAssent(own) && words < 4) &&
    !/^(?:thanks?|thank you|great|perfect|nice)\b[^.!?]{0,20}[.!]*$/i.test(own.trim())
  );
}
