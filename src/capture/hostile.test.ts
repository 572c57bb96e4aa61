/** Triage is linear in what it reads: no text, however made, takes more than its share. */

import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import type { Turn } from "../transcripts/turn.ts";
import { triage } from "./triage.ts";

const SIZE = 60_000;
/** A line beyond 4,000 characters is no prose and is passed over: each text is tried as it is, and in lines. */
const inLines = (text: string): string => (text.match(/[\s\S]{1,3000}/g) ?? []).join("\n");
const said = (text: string): Turn[] => [
  { by: "person", text, from: 0 },
  { by: "agent", text, from: 1 },
];
const ms = (text: string): number => processorMsOf(() => triage(said(text)));

const hostile: Readonly<Record<string, string>> = {
  "one word": "a".repeat(SIZE),
  "a cue's beginnings": "decided ".repeat(SIZE / 8),
  "gaps that never close": "put add adding note ".repeat(SIZE / 20),
  "boosters only": "because instead of rather than due to ".repeat(SIZE / 38),
  "back-ticks that never close": "` `` ``` ".repeat(SIZE / 9),
  "back-ticks in one run": "`".repeat(SIZE),
  "fences in fences": "```\n~~~\n````\n".repeat(SIZE / 13),
  "blocks that never close": "<memory <cairn-memories <think ".repeat(SIZE / 31),
  "blocks that close at once": "<memory></memory>".repeat(SIZE / 17),
  "tags of nobody": "<<<<<<<<".repeat(SIZE / 8),
  "blank lines": "\n".repeat(SIZE),
  blanks: " ".repeat(SIZE),
  "blanks before a word": `${" ".repeat(1_000)}x\n`.repeat(SIZE / 1_002),
  punctuation: "!?.,;:-–—".repeat(SIZE / 9),
  "punctuation without a blank, then a letter": `${"-".repeat(SIZE)}a`,
  "letters and joints": "a/b_c.d-e:f".repeat(SIZE / 11),
  "numbers like a log's": "2026-11-15 10:00:00 at a.b.c (".repeat(SIZE / 30),
  "a path that might have a line": `${"a/".repeat(100)}:\n`.repeat(SIZE / 202),
  marks: "e\u0301\u0301\u0301".repeat(SIZE / 4),
  "signs without blanks": "我们决定用".repeat(SIZE / 5),
  "lone surrogates": "\ud800 ".repeat(SIZE / 2),
  offers: "Option A: x\n".repeat(SIZE / 12),
};

test.each(Object.entries(hostile))("%s", (_, text) => {
  ms(text.slice(0, 1_000)); // the first call compiles
  expect(ms(text)).toBeLessThan(10_000);
  expect(ms(inLines(text))).toBeLessThan(10_000);
});
