/** What a message offers under labels: numbered, lettered and bulleted lists, "Option 2", table rows, headings. Pure. */

import { plain } from "../../text/sentences.ts";

export interface Offer {
  /** "2", "B"; of an unlabelled list "". */
  readonly label: string;
  /** What it is called there: "option", "finding" …; else "". */
  readonly noun: string;
  /** Its words without the label, on one line. */
  readonly text: string;
  /** What it begins with, where that is set off: in bold, or before a dash or a colon. */
  readonly name: string;
  /** The nearest heading above it. */
  readonly under: string;
  /** Of several on one line, parts of it. */
  readonly line: number;
}

const NOUNS =
  "options?|opt|findings?|issues?|improvements?|suggestions?|approach(?:es)?|phases?|steps?|questions?|choices?|alternatives?|proposals?|fix(?:es)?|changes?|problems?|concerns?|points?|observations?|recommendations?|tasks?|variants?|ideas?|bugs?|comments?|вариант|пункт|选项|方案|问题|建议";
const LEAD = "^\\s*(?:#{1,6}\\s+|[-*•]\\s+|\\|\\s*|>\\s+)?(?:[✅❌⚠️🔴🟡🟢❓]+\\s*)?(?:\\*\\*|__|`)?";
const NUMBERED = new RegExp(`${LEAD}[#([]?(\\d{1,2}|[A-Ha-h])(?:[).\\]:、]|\\*\\*|\\s*\\||\\s+[-–—]\\s)`, "u");
const NAMED = new RegExp(`${LEAD}(${NOUNS})\\s*#?(\\d{1,2}|[a-h])\\b`, "iu");
/** V8 takes 3 ms to read the pattern for them: a line that begins with no such letters is not held against it. */
const nounBegins = NOUNS.split("|").map((noun) => noun.slice(0, 3));
const FIRST_LETTERS = /^[^A-Za-z\x80-\uffff]*([A-Za-z]{3}|[A-Za-z]{0,2}[^\x00-\x7f])/;
const HEADING = /^\s*(?:#{1,6}\s+(.+)|\*\*([^*]{2,80})\*\*:?|(.{3,70})[:：])\s*$/;
const FENCE = /^\s*(?:```|~~~)/;
const ASKS = /[?？]\s*$/;
const BULLET = /^(\s*)[-*•]\s+/;
const BLOCK_WORDS = 60;
/** Nobody picks from more, and a longer list is a report. */
const MOST_OFFERS = 200;

interface Found {
  readonly offer: Omit<Offer, "text" | "name">;
  readonly lines: string[];
  readonly isHeading: boolean;
}

export function offersIn(text: string): Offer[] {
  return foundIn(text)
    .slice(-MOST_OFFERS)
    .map(({ offer, lines: own }) => ({ ...offer, name: nameIn(own[0] ?? ""), text: oneLine(own) }));
}

/** How many there are, in whatever words. */
export function countOffers(text: string): number {
  return foundIn(text).length;
}

function foundIn(text: string): Found[] {
  const lines = outsideFences(text);
  const offers: Found[] = [];
  let [under, isOpen] = ["", false];
  for (const [at, line] of lines.entries()) {
    const inline = inlineOffers(line);
    const label = labelIn(line);
    const heading = HEADING.exec(line);
    if (inline.length > 0) {
      for (const [n, { label: own, text: said }] of inline.entries())
        offers.push({ offer: { label: own, noun: "", under, line: at + n / 10 }, lines: [said], isHeading: false });
      isOpen = false;
    } else if (label !== undefined) {
      const isHeading = /^\s*(?:#|\*\*)/.test(line);
      const { length, ...own } = label;
      offers.push({ offer: { ...own, under, line: at }, lines: [line.slice(length)], isHeading });
      isOpen = true;
    } else if (heading !== null) {
      under = plain(heading[1] ?? heading[2] ?? heading[3] ?? "");
      if (!BULLET.test(line)) isOpen = false;
    } else if (isOpen) {
      const last = offers.at(-1)!;
      const isFlush = /^\S/.test(line) && !BULLET.test(line) && !last.isHeading;
      // "Which do you want?", right below the last one.
      const isApart = isFlush && ((lines[at - 1] ?? "").trim() === "" || ASKS.test(line));
      if (isApart) isOpen = false;
      else last.lines.push(line);
    }
  }
  return offers;
}

const INLINE = /(?:^|[\s:;,.—–])(?:\((\d|[a-h])\)|(\d|[A-H])[.)]|([a-h])\))\s+(?=\S)/giu;

/** "a) keep it, b) drop it": labels that count up on one line, from the first on. */
function inlineOffers(line: string): { label: string; text: string }[] {
  const found = [...line.matchAll(INLINE)].map((match) => ({
    label: (match[1] ?? match[2] ?? match[3])!.toUpperCase(),
    at: match.index,
    from: match.index + match[0].length,
  }));
  const labels = found.map(({ label }) => label).join("");
  if (found.length < 2 || !("12345678".startsWith(labels) || "ABCDEFGH".startsWith(labels))) return [];
  return found.map(({ label, from }, n) => ({
    label,
    text: line.slice(from, found[n + 1]?.at).replace(/[\s,;]*(?:\b(?:or|and)\b)?[\s,;?]*$/iu, ""),
  }));
}

/** The same of a list without labels: each by what it begins with. */
export function bulletsIn(text: string): Offer[] {
  return outsideFences(text).flatMap((line, at) => {
    if (BULLET.exec(line)?.[1] !== "" || labelIn(line) !== undefined) return [];
    const own = line.replace(BULLET, "");
    const name = nameIn(own);
    return name === "" ? [] : [{ label: "", noun: "", under: "", line: at, name, text: oneLine([own]) }];
  });
}

/** `length`: of all that is no words of the line. */
function labelIn(line: string): (Pick<Offer, "label" | "noun"> & { readonly length: number }) | undefined {
  const named = mayBeNamed(line) ? NAMED.exec(line) : null;
  const [all = "", noun = "", label = ""] = named ?? withoutNoun(NUMBERED.exec(line));
  if (label === "") return undefined;
  // "a. m." and "I:" are no labels; a single small letter needs a bracket.
  if (named === null && /^[a-h]$/.test(label) && !line.includes(`${label})`)) return undefined;
  return { label: label.toUpperCase(), noun: noun.toLowerCase().replace(/(?:e?s)$/, ""), length: all.length };
}

function withoutNoun(found: RegExpExecArray | null): readonly string[] {
  return found === null ? [] : [found[0], "", found[1] ?? ""];
}

function mayBeNamed(line: string): boolean {
  const begin = FIRST_LETTERS.exec(line)?.[1]?.toLowerCase();
  return begin !== undefined && (nounBegins.includes(begin) || /[^\x00-\x7f]/.test(begin));
}

function nameIn(line: string): string {
  const bold = /^\s*(?:[:–—-]\s*)?\*\*([^*]{2,80}?)[:.]?\*\*/.exec(line)?.[1];
  const lead = /^[^\p{L}`]*([\p{L}`][^:–—]{1,60}?)\s*(?:[:：]|\s[-–—]\s)/u.exec(line)?.[1];
  return plain(bold ?? lead ?? "");
}

function oneLine(lines: readonly string[]): string {
  const text = lines
    .map((line) => plain(line.replace(/^\s*\|?\s*|\s*\|\s*/g, " ")))
    .filter((line) => line !== "")
    .join(" ")
    .replace(/^[:.\s–—-]+/, "");
  const words = text.split(" ");
  return words.length <= BLOCK_WORDS ? text : `${words.slice(0, BLOCK_WORDS).join(" ")}…`;
}

function outsideFences(text: string): string[] {
  let inside = false;
  return text.split("\n").map((line) => {
    const isFence = FENCE.test(line);
    const isOut = !inside && !isFence;
    if (isFence) inside = !inside;
    return isOut ? line : "";
  });
}
