import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readSets } from "../../bench/sets/read.ts";
import { learned } from "../../bench/train.ts";
import { everyFile, layOut, talkFile } from "./tiny-sets.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "cairn-train-")));
const today = new Date("2026-11-15T12:00:00Z");
const mix = { seed: 7, perPersona: 12, fromMemories: 6, perTranscripts: 0 };

const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
let table = "";

beforeAll(() => {
  table = learnedFrom(everyFile);
});
afterAll(() => {
  error.mockRestore();
  rmSync(place, { recursive: true });
});

function learnedFrom(files: Readonly<Record<string, string>>, seed = mix.seed): string {
  const folder = mkdtempSync(join(place, "data-"));
  layOut(folder, files);
  return learned(
    readSets(folder, () => undefined),
    today,
    { ...mix, seed },
  );
}

test("the same sets and seed give the same table", () => {
  expect(learnedFrom(everyFile)).toBe(table);
  expect(learnedFrom(everyFile, 8)).not.toBe(table);
});

test("LoCoMo changes nothing in it", () => {
  const { "a/one.json": talk, ...others } = everyFile;
  expect(talk).toBe(talkFile);
  expect(learnedFrom(others)).toBe(table);
});

test("it says what it was learned from: sets, sizes, seed and day", () => {
  expect(table.slice(0, table.indexOf("*/"))).toMatchInlineSnapshot(`
    "/**
     * Learned weights, raw features, no intercept. Written by \`npm run bench -- train\`; never edit single numbers, refit.
     * - RealMem (Apache-2.0): 1 personas, 3 sessions, 3 memories, 2 queries
     * - DevMemBench (MIT): 2 sessions, 2 questions
     * - PEPs (public domain, CC0): 3 documents, 2 queries
     * - projects (ours, Apache-2.0, MIT): 3 memories, 3 prompts
     * - transcripts (Apache-2.0, MIT): 0, for self-made queries
     * - LoCoMo: never
     * Seed 7, 2026-11-15; Adam 130 rounds, step 0.08.
     "
  `);
});

test("every weight is a number", () => {
  const weights = [...table.matchAll(/^ {2}\w+: (.+),$/gm)].map(([, value]) => Number(value));
  expect(weights.length).toBeGreaterThan(60);
  expect(weights.every(Number.isFinite)).toBe(true);
  expect(weights.some((weight) => weight !== 0)).toBe(true);
});

test("the table in use says what it was learned from", () => {
  const inUse = readFileSync("src/search/rank/weights.ts", "utf8");
  for (const name of ["RealMem", "DevMemBench", "PEPs", "projects", "Seed", "LoCoMo"]) expect(inUse).toContain(name);
});

test("the table in use has the form the script writes now: the same tables, rows and comments", () => {
  const inUse = readFileSync("src/search/rank/weights.ts", "utf8");
  expect(formOf(inUse)).toBe(formOf(table));
});

/** Everything but the numbers and the day. */
function formOf(text: string): string {
  return text.replace(/-?\b[\d.-]+\b/g, "0");
}
