import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { mutants } from "./mutants.ts";

test("D12: the lines that mutants leave out are still there", () => {
  const src = fileURLToPath(new URL("../../src", import.meta.url));
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const sources = files.map((file) => readFileSync(join(src, file), "utf8"));
  const times = (text: string) => sources.reduce((sum, source) => sum + source.split(text).length - 1, 0);
  const edits = mutants.flatMap((mutant) => mutant.edits);
  expect(edits.filter(({ from }) => times(from) !== 1)).toEqual([]);
});
