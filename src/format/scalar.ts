/**
 * Printing values as YAML. A text stands plain where every reader of YAML, 1.1 or 1.2, gives back exactly it, and in
 * double quotes otherwise. Whatever is printed is one line.
 */

import { readTime } from "./values.ts";

/** Inside brackets a few characters more need quotes. */
export type Where = "block" | "flow";

const STARTS_PLAIN = /^[^\s\-?:,[\]{}#&*!|>'"%@`=]/;
const NEVER_PLAIN = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}|: | #|[: ]$|^\.\.\./u;
const FLOW_ONLY = /[,[\]{}]/;
const WORD = /^(?:~|null|true|false|yes|no|on|off|y|n)$/i;
const NUMBER =
  /^[-+]?(?:0b[01_]+|0x[0-9a-f_]+|0o[0-7_]+|\.(?:inf|nan)|(?:[0-9][0-9_]*(?::[0-5]?[0-9])*)?(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?)$/i;
const DATE =
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?)?$/;
const ESCAPED = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/gu;

export function printText(text: string, where: Where): string {
  return isPlain(text, where) ? text : quoted(text);
}

/** Times stand plain, as Claude Code and the design write them. */
export function printTime(text: string, where: Where): string {
  return readTime(text) === text ? text : printText(text, where);
}

export function printList(texts: readonly string[]): string {
  return `[${texts.map((text) => printText(text, "flow")).join(", ")}]`;
}

/** Keys are names of ours; values are printed already. */
export function printMap(entries: readonly (readonly [string, string])[]): string {
  return `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(", ")} }`;
}

function isPlain(text: string, where: Where): boolean {
  if (!STARTS_PLAIN.test(text) || NEVER_PLAIN.test(text)) return false;
  if (where === "flow" && FLOW_ONLY.test(text)) return false;
  return !WORD.test(text) && !NUMBER.test(text) && !DATE.test(text);
}

/** JSON's escapes are YAML's; the rest of what may not stand in a line is escaped by its number. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(ESCAPED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
