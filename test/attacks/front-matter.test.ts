/** Files that are made to hurt their reader: bombs, depths, tags, code. Read as text or refused, and nothing is run (S9). */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { house } from "../support/house.ts";

const KNOWN = Object.getOwnPropertyNames(Object.prototype).sort();

function front(...lines: string[]): string {
  return ["---", ...lines, "---", "# Hostile", "", "The words below stay readable.", ""].join("\n");
}

const bomb = [
  "a: &a [x,x,x,x,x,x,x,x,x]",
  ..."bcdefghi".split("").map((name, n) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[n]}`).join(",")}]`),
];

const files: Readonly<Record<string, string>> = {
  "alias bomb": front(...bomb),
  "nested lists": front(`name: x`, `tags: ${"[".repeat(5_000)}${"]".repeat(5_000)}`),
  "nested maps": front(`metadata: ${"{a: ".repeat(2_000)}1${"}".repeat(2_000)}`),
  "nested blocks": front(...Array.from({ length: 28 }, (_, n) => `${" ".repeat(n)}a:`)),
  "js front matter":
    "---js\nrequire('node:fs').writeFileSync('pwned', '1')\n---\n# Hostile\n\nThe words below stay readable.\n",
  "javascript front matter":
    "---javascript\n{ title: process.exit(1) }\n---\n# Hostile\n\nThe words below stay readable.\n",
  "coffee front matter": "---coffee\nfs.writeFileSync 'pwned', 1\n---\n# Hostile\n",
  "js function tag": front('name: !!js/function \'function(){ require("fs").writeFileSync("pwned", 1) }\''),
  "js regexp tag": front("name: !!js/regexp /(a+)+$/"),
  "python tag": front('name: !!python/object/apply:os.system ["touch pwned"]'),
  "binary tag": front("description: !!binary aGVsbG8="),
  "own tag": front("description: !<tag:example,2026:x> y"),
  prototype: front("__proto__: { polluted: true }", "constructor: { prototype: { polluted: true } }"),
  "prototype inside": front("metadata:", "  __proto__:", "    polluted: true", "  tags: [__proto__, constructor]"),
  "duplicate keys": front("name: one", "name: two", "description: a", "description: b"),
  "merge key": front("base: &b { polluted: true }", "metadata: { <<: *b }"),
  "very long line": front(`description: ${"x".repeat(15_000)}`),
  "too large front": front(...Array.from({ length: 29 }, () => `k${Math.random()}: ${"y".repeat(2_000)}`)),
  "too many lines": front(...Array.from({ length: 2_000 }, (_, n) => `k${n}: v`)),
  "never closed": `---\nname: never-closed\n${"a: b\n".repeat(10_000)}`,
  "only dashes": "---\n".repeat(5_000),
  numbers: front("name: 0x1F", "description: 1e999", "metadata: { confidence: .nan, updates: -.inf, created: 0777 }"),
  "wrong shapes": front("name: [a]", "description: { a: b }", "metadata: text"),
  "null bytes": `---\nname: a\0b\n---\n# Hos\0tile\n\nThe words below stay readable.\n`,
  "not utf-8": Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x80, 0x0a, 0x2d, 0x2d, 0x2d, 0x0a]).toString("latin1"),
  "control characters": front('description: "\\u001b]0;owned\\u0007 \\u202egnp.exe"'),
  "yaml directives": "%YAML 1.1\n%TAG ! tag:x,2026:\n---\nname: a\n---\n# Hostile\n",
  "many documents": front("name: a", "...", "---", "name: b"),
  "regular expression bait": front(`name: ${"a".repeat(5_000)}!`, `description: "${"\\\\".repeat(4_000)}"`),
  "markdown bait": `# ${"[".repeat(20_000)}\n\n${"> ".repeat(5_000)}x\n\n${"*".repeat(30_000)}\n`,
  "heading bait": `${"#".repeat(50_000)} x\n${"## Changes\n- 2026\n".repeat(3_000)}`,
  "bold field bait": `${"**Date:** ".repeat(5_000)}\n${"**".repeat(20_000)}`,
};

test("hostile files are shown as far as they go or named as problems, each quickly, and nothing in them is run", async () => {
  const place = house();
  await place.ask(["remember", "Sound words.", "--title", "Sound", "--kind", "project"]);
  for (const [name, text] of Object.entries(files)) {
    place.write(
      join(place.root, `${name.replaceAll(" ", "-")}.md`),
      name === "not utf-8" ? Buffer.from(text, "latin1") : text,
    );
  }
  const started = performance.now();
  const { memories, problems } = await place.ask(["list", "--limit", "1000"]);
  expect(memories.map(({ id }: { id: string }) => id)).toContain("sound");
  expect(memories.length + problems.length).toBeGreaterThan(Object.keys(files).length);
  for (const { id } of memories) expect({ id, code: (await place.cli(["show", id])).code }).toEqual({ id, code: 0 });
  expect(performance.now() - started).toBeLessThan(30_000);

  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(KNOWN);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect([existsSync("pwned"), existsSync(join(place.project, "pwned"))]).toEqual([false, false]);
  const js = await place.ask(["show", "js-front-matter"]);
  expect(js.memory.body).toContain("The words below stay readable.");
});

test("what is written to a hostile file leaves its other bytes alone or is refused", async () => {
  const place = house();
  for (const [name, text] of Object.entries(files)) {
    if (name !== "not utf-8") place.write(join(place.root, `${name.replaceAll(" ", "-")}.md`), text);
  }
  const { memories } = await place.ask(["list", "--limit", "1000"]);
  const codes = new Set<number | null>();
  for (const { id } of memories) codes.add((await place.cli(["update", id, "--append", "Added words."])).code);
  expect([...codes].filter((code) => ![0, 2, 5].includes(code ?? 70))).toEqual([]);
  await place.ask(["rebuild"]);
  expect((await place.ask(["list", "--limit", "1000"])).memories.length).toBe(memories.length);
});

test("the program needs little memory and time for the worst of them", async () => {
  const place = house();
  for (const [name, text] of Object.entries(files))
    place.write(join(place.root, `${name.replaceAll(" ", "-")}.md`), text);
  const { code } = await place.run(["list"], { env: { NODE_OPTIONS: "--max-old-space-size=96" }, limitMs: 300_000 });
  expect(code).toBe(0);
});
