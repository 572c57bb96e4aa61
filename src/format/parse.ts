/**
 * From a file's text to what it says. Never throws, whatever the bytes: what cannot be read is a problem with its line,
 * the body is always there, and only known keys are copied.
 */

import { isMemoryId } from "../model/id.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import type { MemoryId, Problem, Written } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import { trusts } from "../model/trust.ts";
import { readCanonical } from "./canonical.ts";
import { places } from "./keys.ts";
import type { Heading } from "./markdown.ts";
import {
  coarseTypeOf,
  createdIn,
  fieldsIn,
  kindIn,
  kindOf,
  lifecycleIn,
  type PseudoFields,
  pseudoFieldsOf,
  sourceIn,
  statusIn,
  strangeStatus,
  updatedIn,
} from "./meaning.ts";
import { bodyOf, type Outline, outlineOf, titleHeading } from "./outline.ts";
import { tellingPart } from "./sections.ts";
import { firstSentence } from "./sentence.ts";
import { isSomething, lineAt, type Mapping, type Node, nodeAt } from "./tree.ts";
import { anchorsOf, firstOf, listOf, numberOf, oneOf, textOf } from "./values.ts";

interface Parsed {
  readonly written: Written;
  readonly problems: readonly Problem[];
}

type Growing = { -readonly [K in keyof Written]: Written[K] };

const trustOf = oneOf(trusts);
const none: readonly never[] = [];

/** `path` is relative to the root, with `/`: its folder, in a root of that scope, tells the kind where the file does not. */
export function parseMemory(text: string, path: string, scope?: Scope): Parsed {
  const written = readCanonical(text);
  return written === undefined ? parseAnyForm(text, path, scope) : { written, problems: none };
}

/** The same for every form a file may have. */
export function parseAnyForm(text: string, path: string, scope?: Scope): Parsed {
  const outline = outlineOf(text);
  const { map } = outline.front;
  const heading = titleHeading(outline.headings);
  const pseudo = pseudoFieldsOf(text, heading?.next ?? outline.bodyStart, outline.bodyEnd);
  const kind = kindIn(map, pseudo, path, scope);
  const body = bodyOf(outline);
  const written: Growing = {
    name: firstOf(map, places.name, nameOf),
    kind,
    type: firstOf(map, places.type, coarseTypeOf) ?? kindRow(kind).type,
    status: statusIn(map, pseudo),
    title: titleOf(map, heading, path),
    description: firstOf(map, places.description, textOf) ?? describe(kind, outline, body, pseudo),
    tags: firstOf(map, places.tags, listOf) ?? none,
    aliases: firstOf(map, places.aliases, listOf) ?? none,
    files: firstOf(map, places.files, anchorsOf) ?? none,
    supersedes: firstOf(map, places.supersedes, listOf) ?? none,
    updates: Math.max(0, Math.trunc(firstOf(map, places.updates, numberOf) ?? 0)),
    fields: fieldsIn(map, kind, pseudo),
    body,
    changes: outline.log?.entries.map(({ change }) => change) ?? none,
  };
  addOptional(written, map, pseudo);
  return { written, problems: problemsOf(outline, kind, path) };
}

function addOptional(written: Growing, map: Mapping, pseudo: PseudoFields): void {
  const confidence = firstOf(map, places.confidence, numberOf);
  if (confidence !== undefined) written.confidence = Math.min(1, Math.max(0, confidence));
  const trust = firstOf(map, places.trust, trustOf);
  if (trust !== undefined) written.trust = trust;
  const created = createdIn(map, pseudo);
  if (created !== undefined) written.created = created;
  const updated = updatedIn(map, pseudo);
  if (updated !== undefined) written.updated = updated;
  const source = sourceIn(map, pseudo);
  if (source !== undefined) written.source = source;
  const supersededBy = firstOf(map, places.supersededBy, textOf);
  if (supersededBy !== undefined) written.supersededBy = supersededBy;
  const retired = lifecycleIn(map, "retired");
  if (retired !== undefined) written.retired = retired;
  const conflict = firstOf(map, places.conflict, listOf);
  if (conflict !== undefined) written.conflict = conflict;
  const archived = lifecycleIn(map, "archived");
  if (archived !== undefined) written.archived = archived;
}

function nameOf(node: Node): MemoryId | undefined {
  const text = textOf(node);
  return isMemoryId(text) ? text : undefined;
}

function titleOf(map: Mapping, heading: Heading | undefined, path: string): string {
  if (heading !== undefined) return heading.text;
  const stem = (path.split("/").at(-1) ?? path).replace(/\.md$/i, "");
  return firstOf(map, places.title, textOf) ?? firstOf(map, places.name, textOf) ?? stem;
}

function describe(kind: Kind, outline: Outline, body: string, pseudo: PseudoFields): string {
  const text = pseudo.values.size === 0 ? body : outline.text.slice(pseudo.end, outline.bodyEnd);
  return firstSentence(tellingPart(kind, text));
}

function problemsOf({ front, text }: Outline, kind: Kind, path: string): readonly Problem[] {
  const problems: Problem[] = front.faults.map(({ line, message }) => ({ path, line, message }));
  const add = (node: Node, message: string) => problems.push({ path, line: lineAt(text, node.start), message });
  const name = nodeAt(front.map, ["name"]);
  if (isSomething(name) && nameOf(name) === undefined) {
    add(name, "the name is no id (lower-case letters, digits, single hyphens, 1 to 64): the file's own name counts");
  }
  const said = nodeAt(front.map, ["metadata", "kind"]);
  if (isSomething(said) && kindOf(said) === undefined) add(said, `there is no such kind: read as ${kind}`);
  const status = strangeStatus(front.map, kind);
  if (status !== undefined) add(status, "the status is not active, retired or archived: read as active");
  return problems;
}
