import { expect, test } from "vitest";
import { registry } from "../src/adapters/registry.ts";
import { globalFlags } from "../src/operations/show/command-line.ts";
import { flagsWithValue } from "../src/trust/others-words.ts";
import { onlyReads, readingCalls, readingWithout } from "../src/trust/reading-calls.ts";

const operations = await Promise.all(Object.values(registry).map((load) => load()));
const atShell = operations.filter(({ surfaces }) => (surfaces as readonly string[]).includes("cli"));

test("what a sub-agent may call at a shell is what is declared to read, by all its names", () => {
  const reading = atShell.filter(({ effect }) => effect === "read").flatMap(({ name, aliases }) => [name, ...aliases]);
  expect([...readingCalls].sort()).toEqual(reading.sort());
});

test("what writes is called without the flags with which it does", () => {
  for (const [name, harmless] of Object.entries(readingWithout)) {
    const op = atShell.find((one) => one.name === name);
    expect(op?.effect).toBe("write");
    for (const field of Object.keys(op?.input.shape ?? {}).filter((one) => one !== "agent")) {
      const flag = `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      expect([flag, harmless.includes(flag), onlyReads({ operation: name, words: [flag] })]).toEqual([
        flag,
        false,
        false,
      ]);
    }
  }
});

test("the words behind flags that take one are known", () => {
  expect([...flagsWithValue]).toEqual(globalFlags.filter((row) => "value" in row).map(({ flag }) => `--${flag}`));
});
