/**
 * The file of blockers, read and changed: an entry each, the newest last; what is out of the way stands under a heading of
 * its own, and some time later in the history only. "None" is no blocker, and "X is unblocked" takes X out of the way. Pure.
 */

import { termsOf } from "./analyse.ts";
import { shareWithin } from "./likeness.ts";
import { sentencesIn } from "./sentences.ts";

const RESOLVED = "## Resolved";
const MOST_RESOLVED = 10;
/** So much of what is said to be out of the way must stand in the entry. */
const SPEAKS_OF = 0.6;

const NONE =
  /^(?:none|nothing|n\/a|-|no(?:ne| more| open| remaining)* blockers?(?: left| remain(?:s|ing)?| any ?more)?|nothing (?:is |stands )?(?:in the way|blocking|blocked)(?: any ?more| now)?|all (?:clear|(?:blockers )?(?:are )?(?:resolved|cleared|unblocked))|unblocked)[.!]*$/i;
/** Said of anything at any time. */
const FREED =
  /\b(?:is|are|was|were|has been|have been|got|now)\s+(?:now\s+|also\s+|finally\s+)?(?:unblocked|no longer (?:blocked|blocking|in the way)|out of the way)\b|\bno longer blocks?\b|\bblockers?\b[^.]{0,80}\b(?:is|are|was|were|has been)\s+(?:now\s+)?(?:resolved|gone|cleared|removed|lifted)\b/i;
/** Said of a blocker, to whoever keeps them. */
const MENDED =
  /\b(?:is|are|was|were|has been|have been|got)\s+(?:now\s+|finally\s+)?(?:resolved|solved|fixed|cleared|lifted|sorted out|done|here|available)\b/i;
