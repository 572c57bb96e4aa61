/**
 * One architecture decision record as a memory: MADR (its front matter or its list), Nygard's sections, log4brains, and
 * the forms between them that projects really use. Which took whose place is told by the names of the files. Pure.
 */

import { frontOf } from "../format/front.ts";
import { mapLines, withoutFenced } from "../format/markdown.ts";
import { sectionsOf, tellingPart } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import { readTime, textOf } from "../format/values.ts";
import { readField } from "../model/kind.ts";
import { kinds } from "../model/kind-table.ts";
import type { FieldValue } from "../model/memory.ts";
import { aliasesFrom } from "../text/aliases.ts";
import { nameIn } from "../text/relative-path.ts";
import { decisionHead, isChoice, tellsState } from "./decision-head.ts";
import { decidedElsewhere, decisionHeadings, headed, stateWord } from "./decision-words.ts";
import type { FoundRecord } from "./layout.ts";
import { type MarkdownFile, markdownRecord } from "./markdown-record.ts";
import { idFrom } from "./printed.ts";
import { withHashHeadings } from "./underlined.ts";

/** `0007-use-x`, `adr-007_use-x`, `ADR 7 use x`, `20200101-use-x`, `ADR-0007`. */
const NUMBERED = /^(?:adr[-_ ]?)?(\d{1,8})(?:[-_. ]+(.+))?$/i;

/** Also `0000-template` and `adr-template-bare`, but no `0005-template-engine`. */
const NOT_ONE =
  /^(?:readme|index|(?:[_.]|(?:\d+|[nx]+|m?adr)[-_ ])*template(?:[-_ ](?:m?adr|bare|minimal|full|short|long|nygard)\b.*)?)$/i;
/** How a file's name begins, as others name it: `ADR-001`, `0007`. */
const BEGINS = /^(?:adr[-_ ]?)?\d{1,8}(?!\d)/i;

export function isDecisionRecord(given: string, name: string): boolean {
  const stem = name.replace(/\.md$/i, "");
  if (NOT_ONE.test(stem)) return false;
  const text = withoutFenced(withHashHeadings(given));
  return (text.match(decisionHeadings)?.length ?? 0) >= 2 && (NUMBERED.test(stem) || tellsState(text));
}

/** In a folder of them less tells one: its number or a heading, and a state at its head. */
export function isPlainRecord(given: string, name: string): boolean {
  const stem = stemOf(name);
  const text = withoutFenced(withHashHeadings(given));
  if (NOT_ONE.test(stem) || decisionHead(text).status === undefined) return false;
  return NUMBERED.test(stem) || text.match(decisionHeadings) !== null;
}

/** The id of a record by its file's name, and by its number where only one has it. */
type DecisionNames = ReadonlyMap<string, string>;

export function decisionNames(paths: Iterable<string>): DecisionNames {
  const names = new Map<string, string>();
  const twice = new Set<string>();
  for (const path of paths) {
    if (!/\.md$/i.test(path)) continue;
    const stem = stemOf(path);
    const id = idFrom(wordsOf(stem), "decision");
    const number = NUMBERED.exec(stem)?.[1]?.replace(/^0+(?=\d)/, "");
    if (number !== undefined && names.has(number)) twice.add(number);
    const begins = BEGINS.exec(stem)?.[0].toLowerCase();
    if (begins !== undefined && begins !== number && names.has(begins)) twice.add(begins);
    for (const key of [stem.toLowerCase(), number, begins]) if (key !== undefined) names.set(key, id);
  }
  for (const number of twice) names.delete(number);
  return names;
}

function stemOf(path: string): string {
  return nameIn(path).replace(/\.md$/i, "");
}

function wordsOf(stem: string): string {
  return NUMBERED.exec(stem)?.[2] ?? stem;
}

