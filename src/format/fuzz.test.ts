/**
 * Mutated files against the parser: whatever the bytes, it answers, quickly, with the body, and changes nothing but its
 * answer. CAIRN_SEED replays a run, CAIRN_FUZZ sets the number of files.
 */

import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { seed } from "../../test/support/seed.ts";
import { CairnError } from "../model/error.ts";
import { editMemory } from "./edit.ts";
import { parseMemory } from "./parse.ts";

const count = Number(process.env["CAIRN_FUZZ"] ?? 20_000);

const SEEDS = [
  "---\nname: a\ndescription: b c\nmetadata:\n  type: project\n  kind: decision\n  status: active\n  tags: [a, b]\n  source: { client: x, session: y }\n  decision: { status: accepted }\n---\n# T\n\n## Context\nx\n\n## Changes\n- 2026-01-01T00:00:00Z created\n",
  "---\r\ntype: user\r\ncreated: 2025-01-15\r\nage: fresh\r\n---\r\nBody text.\r\n",
  "---\nid: x\ncategory: tech_debt\nrecord_status: retired\nrelated_files:\n  - a.ts\n  - b.ts\nretired_at: 2026-01-01\ncontent:\n  status: open\n---\nText\n",
  "# T\n\n**Date**: 2026-01-19T22:30:00Z\n**Status**: decided\n\n## Context\n```js\n# code\n```\n- a\n",
  "\ufeff---\nname: 'it''s'\ndescription: |\n  two\n  lines\n? complex\n: value\nx: &a [1, *a]\n---\n",
];
const PIECES = [
  "---\n",
  "---",
  "\n",
  "\r\n",
  "\r",
  "\ufeff",
  ": ",
  ":",
  " #",
  "- ",
  "? ",
  "[",
  "]",
  "{",
  "}",
  "'",
  '"',
  "\\",
  "|",
  ">",
  "&a ",
  "*a",
  "!!js/function ",
  "!t ",
  "%YAML 1.2\n",
  "__proto__: { polluted: true }\n",
  "constructor: x\n",
  "metadata:\n",
  "  ",
  "\t",
  "## Changes\n",
  "# ",
  "```",
  "~~~\n",
  "**Status**: x\n",
  "- 2026-01-01 x\n",
  "\u0000",
  "\u2028",
  "\ud800",
  "🪨",
  "<<: *a\n",
  "...\n",
  "{".repeat(20),
  "- ".repeat(20),
  "a: ".repeat(10),
  "x".repeat(5000),
  "[".repeat(9000),
];

/** A small generator with a seed: the same seed makes the same files. */
function generator(start: number): (below: number) => number {
  let state = start >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function mutated(text: string, next: (below: number) => number): string {
  let result = text;
  for (let n = 1 + next(6); n > 0; n--) result = mutations[next(mutations.length)]?.(result, next) ?? result;
  return result;
}

type Mutation = (text: string, next: (below: number) => number) => string;
const at = (text: string, next: (below: number) => number) => next(text.length + 1);
const mutations: readonly Mutation[] = [
  (text, next) => insert(text, at(text, next), PIECES[next(PIECES.length)] ?? ""),
  (text, next) => insert(text, at(text, next), PIECES[next(PIECES.length)] ?? ""),
  (text, next) => insert(text, at(text, next), String.fromCharCode(next(0x10000))),
  (text, next) => {
    const from = at(text, next);
    return text.slice(0, from) + text.slice(from + next(30));
  },
  (text, next) => withLines(text, (lines) => lines.splice(next(lines.length), 0, lines[next(lines.length)] ?? "")),
  (text, next) => withLines(text, (lines) => lines.splice(next(lines.length), 1)),
  (text, next) => withLines(text, (lines) => lines.splice(next(lines.length), 0, ...Array(next(40)).fill("k: v"))),
  (text, next) => insert(text, at(text, next), (SEEDS[next(SEEDS.length)] ?? "").slice(next(100))),
  (text, next) => {
    const bytes = Buffer.from(text);
    for (let n = next(8); n > 0 && bytes.length > 0; n--) bytes[next(bytes.length)] = next(256);
    return bytes.toString("utf8");
  },
];

function insert(text: string, where: number, piece: string): string {
  return text.slice(0, where) + piece + text.slice(where);
}

function withLines(text: string, change: (lines: string[]) => void): string {
  const lines = text.split("\n");
  change(lines);
  return lines.join("\n");
}

test(`${count} mutated files are all read: seed ${seed}`, () => {
  const next = generator(seed);
  let slowest = 0;
  for (let n = 0; n < count; n++) {
    const text = mutated(SEEDS[n % SEEDS.length] ?? "", next);
    const path = ["decisions/x.md", "x.md", "project.md"][next(3)] ?? "x.md";
    const read = () => parseMemory(text, path);
    slowest = Math.max(slowest, processorMsOf(read));
    if (n % 20 !== 0) continue;
    const { written, problems } = read();
    expectWhole(text, path, written.body, problems.length);
  }
  // Generous: one file alone is bounded by the bombs of parse.test.ts.
  expect(slowest).toBeLessThan(1000);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

/** The body is part of the file, and an edit either keeps every line of it or is refused. */
function expectWhole(text: string, path: string, body: string, problems: number): void {
  const source = text.replaceAll("\r\n", "\n");
  // In one piece, or in two where a person went on below the change log.
  expect(
    body.split("\n\n").every((part) => source.includes(part)),
    `seed ${seed}: ${JSON.stringify(text)}`,
  ).toBe(true);
  try {
    const edited = editMemory(text, { status: "archived", append: "The end." }, path);
    const after = parseMemory(edited, path).written;
    expect(after, `seed ${seed}: ${JSON.stringify(text)}`).toMatchObject({ status: "archived" });
    expect(after.body.endsWith("The end."), `seed ${seed}: ${JSON.stringify(text)}`).toBe(true);
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    if (error.message.includes("cannot be read")) expect(problems).toBeGreaterThan(0);
  }
}
