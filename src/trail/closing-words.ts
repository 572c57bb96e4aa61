/**
 * What an agent's last words in a turn say of the work: where it stands, what is next, what is in the way, what it asks.
 * Read by their shape: headings and lists first, then single sentences. Pure.
 */

import { plain, sentencesIn } from "../text/sentences.ts";
import { ANNOUNCES, saysDone } from "../text/session-words.ts";

export interface ClosingWords {
  readonly stands: readonly string[];
  readonly next: readonly string[];
  readonly inTheWay: readonly string[];
  /** The question it ends with, to be answered by the person. */
  readonly asks?: string;
}

const LONGEST = 220;
const most = { stands: 3, next: 3, inTheWay: 2 } as const;
const FEWEST_WORDS = 3;

const FENCED = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1|$(?![\s\S]))/gm;
const HEADING = /^\s*(?:#{1,6}\s+(.+)|\*\*([^*]+)\*\*:?\s*|([\p{Lu}][^.!?:|]{2,40}):\s*)$/u;
const LISTED = /^\s*(?:[-*•+]|\d{1,3}[.)]|\[[ x]\])\s+/;
const LEADS_UP = /\s*[:：]\s*$/;
const NO_PROSE = /^\s*(?:\||>|[-=*_]{3,}\s*$|<)/;

/** What stands under such a heading. */
const NEXT_HEADING = /\b(?:next|remaining|remains|to ?do|left|follow[ -]?ups?|outstanding|open)\b/i;
const BLOCK_HEADING = /\b(?:block(?:ed|ers?)|in the way|waiting|open questions?)\b/i;
/** Under such a heading nothing tells how the work stands. */
const OTHER_HEADING = /\b(?:options?|alternatives?|usage|example|how to|why|background|notes?|questions?)\b/i;

const NEXT =
  /^(?:next|then|after that|remaining|still|tomorrow|later)\b|\bnext(?:,| I\b| I'll| we\b| step| is\b| up\b| comes\b| session)|\b(?:remain(?:s|ing)?|still (?:needs?|has|have|to do|missing|open)|left to do|yet to be|not (?:yet|done yet)|TODO|follow-?up)\b/i;
const IN_THE_WAY =
  /\b(?:is |are |am |was )?blocked (?:by|on|until)\b|\bwaiting (?:for|on)\b|\bcan(?:no|')t (?:go on|proceed|continue|test|verify|run)\b|\bstuck (?:on|at|because)\b|\bneeds? (?:your|you to)\b/i;
/** Neither tells of the work. */
const FILLER =
  /^(?:done|ok(?:ay)?|sure|great|perfect|got it|understood|all (?:set|done|good)|you're (?:right|welcome)|good (?:question|point|catch)|here(?:'s| is| are)|let me\b|i'll\b|i will\b|thanks?\b|sorry|no problem|absolutely|certainly|noted)\b[^.!?]{0,12}[.!:,]*$/i;

export function closingWordsIn(said: string): ClosingWords {
  const lines = said.replace(FENCED, "").split("\n");
  const found = { stands: [] as string[], next: [] as string[], inTheWay: [] as string[] };
  let under = "";
  let asks: string | undefined;
  for (const line of lines) {
    const heading = headingIn(line);
    if (heading !== undefined) {
      under = heading;
      continue;
    }
    if (line.trim() === "" || NO_PROSE.test(line)) continue;
    const isListed = LISTED.test(line);
    if (!isListed && under !== "" && !/^\s/.test(line)) under = isHeadingOfWork(under) ? under : "";
    for (const sentence of sentencesIn(line)) {
      // What leads up to a list says nothing by itself: what follows does.
      if (LEADS_UP.test(sentence)) {
        under = plain(sentence).replace(LEADS_UP, "");
        continue;
      }
      asks = sentence.endsWith("?") ? sentence : isListed ? asks : undefined;
      const sort = sortOf(sentence, under, isListed);
      if (sort !== undefined) found[sort].push(short(sentence));
    }
  }
  return {
    stands: tellingFirst(found.stands).slice(0, most.stands),
    next: found.next.slice(0, most.next),
    inTheWay: found.inTheWay.slice(0, most.inTheWay),
    ...(asks === undefined ? {} : { asks: short(asks) }),
  };
}

/** Of more than there is room for, those that say what was done, in their order. */
function tellingFirst(stands: readonly string[]): readonly string[] {
  if (stands.length <= most.stands) return stands;
  const done = stands.filter((line) => saysDone(line));
  return [...done, ...stands.filter((line) => !done.includes(line))];
}

function headingIn(line: string): string | undefined {
  const [, hashes, bold, plainly] = HEADING.exec(line) ?? [];
  const heading = hashes ?? bold ?? plainly;
  return heading === undefined ? undefined : plain(heading);
}

function isHeadingOfWork(heading: string): boolean {
  return NEXT_HEADING.test(heading) || BLOCK_HEADING.test(heading);
}

function sortOf(sentence: string, under: string, isListed: boolean): keyof typeof most | undefined {
  if (sentence.split(/\s+/).length < FEWEST_WORDS && !/\p{Script=Han}{4}/u.test(sentence)) return undefined;
  if (BLOCK_HEADING.test(under)) return "inTheWay";
  if (NEXT_HEADING.test(under)) return "next";
  if (sentence.endsWith("?")) return undefined;
  if (IN_THE_WAY.test(sentence)) return "inTheWay";
  if (NEXT.test(sentence)) return "next";
  if (FILLER.test(sentence) || ANNOUNCES.test(sentence) || OTHER_HEADING.test(under)) return undefined;
  return isListed && under === "" ? undefined : "stands";
}

/** Without a sign of the cut: what is kept must stand in what was said. */
function short(sentence: string): string {
  if (sentence.length <= LONGEST) return sentence;
  const cut = sentence.slice(0, LONGEST);
  const space = cut.lastIndexOf(" ");
  return cut.slice(0, space > LONGEST / 2 ? space : LONGEST).replace(/[\ud800-\udbff]$/, "");
}