const LABELLED = /^(?:unblocked|resolved|solved|cleared|fixed|no longer blocked(?: by| on)?)\s*[:–—-]\s*/i;
/** Told of the work as it is, not of what would have to be. */
const UNSURE = /\b(?:once|until|when|if|after|unless|before|not|n't|cannot|should|will|would|hope)\b|\?\s*$/i;
const BY_HAND = /^(?:\[[xX]\]\s|~~)/;
const TIME = /^(\d{4}-\d\d-\d\dT\S+)\s+/;

export interface Blocker {
  /** ISO time; missing where a person wrote it by hand. */
  readonly at?: string;
  readonly text: string;
}

interface Entry extends Blocker {
  readonly lines: readonly string[];
}

/** Oldest first, as they stand. */
export function openBlockers(body: string): Blocker[] {
  return partsOf(body)
    .open.filter(isOpen)
    .map(({ lines: _, ...blocker }) => blocker);
}

/** Does it say that nothing is in the way? */
export function saysNone(text: string): boolean {
  return NONE.test(text.trim());
}

interface SaidResolved {
  readonly said: string;
  /** It can be nothing else; other words may also be those of a new blocker. */
  readonly isPlain: boolean;
}

/** What the words of one that is given as a blocker take out of the way. */
export function saidResolved(text: string): SaidResolved | undefined {
  const said = text.trim();
  if (saysNone(said)) return { said, isPlain: true };
  if (LABELLED.test(said)) return { said: said.replace(LABELLED, ""), isPlain: true };
  if (UNSURE.test(said.replace(/\bno longer\b/i, ""))) return undefined;
  return FREED.test(said) || MENDED.test(said) ? { said, isPlain: FREED.test(said) } : undefined;
}

/** The same in ordinary talk, where only plain words count. */
export function freedIn(talk: string): string[] {
  if (!FREED.test(talk)) return [];
  return sentencesIn(talk).filter((sentence) => FREED.test(sentence) && !UNSURE.test(sentence));
}

interface BlockersAfter {
  readonly body: string;
  readonly resolved: readonly string[];
}

/** With what `said` takes out of the way marked as such. */
export function bodyWithout(body: string, said: readonly string[], now: Date): BlockersAfter {
  const { head, open, after } = partsOf(body);
  const isMeant = (entry: Entry) => said.some((one) => saysNone(one) || speaksOf(one, entry.text));
  const gone = open.filter((entry) => isOpen(entry) && isMeant(entry));
  if (gone.length === 0) return { body, resolved: [] };
  const day = now.toISOString().slice(0, 10);
  const marked = gone.map(({ lines: [first = "", ...more] }) => [`${first} (resolved ${day})`, ...more].join("\n"));
  const left = open.filter((entry) => isOpen(entry) && !gone.includes(entry));
  const resolved = [...after.entries.map(({ lines }) => lines.join("\n")), ...marked].slice(-MOST_RESOLVED);
  return { body: printed(head, left, [RESOLVED, "", ...resolved], after.rest), resolved: gone.map(({ text }) => text) };
}

/** With a new entry among the open ones. */
export function bodyWith(body: string, entry: string): string {
  const { head, open, after } = partsOf(body);
  const told = after.entries.map(({ lines }) => lines.join("\n"));
  const known = open.filter(isOpen).map(({ lines }) => ({ lines }));
  return printed(head, [...known, { lines: [entry] }], told.length === 0 ? [] : [RESOLVED, "", ...told], after.rest);
}

interface Parts {
  /** What stands before the first entry. */
  readonly head: readonly string[];
  readonly open: readonly Entry[];
  /** Under the heading, and what other sections a person wrote. */
  readonly after: { readonly entries: readonly Entry[]; readonly rest: readonly string[] };
}

function partsOf(body: string): Parts {
  const lines = body.split(/\r?\n/);
  const first = lines.findIndex((line) => /^## /.test(line));
  const upper = first < 0 ? lines : lines.slice(0, first);
  const lower = first < 0 ? [] : lines.slice(first);
  const at = lower.findIndex((line) => line.trim() === RESOLVED);
  const next = at < 0 ? -1 : lower.findIndex((line, n) => n > at && /^## /.test(line));
  const under = at < 0 ? [] : lower.slice(at + 1, next < 0 ? undefined : next);
  const rest = at < 0 ? lower : [...lower.slice(0, at), ...(next < 0 ? [] : lower.slice(next))];
  const begin = upper.findIndex((line) => line.trim() !== "" && !line.startsWith("#"));
  const head = begin < 0 ? upper : upper.slice(0, begin);
  return { head, open: entriesIn(begin < 0 ? [] : upper.slice(begin)), after: { entries: entriesIn(under), rest } };
}

function entriesIn(lines: readonly string[]): Entry[] {
  const groups: string[][] = [];
  for (const line of lines) {
    if (line.trim() === "") continue;
    if (/^\s/.test(line) && groups.length > 0) groups.at(-1)!.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => {
    const said = group.join("\n").replace(/^(?:[-*+]|\d+[.)])\s+/, "");
    const at = TIME.exec(said)?.[1];
    return { ...(at === undefined ? {} : { at }), text: said.replace(TIME, "").trim(), lines: group };
  });
}

function isOpen({ text }: Blocker): boolean {
  return text !== "" && !saysNone(text) && !BY_HAND.test(text);
}

function speaksOf(said: string, entry: string): boolean {
  const words = new Set(
    termsOf(
      said
        .replace(FREED, " ")
        .replace(MENDED, " ")
        .replace(/\bblock\w*\b/gi, " "),
    ),
  );
  return words.size > 0 && shareWithin(words, new Set(termsOf(entry))) >= SPEAKS_OF;
}

function printed(
  head: readonly string[],
  open: readonly { readonly lines: readonly string[] }[],
  resolved: readonly string[],
  rest: readonly string[],
): string {
  const block = (lines: readonly string[]) => lines.join("\n").trim();
  const entries = open.map(({ lines }) => lines.join("\n")).join("\n\n");
  return [block(head), entries, block(resolved), block(rest)].filter((part) => part !== "").join("\n\n");
}

/** A list of them, as what is said of it leaves it. */
export function blockersLeft(known: readonly string[], said: readonly string[]): string[] {
  const over = said.flatMap((text) => saidResolved(text) ?? []).filter(({ isPlain }) => isPlain);
  if (over.length === 0) return [...said];
  const isOver = (text: string) => over.some((one) => saysNone(one.said) || speaksOf(one.said, text));
  return [...known.filter((text) => !isOver(text)), ...said.filter((text) => saidResolved(text)?.isPlain !== true)];
}

/** The same after ordinary talk. */
export function blockersAfterTalk(known: readonly string[], talk: string): readonly string[] {
  const freed = known.length === 0 ? [] : freedIn(talk);
  return freed.length === 0 ? known : known.filter((text) => !freed.some((said) => speaksOf(said, text)));
}
