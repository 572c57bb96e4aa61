/** F1 to F3: what is shown is never stale, what came or went is found at once, what was typed into a file soon. */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { RootSource } from "../../src/search/files/root-source.ts";
import { SearchIndex } from "../../src/search/index/search-index.ts";
import { take, world } from "../snapshot/world.ts";
import { cairnWith, memoryText, type TestCairn, type Warm } from "../support/cairn-with.ts";

const LARGE = 1_100;

function large(): TestCairn {
  const files = Array.from({ length: LARGE }, (_, n) => [
    `project/note-${n}.md`,
    memoryText(`note-${n}`, `Body of number ${n}.`),
  ]);
  return cairnWith(Object.fromEntries(files));
}

/** An answer that had no time to look everywhere says so: then it is asked again. */
async function ids(asked: Pick<Warm, "ask">, question: string, more: { exact?: boolean } = {}): Promise<string[]> {
  const { hits, caughtUp } = await asked.ask("recall", { question, ...more });
  if (caughtUp === false) return ids(asked, question, more);
  return hits.map(({ memory }) => memory.id);
}

/** As an editor does that writes into the file: no folder changes. */
function typeInto(cairn: TestCairn, n: number, words: string): void {
  const path = cairn.path(`project/note-${n}.md`);
  writeFileSync(path, readFileSync(path, "utf8").replace("Body", words));
}

test("F1: a hit whose file says something else by now is not shown for what it said", async () => {
  const cairn = large();
  expect(await ids(cairn, "number 1077")).toContain("note-1077");
  typeInto(cairn, 1077, "Walnuts");
  const { hits } = await cairn.ask("recall", { question: "body of number 1077" });
  expect(hits.find(({ memory }) => memory.id === "note-1077")?.snippet).toBe("Walnuts of number 1077.");
});

test("F2: what came, went, moved or was replaced in a large root is found by the next answer, cold and warm", async () => {
  const cairn = large();
  const server = await cairn.warm({ surface: "mcp" });
  for (const asked of [cairn, server]) await ids(asked, "number");
  cairn.write("project/new.md", memoryText("new", "Walnuts came."));
  writeFileSync(cairn.path("project/.new"), memoryText("note-3", "Replaced by hazelnuts."));
  renameSync(cairn.path("project/.new"), cairn.path("project/note-3.md"));
  cairn.rename("project/note-4.md", "topics/moved.md");
  cairn.delete("project/note-5.md");
  await cairn.ask("remember", { title: "Own", text: "Almonds by Cairn.", kind: "project" });
  for (const asked of [cairn, server]) {
    expect(await ids(asked, "walnuts")).toEqual(["new"]);
    expect(await ids(asked, "hazelnuts")).toEqual(["note-3"]);
    expect(await ids(asked, "almonds")).toEqual(["own"]);
    expect(await ids(asked, "number 4")).toContain("note-4");
    expect(await ids(asked, "number 5")).not.toContain("note-5");
  }
  await server.cairn.close();
});

test("F3: words typed into a file of a large root are found by --exact at once, and by processes that look on", async () => {
  const cairn = large();
  await ids(cairn, "number");
  typeInto(cairn, 1000, "Walnuts");
  expect(await ids(cairn, "walnuts", { exact: true })).toEqual(["note-1000"]);
  typeInto(cairn, 20, "Hazelnuts");
  // Each process looks at five hundred files more.
  for (let n = 0; n < 3; n++) await ids(cairn, "number");
  expect(await ids(cairn, "hazelnuts")).toEqual(["note-20"]);
});

test("F3: a server finds words typed into a file of a large root once the system tells of it", async () => {
  const cairn = large();
  const server = await cairn.warm({ surface: "mcp" });
  await ids(server, "number");
  await pause(1_500); // it looks at every file, then has the system tell of changes
  typeInto(cairn, 700, "Walnuts");
  await expect.poll(() => ids(server, "walnuts"), { timeout: 300_000 }).toContain("note-700");
  await server.cairn.close();
});

