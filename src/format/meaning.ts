/** What the keys of a file mean, wherever they stand: kind, status, times, source, and the kind's own fields. */

import { kindOfPath } from "../model/file-name.ts";
import { coarseTypes, fieldRule, isKind, type Kind, kindNames, kindRow, readField } from "../model/kind.ts";
import { type FieldValue, type Lifecycle, type Source, type Status, statuses } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import { fieldPlaces, lifecyclePlaces, places, sourcePlaces } from "./keys.ts";
import { isSomething, type Mapping, type Node, nodeAt } from "./tree.ts";
import { firstOf, oneOf, readTime, textOf, timeOf } from "./values.ts";

/** Other names under which a kind is known in other layouts. */
const KIND_ALSO: ReadonlyMap<string, Kind> = new Map(
  kindNames.flatMap((kind) => (kindRow(kind).also ?? []).map((name) => [name, kind] as const)),
);

/** The bold label that says what a field says. */
const LABEL_OF: ReadonlyMap<string, string> = new Map([["parent", "parent context"]]);

export const coarseTypeOf = oneOf(coarseTypes);
export const statusOf = oneOf(statuses);
export const noFields: Readonly<Record<string, FieldValue>> = Object.freeze(Object.create(null));

export function kindIn(map: Mapping, pseudo: PseudoFields, path: string, scope?: Scope): Kind {
  const said = firstOf(map, places.kind, kindOf) ?? kindNamed(pseudo.values.get("category"));
  if (said !== undefined) return said;
  const type = firstOf(map, places.type, coarseTypeOf);
  const byPath = kindOfPath(path, scope);
  // A fixed name at the top of a root may be a flat file of the host's: then its type, not its name, tells.
  const fits = byPath !== undefined && (path.includes("/") || type === undefined || kindRow(byPath).type === type);
  return fits ? byPath : (type ?? "project");
}

/** The kind that bold fields are those of: `**Category**: architecture`, `**Analyzed**: …`, `**Agent**: …`. */
export function kindShown({ values }: PseudoFields): Kind | undefined {
  const category = values.get("category");
  const named = kindNamed(category);
  if (named !== undefined) return named;
  if (fieldOf("decision", "category", category) !== undefined) return "decision";
  if (values.has("analyzed")) return "analysis";
  return values.has("agent") && values.has("task") ? "subagent" : undefined;
}

export function kindOf(node: Node): Kind | undefined {
  return kindNamed(textOf(node));
}

export function statusIn(map: Mapping, pseudo: PseudoFields): Status {
  const said = pseudo.values.get("status")?.toLowerCase();
  return firstOf(map, places.status, statusOf) ?? statuses.find((status) => status === said) ?? "active";
}

export function createdIn(map: Mapping, pseudo: PseudoFields): string | undefined {
  return (
    firstOf(map, places.created, timeOf) ?? readTime(pseudo.values.get("date") ?? pseudo.values.get("analyzed") ?? "")
  );
}

/** The later of our stamp and the host's. */
export function updatedIn(map: Mapping, pseudo: PseudoFields): string | undefined {
  const updated = firstOf(map, places.updated, timeOf) ?? readTime(pseudo.values.get("last updated") ?? "");
  const modified = firstOf(map, places.modified, timeOf);
  return updated === undefined || (modified !== undefined && modified > updated) ? modified : updated;
}

export function sourceIn(map: Mapping, pseudo: PseudoFields): Source | undefined {
  const source: { -readonly [K in keyof Source]: Source[K] } = {};
  let any = false;
  for (const key of Object.keys(sourcePlaces) as (keyof Source)[]) {
    const value =
      firstOf(map, sourcePlaces[key], textOf) ?? (key === "session" ? pseudo.values.get("session") : undefined);
    if (value === undefined || value === "") continue;
    source[key] = value;
    any = true;
  }
  return any ? source : undefined;
}

export function lifecycleIn(map: Mapping, word: "retired" | "archived"): Lifecycle | undefined {
  const at = firstOf(map, lifecyclePlaces[word].at, timeOf);
  const reason = firstOf(map, lifecyclePlaces[word].reason, textOf);
  return at === undefined && reason === undefined ? undefined : { at: at ?? "", reason: reason ?? "" };
}

export function fieldsIn(map: Mapping, kind: Kind, pseudo: PseudoFields): Readonly<Record<string, FieldValue>> {
  const known = fieldPlaces.get(kind);
  if (known === undefined || known.size === 0) return noFields;
  const fields: Record<string, FieldValue> = Object.create(null);
  for (const [field, fieldsPlaces] of known) {
    const value = firstOf(map, fieldsPlaces, (node) => fieldOf(kind, field, textOf(node)));
    const said = value ?? fieldOf(kind, field, pseudo.values.get(LABEL_OF.get(field) ?? field));
    if (said !== undefined) fields[field] = said;
  }
  return fields;
}

/** A lifecycle status nobody knows, unless it is the kind's own. */
export function strangeStatus(map: Mapping, kind: Kind): Node | undefined {
  for (const place of places.status) {
    const node = nodeAt(map, place);
    if (!isSomething(node) || statusOf(node) !== undefined) continue;
    if (fieldOf(kind, "status", textOf(node)) === undefined) return node;
  }
  return undefined;
}

export function fieldOf(kind: Kind, field: string, text: string | undefined): FieldValue | undefined {
  const rule = fieldRule(kind, field);
  return rule === undefined || text === undefined ? undefined : readField(rule, text);
}

function kindNamed(text: string | undefined): Kind | undefined {
  if (text === undefined) return undefined;
  if (isKind(text)) return text;
  const name = text.toLowerCase().replaceAll(/[ -]/g, "_");
  return isKind(name) ? name : KIND_ALSO.get(name);
}

/** Bold lines below a title that say what front matter would: `**Status**: decided`. Read where nothing else says it. */
const LABELS = new Set([
  "date",
  "analyzed",
  "last updated",
  "category",
  "status",
  "path",
  "type",
  "agent",
  "task",
  "parent context",
  "session",
]);
const LINE = /^\*\*([A-Za-z][A-Za-z ]{0,30})(?::\*\*|\*\*:)[ \t]*(.*)$/;

export interface PseudoFields {
  /** By label, in lower case. */
  readonly values: ReadonlyMap<string, string>;
  /** Past the last of them. */
  readonly end: number;
}

const none: ReadonlyMap<string, string> = new Map();

/** Reads the lines from `from`: bold fields and blanks, up to the first line that is neither. */
export function pseudoFieldsOf(text: string, from: number, to: number): PseudoFields {
  let values: Map<string, string> | undefined;
  let end = from;
  for (let at = from; at < to; ) {
    const lineBreak = text.indexOf("\n", at);
    const next = lineBreak < 0 || lineBreak >= to ? to : lineBreak + 1;
    const field = readLine(text, at, next);
    if (field === undefined) break;
    if (field !== "blank") {
      values ??= new Map();
      if (!values.has(field.label)) values.set(field.label, field.value);
      end = next;
    }
    at = next;
  }
  return { values: values ?? none, end };
}

function readLine(text: string, at: number, next: number): { label: string; value: string } | "blank" | undefined {
  const first = text.charCodeAt(at);
  const mayBe = first === 42 || first === 10 || first === 13 || first === 32;
  if (!mayBe) return undefined;
  const line = text.slice(at, next).trimEnd();
  if (line === "") return "blank";
  const found = LINE.exec(line);
  const label = found?.[1]?.trim().toLowerCase();
  if (label === undefined || !LABELS.has(label)) return undefined;
  return { label, value: (found?.[2] ?? "").trim() };
}
