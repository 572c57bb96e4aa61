/**
 * TOML as far as manifests need it: sections, keys, and the texts in a value. What it does not understand it passes over.
 * Files of strangers: every sign is looked at a fixed number of times. Pure.
 */

import { withoutEdges } from "../text/lines.ts";

/** Section by its dotted name, then key to the value as it is written. */
export type Toml = ReadonlyMap<string, ReadonlyMap<string, string>>;

const MOST_LINES = 20_000;
const KEY = /^("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*/;

export function tomlOf(text: string): Toml {
  const sections = new Map<string, Map<string, string>>();
  let section = "";
  const lines = text.split(/\r?\n/, MOST_LINES);
  for (let n = 0; n < lines.length; n++) {
    const line = withoutComment(lines[n] ?? "");
    const head = sectionIn(line);
    if (head !== undefined) section = head;
    const [begun = "", key] = head === undefined ? (KEY.exec(line) ?? []) : [];
    if (key === undefined) continue;
    const start = line.slice(begun.length);
    const value = [start];
    // A list may go on over several lines.
    for (let open = start.startsWith("[") ? openIn(start) : 0; open > 0 && n + 1 < lines.length; ) {
      const more = withoutComment(lines[++n] ?? "");
      open += openIn(more);
      value.push(more);
    }
    const keys = sections.get(section) ?? new Map<string, string>();
    sections.set(section, keys.set(withoutEdges(key, "\"'"), value.join(" ").trim()));
  }
  return sections;
}

/** The name between the brackets of a section's line. */
function sectionIn(line: string): string | undefined {
  if (!line.startsWith("[") || !line.endsWith("]")) return undefined;
  const name = withoutEdges(line, "[]");
  if (name.trim() === "" || name.includes("]")) return undefined;
  return name
    .split(".")
    .map((word) => word.trim())
    .join(".")
    .replace(/["']/g, "");
}

/** The texts in a value, itself one or a list of them. */
export function tomlTexts(value: string | undefined): string[] {
  if (value === undefined || !/^["'[]/.test(value)) return [];
  return piecesOf(value).flatMap(({ quoted, text }) => (quoted ? [text] : []));
}

/** How many lists it opens and does not close. */
function openIn(line: string): number {
  const plain = piecesOf(line).map(({ quoted, text }) => (quoted ? "" : text));
  return count(plain.join(""), "[") - count(plain.join(""), "]");
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

function withoutComment(line: string): string {
  let at = 0;
  for (const { quoted, text, length } of piecesOf(line)) {
    const mark = quoted ? -1 : text.indexOf("#");
    if (mark >= 0) return line.slice(0, at + mark).trim();
    at += length;
  }
  return line.trim();
}

interface Piece {
  readonly quoted: boolean;
  /** Without its quotation marks. */
  readonly text: string;
  /** With them. */
  readonly length: number;
}

/** What stands between quotation marks, and what stands around it; a mark that nothing closes is a sign like others. */
function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let plain = 0;
  const lost = new Set<string>();
  for (let at = 0; at < line.length; at++) {
    const mark = line.charAt(at);
    if ((mark !== '"' && mark !== "'") || lost.has(mark)) continue;
    const end = closing(line, at, mark);
    if (end < 0) {
      // None closes after this one either: it is looked for once.
      lost.add(mark);
      continue;
    }
    pieces.push(unquoted(line.slice(plain, at)));
    pieces.push({ quoted: true, text: line.slice(at + 1, end), length: end + 1 - at });
    plain = end + 1;
    at = end;
  }
  return [...pieces, unquoted(line.slice(plain))].filter(({ length }) => length > 0);
}

function unquoted(text: string): Piece {
  return { quoted: false, text, length: text.length };
}

/** The place of the mark that closes it; negative where there is none. */
function closing(line: string, from: number, mark: string): number {
  for (let at = from + 1; at < line.length; at++) {
    if (line.charAt(at) === mark) return at;
    if (mark === '"' && line.charAt(at) === "\\") at++;
  }
  return -1;
}
