/**
 * New information put into a memory there is: lists and tags grow, what is said already is not said twice, a single
 * value gives way to the new one, and each change is named. A function of the text as it stands; it writes nothing. Pure.
 */

import { setSection } from "../format/edit-body.ts";
import { parseMemory } from "../format/parse.ts";
import { type Content, contentOf, type Pair, sectionText } from "../format/sections.ts";
import { kindRow, type SectionRule } from "../model/kind.ts";
import type { Anchor, FieldValue, Written } from "../model/memory.ts";
import { fold } from "../text/analyse.ts";
import { wholeStart } from "../text/lines.ts";

/** What is to go in, as a draft has it. */
export interface Addition {
  readonly body: string;
  readonly tags: readonly string[];
  readonly files: readonly Anchor[];
  readonly fields: Readonly<Record<string, FieldValue>>;
}

export interface Merged {
  /** The whole new body; undefined where no word of it changes. */
  readonly body: string | undefined;
  readonly tags: readonly string[];
  readonly files: readonly Anchor[];
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** One entry for each change; none: all of it was there. */
  readonly changes: readonly string[];
}

const SHORT = 60;

export function mergeInto(text: string, path: string, added: Addition): Merged {
  const { written } = parseMemory(text, path);
  const bodyChange = mergedBody(text, path, written, added.body);
  const tags = added.tags.filter((tag) => !written.tags.includes(tag));
  const files = added.files.filter((file) => !written.files.some((other) => other.path === file.path));
  const fields = Object.entries(added.fields).filter(([name, value]) => written.fields[name] !== value);
  const changes = [
    ...bodyChange.changes,
    ...fields.map(([name, value]) => changed(name, written.fields[name], value)),
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(", ")}`]),
    ...(files.length === 0 ? [] : [`files: ${files.map((file) => file.path).join(", ")}`]),
  ];
  return { body: bodyChange.body, tags, files, fields: Object.fromEntries(fields), changes };
}

interface BodyChange {
  readonly body: string | undefined;
  readonly changes: readonly string[];
}

function mergedBody(text: string, path: string, written: Written, body: string): BodyChange {
  const content = contentOf({ kind: written.kind, body });
  if (Object.keys(content).length === 0) return mergedProse(written, body);
  const before = contentOf(written);
  let edited = text;
  const changes: string[] = [];
  const { sections } = kindRow(written.kind);
  const order = sections.map(({ heading }) => heading);
  for (const rule of sections) {
    const merged = mergedSection(rule, before[rule.field], content[rule.field]);
    if (merged === undefined) continue;
    edited = setSection(edited, { heading: rule.heading, text: sectionText(merged.value), mode: "replace", order });
    changes.push(merged.change);
  }
  return changes.length === 0
    ? { body: undefined, changes }
    : { body: parseMemory(edited, path).written.body, changes };
}

/** A kind without sections, or a text without them: added at the end unless it stands there. */
function mergedProse(written: Written, body: string): BodyChange {
  const wanted = withoutTitle(body);
  if (wanted === "" || flat(written.body).includes(flat(wanted))) return { body: undefined, changes: [] };
  return { body: `${written.body.trimEnd()}\n\n${wanted}`, changes: ["text added"] };
}

function withoutTitle(body: string): string {
  return body.replace(/^#[ \t]+[^\n]*\n?/, "").trim();
}

type Value = Content[string];

function mergedSection(
  { heading, as }: SectionRule,
  before: Value | undefined,
  added: Value | undefined,
): { value: Value; change: string } | undefined {
  if (added === undefined || added.length === 0) return undefined;
  if (as === "prose") return mergedScalar(heading, before as string | undefined, added as string);
  return as === "list"
    ? mergedList(heading, (before ?? []) as readonly string[], added as readonly string[])
    : mergedPairs(heading, (before ?? []) as readonly Pair[], added as readonly Pair[]);
}

function mergedScalar(heading: string, before: string | undefined, added: string) {
  if (before !== undefined && flat(before).includes(flat(added))) return undefined;
  return { value: added, change: changed(heading, before, added) };
}

function mergedList(heading: string, before: readonly string[], added: readonly string[]) {
  const known = new Set(before.map(flat));
  const fresh = added.filter((part) => !known.has(flat(part)));
  if (fresh.length === 0) return undefined;
  return { value: [...before, ...fresh], change: `${heading}: added ${fresh.map(inShort).join("; ")}` };
}

/** An option that is there keeps its reason; one that had none gets it. */
function mergedPairs(heading: string, before: readonly Pair[], added: readonly Pair[]) {
  const options = new Map(before.map((pair) => [flat(pair.option), pair]));
  const fresh = added.filter(({ option, reason }) => {
    const known = options.get(flat(option));
    return known === undefined || (known.reason === "" && reason !== "");
  });
  if (fresh.length === 0) return undefined;
  for (const pair of fresh) options.set(flat(pair.option), pair);
  return {
    value: [...options.values()],
    change: `${heading}: added ${fresh.map(({ option }) => inShort(option)).join("; ")}`,
  };
}

function changed(name: string, before: FieldValue | undefined, after: FieldValue): string {
  const old = before === undefined || before === "" ? "" : `${inShort(String(before))} → `;
  return `${name}: ${old}${inShort(String(after))}`;
}

function inShort(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= SHORT ? line : `${wholeStart(line, SHORT - 1).trimEnd()}…`;
}

/** What two spellings of one thing have in common; `C++` and `C#`, or `> 5` and `< 5`, are no spellings of one thing. */
function flat(text: string): string {
  return fold(text)
    .replace(/[.,;:!]+(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