export function decisionFrom(given: MarkdownFile, names: DecisionNames = new Map()): FoundRecord {
  const file = { ...given, text: withHashHeadings(given.text) };
  const said = withoutFenced(file.text);
  const stem = stemOf(file.from);
  const { record, lossy } = markdownRecord(file, { kind: "decision", id: wordsOf(stem), isKindCertain: true });
  const { memory } = record;
  const { status: line = "", day, tags, oddDay } = decisionHead(said);
  const date = (day === undefined ? undefined : readTime(day)) ?? dayOf(stem);
  const status = stateOf(line) ?? memory.fields?.["status"];
  const own = names.get(stem.toLowerCase());
  const ends = (word: RegExp) => {
    const told = [...linked(line, word, { names, isState: true }), ...linked(said, word, { names, isState: false })];
    return told.filter(({ id }) => id === undefined || id !== own);
  };
  const meant = (words: string) => ({ id: named(words, names)?.id, words });
  const ended = [memory.supersededBy ?? frontSays(file.text, "superseded-by") ?? ""].filter(isNamed).map(meant);
  const replacing = (memory.supersedes ?? []).filter(isNamed).map(meant);
  const [successor] = [...ended, ...ends(/super[sc]eded[ -]by/i)];
  const replaced = [...replacing, ...ends(/super[sc]edes/i)].flatMap(({ id }) => id ?? []);
  const lost = [
    ...(successor === undefined || successor.id !== undefined ? [] : [`that ${successor.words} took its place`]),
    ...replacing.flatMap(({ id, words }) => (id === undefined ? [`that it took the place of ${words}`] : [])),
  ];
  const unread = [
    ...lossy.map(({ what }) => what).filter((what) => what.startsWith("front matter")),
    ...(status === undefined && tellsState(said) ? ["its state: none that is known here; its words stay"] : []),
    ...(date === undefined && record.isUndated === true && oddDay !== undefined
      ? [`date: ${oddDay} is no time that can be read; it stays where it is`]
      : []),
  ];
  const id = wordsOf(stem);
  const body = headed.reduce((text, [theirs, ours]) => calledOurs(text, theirs, ours), memory.body);
  const aliases = aliasesOf(memory, { stem, body, called: frontSays(file.text, "id") });
  return {
    ...record,
    lossy: [...unread, ...lost.map((what) => `${what}: link them with remember --supersedes`)],
    ...(date === undefined ? {} : { isUndated: false }),
    memory: {
      ...memory,
      id,
      ...(aliases.length === 0 ? {} : { aliases }),
      title: titleWithout(memory.title, stem),
      body,
      description: memory.description ?? (status === "deprecated" ? asNeverHeld(line, body) : undefined) ?? gist(body),
      fields: { ...memory.fields, ...(status === undefined ? {} : { status }) },
      ...(tags.length === 0 ? {} : { tags: [...new Set([...(memory.tags ?? []), ...tags])] }),
      ...(date === undefined ? {} : { created: date }),
      supersededBy: successor?.id,
      supersedes: replaced.length === 0 ? undefined : [...new Set(replaced)],
    },
  };
}

/** What it is called besides. Others link to it by its file's name, which has its number. */
function aliasesOf(
  { aliases = [], title }: FoundRecord["memory"],
  { stem, body, called }: { readonly stem: string; readonly body: string; readonly called: string | undefined },
): string[] {
  const known = [stem, ...aliases].map((name) => name.toLowerCase());
  const isKnown = called === undefined || known.some((name) => name.includes(called.toLowerCase()));
  const own = isKnown ? aliases : [...aliases, called];
  if (!NUMBERED.test(stem) || wordsOf(stem) === stem) return [...own];
  return [...own, stem, ...(own.length === 0 ? aliasesFrom(title, body) : [])];
}

/** The first such heading; what stands in a fence is none. */
function calledOurs(body: string, theirs: RegExp, ours: string): string {
  let isFirst = true;
  return mapLines(body, (line) => {
    if (!isFirst || !theirs.test(line)) return line;
    isFirst = false;
    return line.replace(theirs, ours);
  });
}

function frontSays(text: string, key: string): string | undefined {
  const node = frontOf(text).map.entries.find((entry) => entry.key.toLowerCase() === key)?.node;
  return node === undefined ? undefined : textOf(node);
}

/** What was decided, where a heading of another language says so; ours tells by itself. */
function decidedIn(body: string): string | undefined {
  return sectionsOf(body).find(({ heading }) => decidedElsewhere.test(heading))?.text;
}

function gist(body: string): string | undefined {
  const said = decidedIn(body);
  return said === undefined || said === "" ? undefined : firstSentence(said);
}

