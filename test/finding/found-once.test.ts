/** What one process had to read again because another program changed it, no later process reads again. */

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { cairnWith, memoryText, type TestCairn } from "../support/cairn-with.ts";
import { runProgram } from "../support/program.ts";

const FEW = 60;
/** Looking at so many files, or reading so many records, takes as long as keeping what was found. */
const MANY = 1_100;

afterEach(() => setFaults(undefined));

function world(count: number): TestCairn {
  const files = Array.from({ length: count }, (_, n) => [
    `project/note-${n}.md`,
    memoryText(`note-${n}`, `Walnuts number ${n} lie in cellar ${n}.`),
  ]);
  return cairnWith({ ...Object.fromEntries(files), "topics/alone.md": memoryText("alone", "One in its folder.") });
}

/** As an editor or git does it. */
function replace(cairn: TestCairn, path: string, text: string): void {
  const id = path.slice(path.indexOf("/") + 1, -3);
  writeFileSync(cairn.path(`${path}.new`), memoryText(id, text));
  renameSync(cairn.path(`${path}.new`), cairn.path(path));
}

/** Has every process write down which files it opens. */
const TOLD = `
const fs = require("node:fs");
const { openSync } = fs;
fs.openSync = (path, ...more) => {
  fs.appendFileSync(process.env.OPENED, path + "\\n");
  return openSync(path, ...more);
};`;

/** What the built program says to a plain question, and how often it opened a segment of a log. */
async function recalled(cairn: TestCairn, question: string): Promise<{ out: string; segments: number }> {
  const [hook, opened] = [join(cairn.project, "told.cjs"), join(cairn.project, "opened")];
  writeFileSync(hook, TOLD);
  rmSync(opened, { force: true });
  const env = { ...cairn.env, NODE_OPTIONS: `--require=${hook}`, OPENED: opened };
  const { code, out } = await runProgram(["recall", question], { cwd: cairn.project, env });
  expect(code).toBe(0);
  expect(existsSync(opened)).toBe(true);
  const segments = readFileSync(opened, "utf8").match(/\d{6}\.log$/gm)?.length ?? 0;
  return { out, segments };
}

test("once a question was answered after foreign replaces, later ones read no log", async () => {
  const cairn = world(FEW);
  await cairn.ask("remember", { text: "We bake walnut bread on Fridays.", kind: "decision" });
  for (let n = 0; n < 2; n++) await recalled(cairn, "walnuts number 7 in cellar 7");
  for (let n = 20; n < 30; n++) replace(cairn, `project/note-${n}.md`, `Hazelnuts number ${n} hang in attic ${n}.`);
  const question = "hazelnuts number 25 in attic 25";
  const first = await recalled(cairn, question);
  expect(first).toMatchObject({ out: expect.stringContaining("note-25"), segments: expect.any(Number) });
  expect(first.segments).toBeGreaterThan(0);
  // What the first noted in the log is behind the place that the index knows: that much is read once.
  await recalled(cairn, question);
  expect(await recalled(cairn, question)).toEqual({ out: first.out, segments: 0 });
});

/** What a hook's process does that looks for something to say, and how often it read a log or listed a folder. */
async function prompted(cairn: TestCairn): Promise<number> {
  const opened = await cairn.open({ surface: "agent-shell" });
  let calls = 0;
  setFaults(({ call, path }) => {
    if (path.startsWith(cairn.root) ? call === "list" : call === "open" && path.endsWith(".log")) calls++;
    return undefined;
  });
  await opened.finder(undefined, { isUnasked: true, mayBePart: true });
  setFaults(undefined);
  opened.keepKnown();
  return calls;
}

test.each([
  ["a long log", (cairn: TestCairn) => replace(cairn, "topics/alone.md", "Hazelnuts.")],
  ["a large folder", (cairn: TestCairn) => cairn.delete("project/note-5.md")],
])("what a process for a prompt found out from %s, the next need not", async (_, change) => {
  const cairn = world(MANY);
  await cairn.ask("remember", { text: "We bake walnut bread on Fridays.", kind: "decision" });
  const store = await cairn.store();
  while (store.adopt() > 0);
  await cairn.ask("recall", { question: "walnuts", exact: true });
  expect(await prompted(cairn)).toBe(0);
  change(cairn);
  expect(await prompted(cairn)).toBeGreaterThan(0);
  expect(await prompted(cairn)).toBe(0);
});

test("what a process for a prompt found out cheaply is not kept while somebody waits for it", async () => {
  const cairn = world(FEW);
  await cairn.ask("recall", { question: "walnuts", exact: true });
  replace(cairn, "topics/alone.md", "Hazelnuts.");
  for (let n = 0; n < 2; n++) expect(await prompted(cairn)).toBeGreaterThan(0);
});
