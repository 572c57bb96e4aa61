/**
 * What a text that is handed in says of itself, where it is in a known form: front matter, bold fields below a title, the
 * headings of a kind, or its compact form, a line for each field and section (`Decision: …`). Words in no form are words.
 * Pure.
 */

import { isMemoryId } from "../model/id.ts";
import {
  type FieldRule,
  fieldRule,
  type Kind,
  kindNames,
  kindRow,
  readField,
  type SectionRule,
} from "../model/kind.ts";
import type { MemoryId } from "../model/memory.ts";
import { type Trust, trusts } from "../model/trust.ts";
import { linesWithEnds } from "../text/lines.ts";
import { frontOf } from "./front.ts";
import { places } from "./keys.ts";
import { scanMarkdown } from "./markdown.ts";
import { coarseTypeOf, createdIn, fieldsIn, kindOf, kindShown, type PseudoFields, pseudoFieldsOf } from "./meaning.ts";
import { bodyOf, outlineOf } from "./outline.ts";
import { gistRule, isHeadingOf, sectionsOf } from "./sections.ts";
import { emptyMapping, type Mapping } from "./tree.ts";
import { anchorsOf, firstOf, listOf, numberOf, oneOf, textOf } from "./values.ts";

interface HandedForm {
  readonly kind?: Kind | undefined;
  readonly name?: MemoryId | undefined;
  readonly title?: string | undefined;
  /** The heading it begins with, which is not in `text`. */
  readonly heading?: string | undefined;
  readonly description?: string | undefined;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly files: readonly string[];
  readonly confidence?: number | undefined;
  readonly trust?: Trust | undefined;
  /** When it was said, where it says so. */
  readonly said?: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** The text without what stands above. */
  readonly text: string;
  /** What it says in a place for something else: it stays in the text, and who handed it in is told. */
  readonly strange: readonly string[];
}

/** `kind` as the caller says; else the text's own word for it, else what its headings are those of. */
export function formOf(text: string, kind: Kind | undefined): HandedForm {
  const front = frontOf(text);
  const map = front.state === "read" ? front.map : emptyMapping;
  const whole = (map === emptyMapping ? text : bodyOf(outlineOf(text))).trim();
  const { title, rest } = titled(whole);
  const pseudo = pseudoFieldsOf(rest, 0, rest.length);
  const said =
    kind ?? firstOf(map, places.kind, kindOf) ?? kindShown(pseudo) ?? firstOf(map, places.type, coarseTypeOf);
  const below = inLines(pseudo.values.size === 0 ? rest : withoutTaken(rest, pseudo, said), said);
  const meant = said ?? kindByHeadings(below) ?? kindByLabels(below) ?? kindByTitle(title, below);
  const compact = meant === undefined ? undefined : (compactIn(below, meant) ?? besideHeadings(below, meant));
  return {
    kind: meant,
    name: firstOf(map, places.name, (node) => idOf(textOf(node))),
    title: shortTitle(title ?? firstOf(map, places.title, textOf) ?? firstOf(map, places.name, textOf), meant),
    heading: title,
    description: firstOf(map, places.description, textOf),
    tags: firstOf(map, places.tags, listOf) ?? [],
    aliases: firstOf(map, places.aliases, listOf) ?? [],
    files: (firstOf(map, places.files, anchorsOf) ?? []).map(({ path }) => path),
    confidence: firstOf(map, places.confidence, numberOf),
    trust: firstOf(map, places.trust, oneOf(trusts)),
    said: createdIn(map, pseudo),
    fields: { ...(meant === undefined ? {} : fieldsGiven(map, meant, pseudo)), ...compact?.fields },
    text: compact?.text ?? below,
    strange: compact?.strange ?? [],
  };
}

/** Words as they stand. */
export function unformed(text: string): HandedForm {
  return { tags: [], aliases: [], files: [], fields: {}, text, strange: [] };
}

/** Bold fields that are taken for what they say leave the text; the others are words like any. */
function withoutTaken(rest: string, pseudo: PseudoFields, kind: Kind | undefined): string {
  const isTime = (label: string) => label === "date" || label === "analyzed";
  const isTaken = (label: string) =>
    isTime(label)
      ? createdIn(emptyMapping, pseudo) !== undefined
      : (label === "category" && kindShown(pseudo) !== undefined && kindShown(pseudo) === kind) ||
        (kind !== undefined && isFieldOf(kind, label, pseudo.values.get(label) ?? ""));
  const lines = linesWithEnds(rest.slice(0, pseudo.end));
  const left = lines.filter((line) => !isTaken(pseudoFieldsOf(line, 0, line.length).values.keys().next().value ?? ""));
  return `${left.join("").trim()}\n\n${rest.slice(pseudo.end).trim()}`.trim();
}

function isFieldOf(kind: Kind, label: string, value: string): boolean {
  const rule = fieldRule(kind, label === "parent context" ? "parent" : label);
  return rule !== undefined && readField(rule, value) !== undefined;
}