/** Its number says nothing here: `ADR-7: …`, `7. …`, `0007 — …`, and the file's own number before bare words. */
function titleWithout(title: string, stem: string): string {
  const bare = title.replace(/^\[?(?:ADR[-\s#]*\d+\]?\s*[-–—.:)]?|\d+[.:)]|\d+\s+[-–—])\s+/i, "");
  const number = NUMBERED.exec(stem)?.[1];
  const [whole = "", first] = /^(\d+)\s+(?=\S)/.exec(bare) ?? [];
  return number !== undefined && Number(first) === Number(number) ? bare.slice(whole.length) : bare;
}

interface LinkedRecord {
  /** Undefined where no file of the folder is meant. */
  readonly id: string | undefined;
  readonly words: string;
}

interface Linking {
  readonly names: DecisionNames;
  /** A line about its state: there a bare number is a record's. */
  readonly isState: boolean;
}

/** A field may be there and say that there is none. */
function isNamed(words: string): boolean {
  return !/^\W*(?:none|no|nothing|n\/?a)?\W*$/i.test(words);
}

/** The first record that the words name: by links to files, or by a number at their start. */
function named(words: string, names: DecisionNames, prefix = "\\W*(?:adr[-\\s#]*)?"): LinkedRecord | undefined {
  const [file] = filesIn(words, names);
  if (file !== undefined) return { id: file, words: file };
  // The whole name of a file, as no number is written: with a mark between its words.
  const stem = /^\W*([\p{L}\p{N}]+(?:[-_][\p{L}\p{N}_-]+)+)/u.exec(words)?.[1]?.toLowerCase() ?? "";
  const whole = names.get(stem);
  if (whole !== undefined) return { id: whole, words: stem };
  const exact = /^\W*(adr[-_ ]?\d{1,8}|0\d{2,7})(?![\w-])/i.exec(words)?.[1]?.toLowerCase() ?? "";
  const begun = names.get(exact);
  if (begun !== undefined) return { id: begun, words: exact };
  const [, told, number = ""] = new RegExp(`^${prefix}(0*(\\d+)(?:[-_][\\w-]+)?)`, "i").exec(words) ?? [];
  return told === undefined ? undefined : { id: names.get(told.toLowerCase()) ?? names.get(number), words: told };
}

function filesIn(words: string, names: DecisionNames): string[] {
  const files = [...words.matchAll(/\]\(([^)\s]+?\.md)[^)]*\)/gi)].map(([, path = ""]) => stemOf(path).toLowerCase());
  return files.flatMap((file) => names.get(file) ?? []);
}

/** What follows the word, where it is said of this record: a link to a file of the folder, or a number. */
function linked(text: string, word: RegExp, { names, isState }: Linking): LinkedRecord[] {
  const line = new RegExp(`${word.source}[\\]*_]*:?[*_]*[^\\S\\n]+(?=(.{1,300}))`, "gi");
  const prefix = `\\W*${isState ? "(?:adr[-\\s#]*)?" : "adr[-\\s#]*"}`;
  return [...text.matchAll(line)].flatMap(({ 1: rest = "", index }): LinkedRecord[] => {
    const near = text.slice(Math.max(0, index - LONGEST_BEFORE), index);
    const start = near.lastIndexOf("\n") + 1;
    if ((start === 0 && index > LONGEST_BEFORE) || !isOfItself(near.slice(start))) return [];
    if (isChoice(`${near.slice(start)}${rest}`)) return [];
    const found = filesIn(rest, names);
    if (found.length > 0) return found.map((id) => ({ id, words: id }));
    const record = named(rest, names, prefix);
    return record === undefined ? [] : [record];
  });
}

/** What stands further before a word on its line is not looked at: then it is said of something else. */
const LONGEST_BEFORE = 300;
const OF_ITSELF =
  /^(?:this|it|adr|decision|record|status|the|is|was|has|been|now|later|then|since|but|and|also|which|accepted|approved|proposed|rejected|deprecated|implemented|super[sc]eded|super[sc]edes)$/i;

/** Whether the words before it, up to the sentence's start, name nothing else: not `ADR-3 supersedes …`, nor `partly`. */
function isOfItself(before: string): boolean {
  if (/^# .*\($/.test(before)) return true;
  const sentence = before.replace(/\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/g, "").replace(/^.*[.;!?]\s/, "");
  return !/\d/.test(sentence) && (sentence.match(/\p{L}+/gu) ?? []).every((one) => OF_ITSELF.test(one));
}

/** What was rejected never held, and of our states none says so: then its line does, in the record's own word. */
function asNeverHeld(said: string, body: string): string | undefined {
  const word = /^[^\p{L}]*(reject\p{L}*|declin\p{L}*|withdrawn)/iu.exec(said)?.[1];
  if (word === undefined) return undefined;
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${firstSentence(decidedIn(body) ?? tellingPart("decision", body))}`;
}

function stateOf(said: string): FieldValue | undefined {
  const state = stateWord(said);
  return state === undefined ? undefined : readField(kinds.decision.fields.status, state);
}

/** log4brains puts the day before the name. */
function dayOf(stem: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})[-_]/.exec(stem) ?? [];
  return year === undefined ? undefined : readTime(`${year}-${month}-${day}`);
}
