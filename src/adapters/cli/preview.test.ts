import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { fakeCairn } from "../../../test/support/sample-operations.ts";
import { z } from "../../model/schema.ts";
import { type Carried, operation } from "../../operations/operation.ts";
import { main } from "./main.ts";

let mixed = 0;
const mix = (carried: Carried | undefined) => carried?.once("paint", () => ++mixed);

const paint = operation({
  name: "paint",
  summary: "Paint something, after showing it.",
  effect: "write",
  surfaces: ["cli"],
  preview: { dryRun: true },
  positional: "colour",
  input: z.strictObject({
    colour: z.string().default("red"),
    isPainted: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  output: z.object({}),
  confirm: ({ dryRun, isPainted }, _, carried) => {
    if (dryRun || isPainted) return undefined;
    mix(carried);
    return "Paint it?";
  },
  run(_, __, carried) {
    mix(carried);
    return {};
  },
  show: (_, { colour, dryRun }) => (dryRun ? `It would be ${colour}.` : `It is ${colour}.`),
});

async function run(argv: string[], typed?: string): Promise<string[]> {
  const said = { out: "", err: "" };
  const stream = (name: "out" | "err") => ({
    isTTY: typed !== undefined,
    write(text: string | Uint8Array, done: () => void) {
      said[name] += text;
      setImmediate(done);
    },
  });
  const stdin = Object.assign(Readable.from([Buffer.from(typed ?? "")]), { isTTY: typed !== undefined });
  const world = { argv, env: {}, cwd: tmpdir(), stdin, stdout: stream("out"), stderr: stream("err") };
  await main(world, { registry: { paint: async () => paint }, open: () => fakeCairn() });
  return [said.out, said.err];
}

test.each([
  [["paint"], "cairn paint --yes"],
  [["paint", "--colour", "sky blue", "--dry-run"], "cairn paint --colour 'sky blue' --yes"],
  [["--cwd", "/tmp", "paint", "--dry-run=true", "-y", "--colour=blue"], "cairn --cwd /tmp paint --colour=blue --yes"],
])("%j was only shown: it is done by the same words and a yes", async (argv, words) => {
  const [out] = await run(argv);
  expect(out).toMatch(/^It would be .*\.\nDo it with: /);
  expect(out?.trimEnd().split("Do it with: ")[1]).toBe(words);
});

test.each([
  [["paint", "--dry-run", "--", "-m.jsonl"], ["paint", "--yes", "--", "-m.jsonl"], "It is -m.jsonl.\n"],
  [["paint", "--dry-run", "--", "--dry-run"], ["paint", "--yes", "--", "--dry-run"], "It is --dry-run.\n"],
  [["paint", "-y", "--dry-run", "--", "-y"], ["paint", "--yes", "--", "-y"], "It is -y.\n"],
])("%j: what stands behind -- stays as it is, and what is told can be typed", async (argv, words, done) => {
  const [out] = await run(argv);
  expect(out?.trimEnd().split("Do it with: ")[1]).toBe(["cairn", ...words].join(" "));
  expect(await run(words)).toEqual([done, ""]);
});

test("nobody is told how to do what is done, what needs no doing, or what they are asked next", async () => {
  expect(await run(["paint", "--yes"])).toEqual(["It is red.\n", ""]);
  expect(await run(["paint", "--dry-run", "--is-painted"])).toEqual(["It would be red.\n", ""]);
  const [out, err] = await run(["paint", "--no-color"], "y\n");
  expect([out, err]).toEqual(["It is red.\n", "It would be red.\nPaint it? [y/N] "]);
});

test("the question, what is shown before it and what is done after it are made of one look", async () => {
  for (const [argv, typed] of [
    [["paint"], "y\n"],
    [["paint"], undefined],
    [["paint", "--dry-run"], undefined],
  ] as const) {
    mixed = 0;
    await run([...argv], typed);
    expect(mixed).toBe(1);
  }
});
