/**
 * Front matter as other tools write it: a colon in a description, a star before a pattern. No reader of YAML takes such a
 * value as it stands, so it is put between quotes; whatever can be read is left as it is. Pure.
 */

import { frontOf } from "../format/front.ts";
import type { StoreReading } from "./layout.ts";

/** What stands before the words: room and points of a list, and the key. */
const LINE = /^([ \t]*(?:- +)*)([A-Za-z_][\w-]*:(?:[ \t]+|$))?(.*)$/s;
/** What YAML takes for the beginning of something else than words. */
const MARKED = /^[*&!%@`?,\]}]|^[|>](?![+-]?\d?$)/;

/** How it is told that a file's front matter was mended. */
export const MENDED = "front matter that cannot be read as YAML: its words are taken as they stand";

export function looseFront(text: string): string {
  const { state, from, to } = frontOf(text);
  if (state !== "broken" || to <= from) return text;
  const quoted = withQuotes(text.slice(from, to).split("\n")).join("\n");
  const mended = `${text.slice(0, from)}${quoted}${text.slice(to)}`;
  return frontOf(mended).state === "read" ? mended : text;
}

/** What is indented deeper than a line with a value goes on with that value, as a block below `|` does: it is left as it is. */
function withQuotes(lines: readonly string[]): string[] {
  let column = Number.POSITIVE_INFINITY;
  return lines.map((line) => {
    const said = line.trimEnd();
    if (said === "" || line.search(/[^ \t]/) > column) return line;
    const [, before = "", key = "", value = ""] = LINE.exec(said) ?? [];
    const isPoint = before.includes("-");
    const goesOn = value !== "" && !value.startsWith("#") && !value.endsWith(":");
    column = goesOn ? (key === "" && isPoint ? before.lastIndexOf("-") : before.length) : Number.POSITIVE_INFINITY;
    if ((key === "" && !isPoint) || value === "" || isYaml(value)) return line;
    return `${before}${key}${JSON.stringify(value)}${line.slice(said.length)}`;
  });
}

/** A list or a quote that is not closed stays what it is: who knows what was meant. */
function isYaml(value: string): boolean {
  if (/^["'{]|^\[(?![^\]]*\]\()/.test(value)) return true;
  return !MARKED.test(value) && !/^\[|:(?:\s|$)/.test(value);
}

/** A file whose keys are looked at before it becomes a record: that its front matter was mended is told here. */
export function* withMendedFront(
  path: string,
  text: string,
  read: (text: string) => Iterable<StoreReading>,
): Generator<StoreReading> {
  const mended = looseFront(text);
  if (mended !== text) yield { lossy: { path, what: MENDED } };
  yield* read(mended);
}
