/**
 * One table put at the end of a TOML text, or taken out of it again with all tables below it. Taking out what was put in
 * gives the text of before, byte for byte, and what others wrote in between stays. Pure.
 */

import { type TomlPart, type TomlPath, tomlParts } from "../text/toml-text.ts";

/** What was put there, and what was written before it to keep it apart. */
interface TomlBlock {
  readonly put: string;
  readonly glue: string;
}

interface PutTable {
  readonly text: string;
  readonly block: TomlBlock;
}

export type TomlValue = string | number | readonly string[] | Readonly<Record<string, string>>;

/** Only where no such table is: see `hasTable`. */
export function putTable(text: string, path: TomlPath, values: Readonly<Record<string, TomlValue>>): PutTable {
  tomlParts(text);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = Object.entries(values).map(([key, value]) => `${keyOf(key)} = ${printed(value)}`);
  const put = [`[${path.map(keyOf).join(".")}]`, ...lines, ""].join(eol);
  const glue = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
  return { text: text + glue + put, block: { put, glue } };
}

/** The table, or anything that makes it: a table below it, a dotted key, an inline one. */
export function hasTable(text: string, path: TomlPath): boolean {
  return tomlParts(text).some((part) => isWithin(part, path) || closes(part, path));
}

/** Undefined where there is no such table, or it is written in a form in which it cannot be taken out alone. */
export function takeTable(text: string, path: TomlPath, block: TomlBlock | undefined): string | undefined {
  const at = block === undefined ? -1 : text.indexOf(block.put);
  const others = at < 0 ? text : text.slice(0, at) + text.slice(at + block!.put.length);
  // What the client noted of it since goes with it.
  if (at >= 0 && !hasTable(others, path)) return withoutBlock(text, block!, at);
  const parts = tomlParts(text);
  const headers = parts.filter((part) => part.is !== "pair" && startsWith(part.path, path));
  const loose = parts.filter((part) => isWithin(part, path) && !isBelowOne(part, headers, parts));
  if (headers.length === 0 || loose.length > 0) return undefined;
  return headers.reduceRight((left, header) => withoutTable(left, header, parts), text);
}

function withoutBlock(text: string, { put, glue }: TomlBlock, at: number): string {
  const from = glue !== "" && text.slice(0, at).endsWith(glue) ? at - glue.length : at;
  return text.slice(0, from) + text.slice(at + put.length);
}

/** From its header to its last key; comments behind that are somebody's, and so is the line before it. */
function withoutTable(text: string, header: TomlPart, parts: readonly TomlPart[]): string {
  const n = parts.indexOf(header);
  const next = parts.findIndex((part, m) => m > n && part.is !== "pair");
  const last = parts[(next < 0 ? parts.length : next) - 1]!;
  const lineEnd = text.indexOf("\n", last.end);
  const end = lineEnd < 0 ? text.length : lineEnd + 1;
  const before = /(?:\r?\n){2}$/.test(text.slice(0, header.start))
    ? /\r?\n$/.exec(text.slice(0, header.start))![0]
    : "";
  return text.slice(0, header.start - before.length) + text.slice(end);
}

function isWithin({ path: found }: TomlPart, path: TomlPath): boolean {
  return startsWith(found, path);
}

/** `mcp_servers = { … }`: a value where the path leads through, to which no table can be added. */
function closes({ is, path: found }: TomlPart, path: TomlPath): boolean {
  return is === "pair" && found.length < path.length && startsWith(path, found);
}

function isBelowOne(part: TomlPart, headers: readonly TomlPart[], parts: readonly TomlPart[]): boolean {
  const n = parts.indexOf(part);
  const header = parts.findLast((one, m) => m <= n && one.is !== "pair");
  return header !== undefined && headers.includes(header);
}

function startsWith(path: TomlPath, beginning: TomlPath): boolean {
  return beginning.every((key, n) => path[n] === key);
}

function keyOf(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}

function printed(value: TomlValue): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(quoted).join(", ")}]`;
  return `{ ${Object.entries(value as Readonly<Record<string, string>>)
    .map(([key, one]) => `${keyOf(key)} = ${quoted(one)}`)
    .join(", ")} }`;
}

/** JSON's strings are TOML's, but for one character. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("\x7f", "\\u007f");
}