test("a server that has no time to read a root anew reads a small one all the same, and does not take it for empty", async () => {
  const cairn = world();
  const server = await cairn.warm({ surface: "mcp" });
  await take(cairn, { what: "rebuild", n: 0 });
  await ids(server, "body");
  await take(cairn, { what: "tearLog", n: 0 });
  let now = 0n;
  vi.spyOn(process.hrtime, "bigint").mockImplementation(() => (now += 60_000_000_000n));
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await server.ask("recall", { question: "body" })).hits).not.toEqual([]);
  expect(await ids(server, "body")).not.toEqual([]);
  await server.cairn.close();
});

test("a root too large to be read at once is answered from what is read, which says how far that is, and is read on", async () => {
  const count = 2_100;
  const files = Array.from({ length: count }, (_, n) => [
    `project/note-${n}.md`,
    memoryText(`note-${n}`, `Body of number ${n}.`),
  ]);
  const cairn = cairnWith(Object.fromEntries(files));
  let now = 0n;
  vi.spyOn(process.hrtime, "bigint").mockImplementation(() => (now += 60_000_000_000n));
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await cairn.outcome("recall", { question: "number" })).toMatchObject({
    output: { caughtUp: false, indexed: { read: 2_001, of: count } },
    text: expect.stringContaining("(the search has read 2001 of 2100 memories so far and answers from those; ask"),
  });
  const server = await cairn.warm({ surface: "mcp" });
  const { indexed, caughtUp } = await server.ask("recall", { question: "number" });
  expect(caughtUp === undefined || indexed!.read > 2_001).toBe(true);
  for (const asked of [cairn, server]) {
    const { hits } = await asked.ask("recall", { question: `number ${count - 1}`, exact: true });
    expect(hits.map(({ memory }) => memory.id)).toEqual([`note-${count - 1}`]);
    expect(await asked.ask("recall", { question: "number" })).not.toHaveProperty("caughtUp");
  }
  await server.cairn.close();
});

test("after an answer from what is read so far nobody reads the rest of the root to record what others did there", async () => {
  const files = Array.from({ length: 2_100 }, (_, n) => [`project/note-${n}.md`, memoryText(`note-${n}`, "Body.")]);
  const cairn = cairnWith(Object.fromEntries(files));
  await cairn.ask("remember", { text: "We bake walnut bread on Fridays.", kind: "decision" });
  const asked = await cairn.warm({ surface: "cli" });
  const adopt = vi.spyOn((await asked.cairn.reach()).of("project"), "adopt");
  let now = 0n;
  vi.spyOn(process.hrtime, "bigint").mockImplementation(() => (now += 60_000_000_000n));
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await asked.ask("recall", { question: "body" })).caughtUp).toBe(false);
  await asked.cairn.close();
  expect(adopt).not.toHaveBeenCalled();
});

test("what was just remembered is read before the rest of a root that is read for the first time", async () => {
  const files = Array.from({ length: 40 }, (_, n) => [`decisions/2020-${n}.md`, memoryText(`note-${n}`, "Body.")]);
  const cairn = cairnWith(Object.fromEntries(files));
  await cairn.ask("remember", { text: "We bake walnut bread on Fridays.", kind: "decision" });
  const store = await cairn.store();
  for (const isForgotten of [false, true]) {
    const index = new SearchIndex(new RootSource(store));
    if (isForgotten) {
      index.catchUp();
      await cairn.ask("remember", { text: "The cellar is damp in March.", kind: "decision" });
      await cairn.ask("forget", { id: "note-7", hard: true }, { confirmed: true });
    }
    const { caughtUp, read } = index.catchUp({ ms: 0, atLeast: 1 });
    const paths = index.parts.flatMap(({ segment }) => segment.paths());
    expect({ caughtUp, isFew: read < 20 }).toEqual({ caughtUp: false, isFew: true });
    expect(paths).toContainEqual(expect.stringContaining("walnut-bread"));
    if (isForgotten) expect(paths).toContainEqual(expect.stringContaining("cellar"));
  }
  cairn.remove();
});
