/** What an edit wants of the front matter, key by key: where each may stand, how it is printed, when it is said already. */

import { CairnError } from "../model/error.ts";
import { type CoarseType, fieldRule, type Kind, kindRow, readField } from "../model/kind.ts";
import type { Anchor, FieldValue, Lifecycle, MemoryId, Source, Status, Written } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import { sameTexts } from "../text/order.ts";
import type { Setting } from "./edit-front.ts";
import { fieldPlaces, lifecyclePlaces, places, sourcePlaces } from "./keys.ts";
import { joinedLine } from "./markdown.ts";
import { coarseTypeOf, fieldOf, kindOf, statusOf } from "./meaning.ts";
import { oneLines, printField } from "./print.ts";
import { printList, printMap, printText, printTime, type Where } from "./scalar.ts";
import { isSomething, type KeyPath, type Mapping, type Node, nodeAt } from "./tree.ts";
import { anchorOf, anchorsOf, listOf, numberOf, printAnchor, readTime, textOf, timeOf } from "./values.ts";

/** What is left out stays; null, and an empty list, takes a key out. */
export interface KeyEdit {
  readonly name?: MemoryId | undefined;
  readonly type?: CoarseType | undefined;
  readonly kind?: Kind | undefined;
  readonly description?: string | null | undefined;
  readonly status?: Status | undefined;
  readonly created?: string | undefined;
  readonly updated?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly confidence?: number | null | undefined;
  readonly trust?: Trust | null | undefined;
  /** The parts it names are set, the others taken out; unknown ones stay. */
  readonly source?: Source | null | undefined;
  readonly files?: readonly Anchor[] | undefined;
  readonly supersedes?: readonly string[] | undefined;
  readonly supersededBy?: string | null | undefined;
  readonly updates?: number | undefined;
  readonly conflict?: readonly string[] | undefined;
  readonly retired?: Lifecycle | null | undefined;
  readonly archived?: Lifecycle | null | undefined;
  /** The kind's own: those it names are set, or taken out by null. */
  readonly fields?: Readonly<Record<string, FieldValue | null>> | undefined;
}

/** The settings in the order in which keys are printed. */
export function settingsFor(edit: KeyEdit, written: Written, map: Mapping): Setting[] {
  const kind = edit.kind ?? written.kind;
  return [
    ...given(edit.name, (name) => word(places.name, name)),
    ...given(edit.description, (description) => word(places.description, description)),
    ...given(edit.type, (type) =>
      word(
        places.type,
        type,
        canonicalOr((node) => coarseTypeOf(node) !== undefined),
      ),
    ),
    ...given(edit.kind, (name) =>
      word(
        places.kind,
        name,
        canonicalOr((node) => kindOf(node) !== undefined),
      ),
    ),
    ...given(edit.status === written.status ? undefined : edit.status, (status) =>
      statusSettings(map, kind, status),
    ).flat(),
    ...given(edit.created, (created) => time(places.created, created)),
    ...given(edit.updated, (updated) => updatedSettings(map, updated)).flat(),
    ...given(edit.tags, (tags) => list(places.tags, oneLines(tags))),
    ...given(edit.confidence, (confidence) => number(places.confidence, confidence)),
    ...given(edit.trust, (trust) => word(places.trust, trust)),
    ...given(edit.source, (source) => sourceSettings(map, source ?? {})).flat(),
    ...given(edit.files, fileSetting),
    ...given(edit.supersedes, (ids) => list(places.supersedes, oneLines(ids))),
    ...given(edit.supersededBy, (id) => word(places.supersededBy, id)),
    ...given(edit.aliases, (aliases) => list(places.aliases, oneLines(aliases))),
    ...given(edit.updates === written.updates ? undefined : edit.updates, (updates) => number(places.updates, updates)),
    ...given(edit.retired, (retired) => lifecycleSettings("retired", retired)).flat(),
    ...given(edit.archived, (archived) => lifecycleSettings("archived", archived)).flat(),
    ...given(edit.conflict, (parts) => list(places.conflict, oneLines(parts))),
    ...Object.entries(edit.fields ?? {}).map(([field, value]) => fieldSetting(kind, field, value)),
  ];
}

/** The title where it is a key, for files without a heading. */
export function titleSetting(title: string): Setting {
  return word(places.title, title);
}

function given<T, S>(value: T | undefined, make: (value: T) => S): S[] {
  return value === undefined ? [] : [make(value)];
}

type IsThis = (node: Node, place: KeyPath) => boolean;

/** In Cairn's own place it is this key whatever it says; elsewhere only if it reads as one. */
function canonicalOr(reads: (node: Node) => boolean): IsThis {
  return (node, place) => (place[0] === "metadata" && place.length === 2) || reads(node);
}

function word(at: readonly KeyPath[], text: string | null, isThis: IsThis = () => true): Setting {
  const wanted = joinedLine(text ?? "");
  return {
    places: at,
    print: wanted === "" ? undefined : (where) => printText(wanted, where),
    isSaid: (node) => textOf(node) === wanted,
    isThis,
  };
}