/** What a caller says beside the text. */
export interface BesideText {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly field: Readonly<Record<string, string>>;
  readonly trust?: Trust | undefined;
  readonly confidence?: number | undefined;
}

/** What the caller says counts before what the text says of itself. */
export function withForm(asked: BesideText, form: HandedForm) {
  return {
    title: asked.title ?? form.title,
    description: asked.description ?? form.description,
    tags: [...new Set([...asked.tags, ...form.tags])],
    aliases: [...new Set([...asked.aliases, ...form.aliases])],
    field: { ...form.fields, ...asked.field },
    trust: asked.trust ?? form.trust,
    confidence: asked.confidence ?? form.confidence,
  };
}

/** A heading that is not the title stays what it is. */
export function textUnder({ heading, text }: HandedForm, title: string | undefined): string {
  return heading === undefined || title === undefined || title === heading ? text : `# ${heading}\n\n${text}`;
}

export function strangeLines({ strange }: HandedForm, kind: Kind): string[] {
  return strange.map((line) => `Kept as words, for ${kind} takes no such value: ${line}`);
}

function idOf(text: string | undefined): MemoryId | undefined {
  return isMemoryId(text) ? text : undefined;
}

/** The heading it begins with. */
function titled(whole: string): { title?: string; rest: string } {
  const found = /^#[ \t]+(\S.*)\n?/.exec(whole);
  return found === null
    ? { rest: whole }
    : { title: (found[1] ?? "").trim(), rest: whole.slice(found[0].length).trim() };
}

/** The kind is said by the kind: `Decision: …`, `Analysis: …`. */
function shortTitle(title: string | undefined, kind: Kind | undefined): string | undefined {
  if (title === undefined || kind === undefined) return title;
  const [first = "", ...rest] = title.split(/:\s+/);
  return rest.length > 0 && first.toLowerCase() === kindRow(kind).label.toLowerCase() ? rest.join(": ") : title;
}

function fieldsGiven(map: Mapping, kind: Kind, pseudo: PseudoFields): Record<string, string> {
  const read = Object.entries(fieldsIn(map, kind, pseudo));
  return Object.fromEntries(read.map(([name, value]) => [name, String(value)]));
}

/** Kinds that a text may be recognised as by its headings. */
const RECOGNISED: readonly Kind[] = kindNames.filter((kind) => kindRow(kind).sections.length > 2);

/** The one kind most of whose headings stand there, its telling one among them. */
function kindByHeadings(text: string): Kind | undefined {
  return kindNaming(sectionsOf(text).map(({ heading }) => heading));
}

/** "# Runbook: queue stuck", with a heading of that kind below, also where its telling one is missing. */
function kindByTitle(title: string | undefined, text: string): Kind | undefined {
  const [, label = ""] = /^([^:]+):\s+\S/.exec(title ?? "") ?? [];
  const kind = RECOGNISED.find((one) => kindRow(one).label.toLowerCase() === label.trim().toLowerCase());
  const headings = kind === undefined ? [] : sectionsOf(text).map(({ heading }) => heading);
  const isOfKind = (heading: string) =>
    kind !== undefined && kindRow(kind).sections.some((rule) => isHeadingOf(rule, heading));
  return headings.some(isOfKind) ? kind : undefined;
}

/** The same of the compact form, which begins with a label: prose has a colon further on. */
function kindByLabels(text: string): Kind | undefined {
  const labels = text.split("\n").map((line) => LABEL.exec(line)?.[1]?.trim() ?? "");
  const kind = labels[0] === "" || scanMarkdown(text).headings.length > 0 ? undefined : kindNaming(labels);
  const isOfKind = (rule: SectionRule) => isHeadingOf(rule, labels[0] ?? "");
  return kind !== undefined && kindRow(kind).sections.some(isOfKind) ? kind : undefined;
}

/** `Decision: … Rationale: …` in one line is the compact form too, where a sentence ends before each label of its kind. */
function inLines(text: string, kind: Kind | undefined): string {
  if (text.includes("\n")) return text;
  const parts = text.split(BEFORE_LABEL);
  const labelOf = (part: string) => LABEL.exec(part)?.[1]?.trim() ?? "";
  const meant = kind ?? (labelOf(parts[0] ?? "") === "" ? undefined : kindNaming(parts.map(labelOf)));
  const sections = meant === undefined ? [] : kindRow(meant).sections;
  const isLabelled = (part: string) => sections.some((rule) => isHeadingOf(rule, labelOf(part)));
  if (!isLabelled(parts[0] ?? "")) return text;
  return parts.reduce((lines, part) => `${lines}${isLabelled(part) ? "\n" : " "}${part}`);
}

const BEFORE_LABEL = /(?<=[.!?;。])\s+(?=\*{0,2}[A-Z][A-Za-z _]{1,30}\*{0,2}:\*{0,2}\s)/;

function kindNaming(headings: readonly string[]): Kind | undefined {
  if (headings.length < 2) return undefined;
  const scored = RECOGNISED.map((kind) => ({ kind, found: foundOf(kind, headings) }))
    .filter(({ found }) => found >= 2)
    .sort((a, b) => b.found - a.found);
  const [first, second] = scored;
  return first === undefined || first.found === second?.found ? undefined : first.kind;
}

