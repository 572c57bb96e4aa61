/** Reading one short field of a kind by its rule. Plain checks only, so that reading files loads no schema library. */

import { type FieldRule, type Kind, kindRow } from "./kind.ts";
import type { FieldValue } from "./memory.ts";

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
