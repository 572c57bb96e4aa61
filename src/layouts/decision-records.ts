/**
 * One architecture decision record as a memory: MADR (its front matter or its list), Nygard's sections, log4brains, and
 * the forms between them that projects really use. Which took whose place is told by the names of the files. Pure.
 */

import { frontOf } from "../format/front.ts";
import { readTime, textOf } from "../format/values.ts";
import { readField } from "../model/kind.ts";
import { kinds } from "../model/kind-table.ts";
import type { FieldValue } from "../model/memory.ts";
import { nameIn } from "../text/relative-path.ts";
import type { FoundRecord } from "./layout.ts";
import { type MarkdownFile, markdownRecord } from "./markdown-record.ts";
import { idFrom } from "./printed.ts";

/** `0007-use-x`, `adr-007_use-x`, `ADR 7 use x`, `20200101-use-x`, `ADR-0007`. */
const NUMBERED = /^(?:adr[-_ ]?)?(\d{1,8})(?:[-_. ]+(.+))?$/i;
const LISTED = /^[-*] (?:\*\*)?(Status|Date|Deciders|Tags)(?:\*\*)?:(?:\*\*)?[ \t]*(.*)$/gim;
/** Behind a heading: `<!-- optional -->`, `[optional]`. */
const ASIDE = "[^\\S\\n]*(?:<!--.*-->|\\[[^\\]\\n]*\\]|\\([^)\\n]*\\))?[^\\S\\n]*:?$";
const HEADINGS = new RegExp(
  `^#{2,3} (?:Context|Context and Problem Statement|Problem(?: Statement)?|Background|Issue|(?:Considered )?Options|Options Considered|Alternatives(?: Considered)?|Considered Alternatives|Decisions?|Decision Outcome|Decision Drivers|Solution|Rationale|(?:Positive |Negative )?Consequences|Implications)${ASIDE}`,
  "gim",
);
/** Their headings, and ours. */
const HEADED = (
  [
    ["Context and Problem Statement|Problem Statement", "Context"],
    ["Decision Outcome", "Decision"],
    ["Considered Options|Options Considered|Considered Alternatives", "Alternatives Considered"],
    ["Decision Drivers", "Rationale"],
  ] as const
).map(([theirs, ours]) => [new RegExp(`^## (?:${theirs})${ASIDE}`, "im"), `## ${ours}`] as const);
/** Words for the state of a decision that the table has no word for. */
export const decisionStates: ReadonlyMap<string, string> = new Map([
  ["rejected", "deprecated"],
  ["draft", "proposed"],
  ["in progress", "proposed"],
  ["pending", "proposed"],
  ["implemented", "accepted"],
  ["approved", "accepted"],
  ["decided", "accepted"],
  ["done", "accepted"],
  ["superceded", "superseded"],
]);

const STATUS = /^#{2,3} Status\s*$|^[-*] (?:\*\*)?Status|^status:|^\*\*Status|^\| *(?:\*\*)?Status/im;

export function isDecisionRecord(text: string, name: string): boolean {
  const stem = name.replace(/\.md$/i, "");
  if (/^(?:readme|index|(?:adr-)?template.*)$/i.test(stem)) return false;
  return (text.match(HEADINGS)?.length ?? 0) >= 2 && (NUMBERED.test(stem) || STATUS.test(text));
}

/** The id of a record by its file's name, and by its number where only one has it. */
export type DecisionNames = ReadonlyMap<string, string>;

