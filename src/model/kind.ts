/** A kind by its name: its row, and what follows from it. The rows are in `kind-table.ts`. Pure. */

export {
  type CoarseType,
  coarseTypes,
  type FieldRule,
  type KindRow,
  kinds,
  type Naming,
  type SectionRule,
} from "./kind-table.ts";

import { type FieldRule, type KindRow, kinds } from "./kind-table.ts";
import type { FieldValue } from "./memory.ts";

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as readonly Kind[];

/** The row of a kind, seen as a row: fields and sections by any name. */
export function kindRow(kind: Kind): KindRow {
  return kinds[kind];
}

/** A memory of its own matter, named after what it says: such a one may be asked for in many words. */
export function goesByTitle(kind: Kind): boolean {
  const { naming, derived } = kindRow(kind);
  return (naming.by === "slug" || naming.by === "number") && !derived;
}

/** What these say of a file is to be known before it is changed. */
export const guardKinds: readonly Kind[] = kindNames.filter((kind) => kinds[kind].guards);

/** What every later session is to go by: only a person gives it. */
export function isInstruction(kind: Kind): boolean {
  return kinds[kind].instructs;
}

export function isKind(name: unknown): name is Kind {
  return typeof name === "string" && Object.hasOwn(kinds, name);
}

/** The value as the table knows it, other spellings mapped; undefined when the rule does not allow it. */
export function readField(rule: FieldRule, value: unknown): FieldValue | undefined {
  switch (rule.as) {
    case "enum":
      return readEnum(rule.values, rule.also, value);
    case "flag":
      return value === true || value === "true" ? true : value === false || value === "false" ? false : undefined;
    case "text":
      return typeof value === "string" && value !== "" ? value : undefined;
  }
}

export function fieldRule(kind: Kind, field: string): FieldRule | undefined {
  const { fields } = kindRow(kind);
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

interface StatedMemory {
  readonly kind: Kind;
  readonly fields?: Readonly<Record<string, FieldValue>> | undefined;
}

/** The state of one that holds no more, or not yet; undefined where it holds. */
export function notInForce({ kind, fields = {} }: StatedMemory): string | undefined {
  const [rule, said] = [fieldRule(kind, "status"), fields["status"]];
  if (rule?.as !== "enum" || rule.inForce === undefined || typeof said !== "string") return undefined;
  return said === rule.inForce ? undefined : said;
}

function readEnum(
  values: readonly string[],
  also: Readonly<Record<string, string>> | undefined,
  value: unknown,
): string | undefined {
  if (typeof value !== "string") return undefined;
  if (values.includes(value)) return value;
  const word = value.trim().toLowerCase().replaceAll(/[ -]/g, "_");
  if (values.includes(word)) return word;
  return also !== undefined && Object.hasOwn(also, word) ? also[word] : undefined;
}
