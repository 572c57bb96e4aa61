/**
 * Where the front matter of a file lies, and what it says. Text that only looks like front matter (half of it, too much
 * of it, not a map) is text: it is shown with the body, and named as a problem, never dropped.
 */

import { readPlainFront } from "./plain-front.ts";
import { emptyMapping, lineAt, type Mapping } from "./tree.ts";
import { readYaml, type YamlReading } from "./yaml.ts";

/** Readers that scan only 30 lines must see all of it, so a file Cairn writes has its second `---` by then. */
export const frontLines = 30;
/** The host breaks a line for each part of a list or map: what it made long by that is still read. */
const readLines = 200;
export const frontBytes = 16_384;

interface Fault {
  readonly line: number;
  readonly message: string;
}

export interface Front {
  /** `broken`: something stands there that cannot be read, so nothing may be written into it. */
  readonly state: "none" | "read" | "broken";
  readonly map: Mapping;
  /** The lines between the two `---`. */
  readonly from: number;
  readonly to: number;
  readonly bodyStart: number;
  readonly faults: readonly Fault[];
}

interface Fences {
  readonly from: number;
  readonly to: number;
  readonly past: number;
}

export function frontOf(text: string): Front {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const opened = pastFence(text, start);
  if (opened === undefined) return asText(start, "none");
  const fences = closingFence(text, opened);
  if (fences === undefined) {
    if (!looksLikeKeys(text, opened)) return asText(start, "none");
    return asText(start, "broken", { line: 1, message: "the front matter that starts here has no closing ---" });
  }
  const excess = excessOf(text, fences);
  if (excess === undefined) return readBetween(text, start, fences);
  if (!looksLikeKeys(text, opened)) return asText(start, "none");
  return asText(start, "broken", { line: 1, message: `the front matter is over ${excess}, so it is read as text` });
}

function readBetween(text: string, start: number, { from, to, past }: Fences): Front {
  const quick = readPlainFront(text, from, to);
  if (quick !== undefined) return { state: "read", map: quick, from, to, bodyStart: past, faults: [] };

  const { node, faults: found } = readYamlOnce(text, from, to);
  const faults = found.map(({ at, message }) => ({ line: lineAt(text, at), message }));
  if (node?.is === "map") {
    return { state: faults.length > 0 ? "broken" : "read", map: node, from, to, bodyStart: past, faults };
  }
  if (faults.length > 0) return { state: "broken", map: emptyMapping, from, to, bodyStart: past, faults };
  if (node === undefined) return { state: "read", map: emptyMapping, from, to, bodyStart: past, faults };
  return asText(start, "broken", { line: lineAt(text, from), message: "the front matter is not a map of keys" });
}

let lastReading: { readonly source: string; readonly from: number; readonly reading: YamlReading } | undefined;

/** An edit reads the same lines after every step: the last reading is kept, for YAML takes its time. */
function readYamlOnce(text: string, from: number, to: number): YamlReading {
  const source = text.slice(from, to);
  if (lastReading?.from === from && lastReading.source === source) return lastReading.reading;
  const reading = readYaml(text, from, to);
  lastReading = { source, from, reading };
  return reading;
}

function asText(start: number, state: "none" | "broken", fault?: Fault): Front {
  return { state, map: emptyMapping, from: start, to: start, bodyStart: start, faults: fault ? [fault] : [] };
}

/** The offset past a line that is only `---`; `---js` and its like are text. */
function pastFence(text: string, at: number): number | undefined {
  if (!text.startsWith("---", at)) return undefined;
  let past = at + 3;
  while (text[past] === " " || text[past] === "\t") past++;
  if (text[past] === "\r") past++;
  if (text[past] === "\n") return past + 1;
  return past === text.length && text[past - 1] !== "\r" ? past : undefined;
}

function closingFence(text: string, opened: number): Fences | undefined {
  if (opened >= text.length) return undefined;
  const first = pastFence(text, opened);
  if (first !== undefined) return { from: opened, to: opened, past: first };
  for (let at = text.indexOf("\n---", opened); at >= 0; at = text.indexOf("\n---", at + 1)) {
    const past = pastFence(text, at + 1);
    if (past !== undefined) return { from: opened, to: at + 1, past };
  }
  return undefined;
}

function excessOf(text: string, { from, to }: Fences): string | undefined {
  if (linesIn(text, from, to) > readLines) return `${readLines} lines`;
  if ((to - from) * 3 <= frontBytes) return undefined;
  return Buffer.byteLength(text.slice(from, to)) > frontBytes ? `${frontBytes / 1024} KiB` : undefined;
}

/** Whole lines between two offsets; counting stops where it no longer matters. */
export function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to && lines <= readLines; at = text.indexOf("\n", at + 1)) {
    lines++;
  }
  return lines;
}

function looksLikeKeys(text: string, from: number): boolean {
  return /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*[A-Za-z_"'][^\n:]*:(?:\s|$)/.test(text.slice(from, from + 2000));
}