export function decisionNames(paths: Iterable<string>): DecisionNames {
  const names = new Map<string, string>();
  const twice = new Set<string>();
  for (const path of paths) {
    if (!/\.md$/i.test(path)) continue;
    const stem = stemOf(path);
    const id = idFrom(wordsOf(stem), "decision");
    const number = NUMBERED.exec(stem)?.[1]?.replace(/^0+(?=\d)/, "");
    if (number !== undefined && names.has(number)) twice.add(number);
    for (const key of [stem.toLowerCase(), number ?? ""]) if (key !== "") names.set(key, id);
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

export function decisionFrom(file: MarkdownFile, names: DecisionNames = new Map()): FoundRecord {
  const stem = stemOf(file.from);
  const listed = new Map(
    [...file.text.matchAll(LISTED)].map(([, label = "", value = ""]) => [label.toLowerCase(), value.trim()]),
  );
  const { map } = frontOf(file.text);
  const keyed = (name: string) => {
    const node = map.entries.find(({ key }) => key === name)?.node;
    return node === undefined ? undefined : textOf(node);
  };
  const { record } = markdownRecord(file, { kind: "decision", id: wordsOf(stem), isKindCertain: true });
  const { memory } = record;
  const said = keyed("status") ?? listed.get("status") ?? statusSection(file.text) ?? boldIn(file.text, "Status") ?? "";
  const date =
    readTime(dayIn(keyed("date") ?? listed.get("date") ?? boldIn(file.text, "Date") ?? dateLine(file.text))) ??
    dayOf(stem);
  const status = stateOf(said) ?? memory.fields?.["status"];
  const tags =
    listed
      .get("tags")
      ?.split(/,\s*/)
      .filter((tag) => tag !== "") ?? [];
  const own = names.get(stem.toLowerCase());
  const ends = (word: RegExp) => {
    const told = [
      ...linked(said, word, { names, isState: true }),
      ...linked(file.text, word, { names, isState: false }),
    ];
    return told.filter(({ id }) => id === undefined || id !== own);
  };
  const [successor] = ends(/super[sc]eded[ -]by/i);
  const replaced = ends(/super[sc]edes/i).flatMap(({ id }) => id ?? []);
  return {
    ...record,
    lossy:
      successor === undefined || successor.id !== undefined
        ? []
        : [`that ${successor.words} took its place: link them with remember --supersedes`],
    ...(date === undefined ? {} : { isUndated: false }),
    memory: {
      ...memory,
      title: memory.title.replace(/^\[?(?:ADR[-\s#]*\d+\]?\s*[-–—.:)]?|\d+[.:)])\s+/i, ""),
      body: HEADED.reduce((text, [theirs, ours]) => text.replace(theirs, ours), memory.body),
      fields: { ...memory.fields, ...(status === undefined ? {} : { status }) },
      ...(tags.length === 0 ? {} : { tags: [...new Set([...(memory.tags ?? []), ...tags])] }),
      ...(date === undefined ? {} : { created: date }),
      ...(successor?.id === undefined ? {} : { supersededBy: successor.id }),
      ...(replaced.length === 0 ? {} : { supersedes: [...new Set([...(memory.supersedes ?? []), ...replaced])] }),
    },
  };
}

/** Nygard's: what it came to last may stand below what it was before. */
function statusSection(text: string): string | undefined {
  const lines = (/^#{2,3} Status\s*\n([\s\S]*?)(?=^#|$(?![\s\S]))/im.exec(text)?.[1] ?? "").split("\n");
  const said = lines.map((line) => line.replace(/<!--.*?-->/g, "").trim()).filter((line) => line !== "");
  return said.find((line) => /super[sc]eded[ -]by/i.test(line)) ?? said[0];
}

/** `**Status:** accepted`, or `| Status | accepted |`. */
function boldIn(text: string, label: string): string | undefined {
  const bold = new RegExp(`^\\*\\*${label}(?::\\*\\*|\\*\\*:)[ \\t]*(.+)$`, "im").exec(text)?.[1];
  if (bold !== undefined) return bold;
  return new RegExp(`^\\| *(?:\\*\\*)?${label}(?:\\*\\*)?:? *\\| *([^|\\n]+?) *\\|`, "im").exec(text)?.[1];
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

/** What follows the word: a link to a file of the folder, or a number. */
function linked(text: string, word: RegExp, { names, isState }: Linking): LinkedRecord[] {
  const line = new RegExp(`${word.source}:?\\s+(.{1,300})`, "gi");
  const prefix = `\\W*adr[-\\s#]*${isState ? "|\\W*" : ""}`;
  const number = new RegExp(`^(?:${prefix})(?:(\\d+[-_][\\w-]+)|0*(\\d+))`, "i");
  return [...text.matchAll(line)].flatMap(([, rest = ""]): LinkedRecord[] => {
    const files = [...rest.matchAll(/\]\(([^)\s]+?\.md)[^)]*\)/gi)].map(([, path = ""]) => stemOf(path).toLowerCase());
    const found = files.flatMap((file) => names.get(file) ?? []);
    if (found.length > 0) return found.map((id) => ({ id, words: id }));
    const [, named, bare] = number.exec(rest) ?? [];
    const words = named ?? bare;
    return words === undefined ? [] : [{ id: names.get(words.toLowerCase()), words }];
  });
}

function stateOf(said: string): FieldValue | undefined {
  const word = said.toLowerCase().replace(/^[^a-z]+/, "");
  const rule = kinds.decision.fields.status;
  const first = /^[a-z]+(?: progress)?/.exec(word)?.[0] ?? "";
  return readField(rule, decisionStates.get(first) ?? first);
}

function dateLine(text: string): string | undefined {
  return /^(?:\*\*)?Date(?:\*\*)?:(?:\*\*)?[ \t]*(\d{4}-\d{2}-\d{2})/im.exec(text)?.[1];
}

function dayIn(text = ""): string {
  return /\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? text;
}

/** log4brains puts the day before the name. */
function dayOf(stem: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})[-_]/.exec(stem) ?? [];
  return year === undefined ? undefined : readTime(`${year}-${month}-${day}`);
}
