/** What of a record of S4 is not as its schema has it, in words: that is read as far as it can be, and told. Pure. */

import { mostChanges } from "../format/outline.ts";
import { fieldRule, type Kind, kindRow, type SectionRule } from "../model/kind.ts";
import { statuses } from "../model/memory.ts";
import { counted } from "../text/counted.ts";
import { isJsonObject, plainWords } from "../text/json.ts";
import type { ForeignObject } from "./layout.ts";
import { writtenTime } from "./written-time.ts";

const VERSION = "1.0";
const COMMON = new Set(
  "schema_version category id title created_at updated_at tags related_files confidence record_status changes times_updated retired_at retired_reason archived_at archived_reason content".split(
    " ",
  ),
);
const TIMES = ["created_at", "updated_at", "retired_at", "archived_at"];
const LISTS = ["tags", "related_files"];

export function isCommon(key: string): boolean {
  return COMMON.has(key);
}

/** Words of common fields that mean nothing here: they stay in the text. */
export function valuelessIn(value: ForeignObject): Record<string, unknown> {
  const { record_status: status, confidence, times_updated: times } = value;
  const isStatus = typeof status === "string" && statuses.some((one) => one === status.toLowerCase());
  const isConfidence = typeof confidence === "number" && confidence >= 0 && confidence <= 1;
  const odd = {
    ...(isStatus ? {} : { record_status: status }),
    ...(isConfidence ? {} : { confidence }),
    ...(typeof times === "number" ? {} : { times_updated: times }),
  };
  return Object.fromEntries(Object.entries(odd).filter(([, said]) => plainWords(said) !== ""));
}

export function oddIn(kind: Kind, value: ForeignObject, content: ForeignObject): string[] {
  const { schema_version: version, changes } = value;
  const unknown = [
    ...Object.keys(value).filter((key) => !isCommon(key)),
    ...unknownContent(kind, content).map(([key]) => key),
  ];
  return [
    ...(version === undefined || plainWords(version) === VERSION
      ? []
      : [`schema_version: ${plainWords(version)} is none Cairn knows; read as ${VERSION}`]),
    ...unknown.map((key) => `${key}: no field of a ${kind}; kept in the text`),
    ...TIMES.filter((key) => plainWords(value[key]) !== "" && writtenTime(value[key]) === undefined).map(
      (key) => `${key}: ${plainWords(value[key])} is no time that can be read`,
    ),
    ...LISTS.filter((key) => isNoList(value[key])).map((key) => `${key}: ${ONE}`),
    ...formsIn(kind, content),
    ...changesLeft(changes),
  ];
}

const ONE = "no list, so it is taken as a list of one";

function isNoList(value: unknown): boolean {
  return value !== undefined && value !== null && !Array.isArray(value);
}

function formsIn(kind: Kind, content: ForeignObject): string[] {
  return kindRow(kind).sections.flatMap(({ field, as }) => {
    const value = contentAt(content, field);
    if (as !== "prose") return isNoList(value) ? [`${field}: ${ONE}`] : [];
    return Array.isArray(value) ? [`${field}: a list, so each of it is a line of the text`] : [];
  });
}

function changesLeft(changes: unknown): string[] {
  if (changes === undefined || changes === null) return [];
  if (!Array.isArray(changes)) return ["changes: no list"];
  const left = changes.filter(
    (one) => !isJsonObject(one) || (writtenTime(one["date"]) ?? writtenTime(one["at"])) === undefined,
  );
  const more = changes.length - left.length - mostChanges;
  const cut = more > 0 ? [`${counted(more, "change")} before the newest ${mostChanges}`] : [];
  return left.length === 0 ? cut : [`${counted(left.length, "change")} without a time`, ...cut];
}

export function contentAt(content: ForeignObject, field: string): unknown {
  const [first = "", second] = field.split(".");
  const value = content[first];
  return second === undefined ? value : isJsonObject(value) ? value[second] : undefined;
}

export function sectionOf(kind: Kind, field: string): SectionRule | undefined {
  return kindRow(kind).sections.find((rule) => rule.field === field || rule.field.startsWith(`${field}.`));
}

/** Also what stands beside `prefer` and `avoid` in the examples of a preference. */
export function unknownContent(kind: Kind, content: ForeignObject): [string, unknown][] {
  return Object.entries(content).flatMap(([key, value]): [string, unknown][] => {
    if (fieldRule(kind, key) !== undefined) return [];
    const rule = sectionOf(kind, key);
    if (rule === undefined) return [[key, value]];
    if (rule.field === key) return [];
    if (!isJsonObject(value)) return plainWords(value) === "" ? [] : [[key, value]];
    const inner = Object.entries(value).map(([name, said]): [string, unknown] => [`${key}.${name}`, said]);
    return inner.filter(([name]) => sectionOf(kind, name) === undefined);
  });
}