function time(at: readonly KeyPath[], text: string): Setting {
  if (readTime(text) === undefined)
    throw refused(at[0]?.at(-1) ?? "time", "A time is written like 2026-11-15T02:10:00Z.");
  return { places: at, print: (where) => printTime(text, where), isSaid: (node) => timeOf(node) === readTime(text) };
}

function number(at: readonly KeyPath[], value: number | null): Setting {
  const print = value === null ? undefined : () => String(value);
  return { places: at, print, isSaid: (node) => numberOf(node) === value };
}

function list(at: readonly KeyPath[], texts: readonly string[]): Setting {
  return {
    places: at,
    print: texts.length === 0 ? undefined : () => printList(texts),
    list: texts,
    partText: textOf,
    isSaid: (node) => sameTexts(listOf(node) ?? [], texts),
  };
}

function fileSetting(files: readonly Anchor[]): Setting {
  const texts = files.map(printAnchor);
  return {
    places: places.files,
    print: texts.length === 0 ? undefined : () => printList(texts),
    list: texts,
    partText: (node) => given(anchorOf(node), printAnchor)[0],
    isSaid: (node) => sameTexts((anchorsOf(node) ?? []).map(printAnchor), texts),
  };
}

/** Where the kind's own status stands in the place of ours, it first moves into the kind's map. */
function statusSettings(map: Mapping, kind: Kind, status: Status): Setting[] {
  const said = nodeAt(map, ["metadata", "status"]);
  const isMoved = nodeAt(map, ["metadata", kind, "status"]) !== undefined;
  const own = isSomething(said) && statusOf(said) === undefined ? fieldOf(kind, "status", textOf(said)) : undefined;
  const isOurs = (node: Node) => statusOf(node) !== undefined || fieldOf(kind, "status", textOf(node)) === undefined;
  if (own === undefined) return [word(places.status, status, canonicalOr(isOurs))];
  const move = { ...fieldSetting(kind, "status", own), places: [["metadata", kind, "status"]] };
  const ours = word([["metadata", "status"]], status);
  return isMoved ? [ours] : [move, ours];
}

/** The host's stamp is carried along where it would be the later one. */
function updatedSettings(map: Mapping, updated: string): Setting[] {
  const stamps = places.modified.map((place) => nodeAt(map, place)).filter(isSomething);
  const later = stamps.some((node) => (timeOf(node) ?? "") > updated);
  const own = time(places.updated, updated);
  return later ? [own, time(places.modified, updated)] : [own];
}

function sourceSettings(map: Mapping, source: Source): Setting[] {
  const below: IsThis = (_, place) => place.length > 1 && place.at(-2) === "source";
  const said = nodeAt(map, ["metadata", "source"]);
  const parts = (Object.keys(sourcePlaces) as (keyof Source)[]).map((key) =>
    word(sourcePlaces[key], source[key] ?? null, below),
  );
  const client = said === undefined ? undefined : textOf(said);
  if (client === undefined) return parts;
  const isEmpty = parts.every(({ print }) => print === undefined);
  return isEmpty
    ? [word([["metadata", "source"]], null)]
    : [opened(["metadata", "source"], "client", client), ...parts];
}

/** A plain value becomes a map of one, so that more can stand beside it. */
function opened(place: KeyPath, key: string, text: string): Setting {
  const print = () => printMap([[key, printText(text, "flow")]]);
  return { places: [place], print, isSaid: (node) => node.is === "map" };
}

function lifecycleSettings(which: "retired" | "archived", lifecycle: Lifecycle | null): Setting[] {
  const { at, reason } = lifecyclePlaces[which];
  if (lifecycle === null) return [word(at, null), word(reason, null)];
  return [lifecycle.at === "" ? word(at, null) : time(at, lifecycle.at), word(reason, lifecycle.reason)];
}

function fieldSetting(kind: Kind, field: string, value: FieldValue | null): Setting {
  const rule = fieldRule(kind, field);
  const names = Object.keys(kindRow(kind).fields).join(", ") || "none";
  if (rule === undefined) throw refused(field, `The fields of ${kind} are: ${names}.`);
  const wanted = value === null ? null : readField(rule, typeof value === "string" ? joinedLine(value) : value);
  if (wanted === undefined)
    throw refused(field, rule.as === "enum" ? `Use one of ${rule.values.join(", ")}.` : "Use yes or no.");
  return {
    places: fieldPlaces.get(kind)?.get(field) ?? [],
    print: wanted === null ? undefined : (where: Where) => printField(wanted, where),
    isSaid: (node) => fieldOf(kind, field, textOf(node)) === wanted,
    isThis: (node, place) => isOwn(kind, place) || fieldOf(kind, field, textOf(node)) !== undefined,
  };
}

function isOwn(kind: Kind, place: KeyPath): boolean {
  return place.length === 3 || (place.length === 2 && (place[0] === kind || place[0] === "content"));
}

function refused(field: string, hint: string): CairnError {
  return new CairnError("VALIDATION_ERROR", `The value of ${field} does not fit.`, { field, hint });
}