function foundOf(kind: Kind, headings: readonly string[]): number {
  const rules = kindRow(kind).sections;
  const gist = gistRule(kind);
  if (gist === undefined || !headings.some((heading) => isHeadingOf(gist, heading))) return 0;
  return rules.filter((rule) => headings.some((heading) => isHeadingOf(rule, heading))).length;
}

type Compact = Pick<HandedForm, "text" | "fields" | "strange">;

const LABEL = /^(?:[-*] +)?\*{0,2}([A-Za-z][A-Za-z _]{1,30}?)\*{0,2}:\*{0,2}(?:[ \t]+(.*)|$)/;

interface Part {
  readonly rule: SectionRule | undefined;
  readonly lines: string[];
}

/** Undefined where it is not that: its first line is a label of the kind, or two of its lines are, and it has no headings. */
function compactIn(text: string, kind: Kind): Compact | undefined {
  if (scanMarkdown(text).headings.length > 0) return undefined;
  const { sections } = kindRow(kind);
  const parts: Part[] = [{ rule: undefined, lines: [] }];
  const fields: Record<string, string> = {};
  const strange: string[] = [];
  let labels = 0;
  for (const [n, line] of text.split("\n").entries()) {
    const [, label = "", said = ""] = LABEL.exec(line) ?? [];
    const rule = label === "" ? undefined : sections.find((one) => isHeadingOf(one, label.trim()));
    const name = label.trim().toLowerCase().replaceAll(" ", "_");
    const field = rule === undefined && label !== "" ? fieldRule(kind, name) : undefined;
    const isRead = field !== undefined && readField(field, said.trim()) !== undefined;
    if (field !== undefined && !isRead) strange.push(line.trim());
    if (rule !== undefined) parts.push({ rule, lines: [said] });
    else if (isRead) fields[name] = said.trim();
    else parts.at(field === undefined ? -1 : 0)?.lines.push(line);
    if (rule !== undefined || isRead) labels += n === 0 ? 2 : 1;
  }
  if (labels < 2) return undefined;
  const printed = parts.map(printPart).filter((part) => part !== "");
  return { text: printed.join("\n\n"), fields, strange };
}

/** Fields in a paragraph of their own before the first heading or behind all, and in no other: what stands in a section is its. */
function besideHeadings(text: string, kind: Kind): Compact | undefined {
  if (scanMarkdown(text).headings.length === 0) return undefined;
  const paragraphs = text.split(/\n{2,}/);
  const last = paragraphs.length - 1;
  const read = paragraphs.map((one, n) => (n === 0 || n === last ? fieldsOnly(one, kind) : undefined));
  if (read.every((one) => one === undefined)) return undefined;
  const left = paragraphs.filter((_, n) => read[n] === undefined);
  return { text: left.join("\n\n"), fields: Object.assign({}, ...read), strange: [] };
}

/** Undefined where one of its lines is anything else. */
function fieldsOnly(paragraph: string, kind: Kind): Record<string, string> | undefined {
  const lines = paragraph.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line): [string, string] | undefined => {
    const [, label = "", said = ""] = LABEL.exec(line) ?? [];
    const name = label.trim().toLowerCase().replaceAll(" ", "_");
    const rule = label === "" ? undefined : fieldRule(kind, name);
    return rule === undefined || readField(rule, said.trim()) === undefined ? undefined : [name, said.trim()];
  });
  return lines.length > 0 && read.every((one) => one !== undefined) ? Object.fromEntries(read) : undefined;
}

/** What stands before the first label stays as it is. A list on one line has its parts behind semicolons. */
function printPart({ rule, lines }: Part): string {
  const text = lines.join("\n").trim();
  if (rule === undefined || text === "") return text;
  const isOneLine = rule.as !== "prose" && !text.includes("\n") && !/^[-*]\s/.test(text);
  const body = isOneLine
    ? text
        .split(/;\s+/)
        .map((part) => `- ${part}`)
        .join("\n")
    : text;
  return `## ${rule.heading}\n\n${body}`;
}

/** How a memory of a kind is handed in, in its compact form: what a writer is asked for, a line each. */
export function templateOf(kind: Kind): string {
  const { asks, fields, sections } = kindRow(kind);
  const fieldLines = Object.entries(fields).map(([name, rule]) => `${name}: ${valuesOf(rule)}`);
  const sectionLines = sections.map(({ heading, as, required, form }) => {
    const about = form ?? { prose: "…", list: "one; another", pairs: "option: why not; another: why not" }[as];
    return `${heading}: ${about}${required ? "" : "  (if there is something to say)"}`;
  });
  return [`# ${asks}`, ...sectionLines, ...fieldLines].join("\n");
}

function valuesOf(rule: FieldRule): string {
  if (rule.as === "enum") return rule.values.join(" | ");
  return rule.as === "flag" ? "true | false" : "…";
}
