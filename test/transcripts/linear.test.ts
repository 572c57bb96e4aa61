/** Whatever stands in a record, reading it takes time by its length: somebody else may have written most of it. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTranscript } from "../../src/hosts/records.ts";
import { withoutHookContext } from "../../src/transcripts/gemini-chat.ts";
import { isMachines, withoutBlocks, withoutSkillName } from "../../src/transcripts/machine-words.ts";
import { processorMsOf } from "../support/processor-time.ts";
import { samples } from "./samples.ts";

const pieces = [
  " ",
  "\n",
  "{\n",
  "{ \n",
  '{"type" ',
  '"type":"x"',
  "<hook_context>",
  "</hook_context> ",
  "<command-args>",
  "<think>",
  "<system-reminder>",
  "<!-- ",
  "```\n",
  "**a**: ",
  "Human: ",
  "User:\n",
  "\n\n# ",
  "> ",
  "_",
  "[{",
  "Exit Code: ",
];
const SIZE = 15_000;
const filled = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));

function read(path: string): number {
  const opened = openTranscript(path);
  const turns = opened === undefined ? 0 : [...opened.turns()].length;
  opened?.close();
  return turns;
}

/** The least of some runs: what else the machine does only adds to it. */
const least = (act: () => unknown) => Math.min(...[1, 2].map(() => processorMsOf(act)));

function expectLinear(act: (size: number) => () => unknown): void {
  const [short, long] = [SIZE, 4 * SIZE].map((size) => least(act(size))) as [number, number];
  expect(long / Math.max(short, 10)).toBeLessThan(9);
}

test.each(pieces)("a file of %j, and a record of each format that goes on with it", (piece) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-linear-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // A line that begins like an entry of JSON has the piece inside it as a string too.
  const heads = ["", "{", ...Object.values(samples)];
  for (const [n, head] of heads.entries())
    expectLinear((size) => {
      const path = join(folder, `${n}-${size}`);
      writeFileSync(path, head + filled(piece, size));
      return () => read(path);
    });
});

test.each(pieces)("a text of %j that somebody said, or a tool", (piece) => {
  for (const of of [withoutHookContext, isMachines, withoutBlocks, withoutSkillName])
    expectLinear((size) => {
      const text = `<hook_context>${filled(piece, 8 * size)}x`;
      return () => of(text);
    });
});
