import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { type Attempt, setFaults } from "../disk/faults.ts";
import { RootLock } from "../disk/lock.ts";
import type { LogRecord } from "./record.ts";
import { Store } from "./store.ts";

afterEach(() => setFaults(undefined));

const changes = (records: readonly LogRecord[]) => records.filter(({ op }) => op !== "done").map(({ op }) => op);

/** Every system call that changes something, in order, as `call name` or `call name name`. */
async function callsDuring(act: () => Promise<unknown>): Promise<string[]> {
  const calls: Attempt[] = [];
  setFaults((attempt) => {
    calls.push(attempt);
    return undefined;
  });
  await act();
  setFaults(undefined);
  const changing = new Set(["write", "sync", "syncData", "rename", "link", "unlink"]);
  return calls
    .filter(({ call }) => changing.has(call))
    .map(({ call, path, to }) => [call, nameOf(path), ...(to === undefined ? [] : [nameOf(to)])].join(" "));
}

function nameOf(path: string): string {
  const name = basename(path);
  return name.endsWith(".tmp") ? "temp" : name.endsWith(".log") ? "log" : name;
}

/** What each does to a file, and which file that is. */
const verbs: readonly [string, (cairn: TestCairn) => Promise<unknown>, string][] = [
  ["create", (cairn) => cairn.ask("remember", { title: "Beta", text: "Two." }, { surface: "mcp" }), "beta.md"],
  ["update", (cairn) => cairn.ask("update", { id: "alpha", append: "More." }, { surface: "mcp" }), "alpha.md"],
  ["retirement", (cairn) => cairn.ask("forget", { id: "alpha" }, { surface: "mcp" }), "alpha.md"],
  ["removal", (cairn) => cairn.ask("undo", {}, { surface: "mcp" }), "alpha.md"],
];

test.each(verbs)("W1: the record of a %s is durable before the file changes", async (_, act, file) => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." }, { surface: "mcp" });
  const calls = await callsDuring(() => act(cairn));
  const placed = calls.findIndex((call) => /^(?:rename|link|unlink) /.test(call) && call.includes(file));
  expect(placed).toBeGreaterThan(0);
  expect(calls.lastIndexOf("syncData log", placed)).toBeGreaterThan(calls.lastIndexOf("write log", placed));
  expect(calls.indexOf("sync project", placed)).toBeGreaterThan(placed);
});

test("W1: a text is on the disk, whole, before its record is", async () => {
  const cairn = cairnWith();
  const calls = await callsDuring(() => cairn.ask("remember", { title: "Alpha", text: "One." }, { surface: "mcp" }));
  expect(calls.indexOf("sync temp")).toBeGreaterThanOrEqual(0);
  expect(calls.indexOf("sync temp")).toBeLessThan(calls.indexOf("write log"));
});

test("W2: one record of Cairn's own change is enough to take it back, byte for byte, whatever else the log lost", async () => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", { title: "Alpha", text: "One." });
  const before = cairn.read(memory.path);
  await cairn.ask("update", { id: "alpha", body: "Two.", tags: ["x"] });
  const store = await cairn.store();
  const last = store.history.versionsOf(memory.path).at(-1);
  expect(store.history.log.textsOf(last!).before?.toString()).toBe(before);
  await cairn.ask("undo", {});
  expect(cairn.read(memory.path)).toBe(before);
});

test("W3: numbers have no gap and no double, over every verb, and they are the order when the clock goes back", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  cairn.clock.advance(-86_400_000);
  await cairn.ask("update", { id: "alpha", append: "Two." });
  cairn.clock.advance(3_600_000);
  await cairn.ask("remember", { title: "Beta", text: "B.", supersedes: "alpha" });
  await cairn.ask("undo", {});
  const records = await cairn.records();
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, n) => n + 1));
  const { changes: rows } = await cairn.ask("history", { id: "alpha" });
  expect(rows.map(({ change }) => change)).toEqual(
    [...rows.map(({ change }) => change)].sort((a, b) => Number(b.split(":")[1]) - Number(a.split(":")[1])),
  );
  expect((await cairn.ask("show", { id: "alpha" })).memory.body).toContain("Two.");
});

test("W4: a record counts unless a later void names it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  const text = cairn.read("project/alpha.md");
  setFaults(({ call, to }) => (call === "rename" && to?.endsWith("alpha.md") ? { error: "EIO" } : undefined));
  expect(await cairn.refusal("update", { id: "alpha", append: "Lost." })).toMatchObject({ code: "NOT_SAVED" });
  setFaults(undefined);
  expect(changes(await cairn.records())).toEqual(["create", "update", "void"]);
  expect(cairn.read("project/alpha.md")).toBe(text);
  expect((await cairn.ask("history", { id: "alpha" })).total).toBe(1);
  expect((await cairn.ask("undo", {})).undone).toMatchObject([{ what: "create" }]);
});

test("W5, W6: a change the disk died under is judged by the file, by the next process, and never repeated", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  const text = cairn.read("project/alpha.md");
  let dead = false;
  setFaults(({ call, to }) => {
    dead ||= call === "rename" && to?.endsWith("alpha.md") === true;
    return dead && ["rename", "write", "sync", "syncData"].includes(call) ? { error: "EIO" } : undefined;
  });
  expect(await cairn.refusal("update", { id: "alpha", append: "Lost." })).toMatchObject({ code: "NOT_SAVED" });
  setFaults(undefined);
  expect(changes(await cairn.records())).toEqual(["create", "update", "void"]);
  await cairn.ask("remember", { title: "Beta", text: "Two." });
  expect((await cairn.store()).history.open).toEqual([]);
  expect(cairn.read("project/alpha.md")).toBe(text);
  expect(changes(await cairn.records())).toEqual(["create", "update", "void", "create"]);
});

test("W7: where the folder's sync fails, the answer says it may or may not be saved", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  setFaults(({ call, path }) => (call === "sync" && path.endsWith("/project") ? { error: "EIO" } : undefined));
  const error = await cairn.refusal("update", { id: "alpha", append: "Perhaps." });
  expect(error).toMatchObject({ kind: "unavailable", code: "NOT_SAVED" });
  expect(error.message).toMatch(/not certain/);
});

test("W8: reading needs neither the log nor the lock", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  const { state } = await cairn.store();
  const held = await new RootLock({ folder: state }).acquire();
  expect((await cairn.ask("show", { id: "alpha" })).memory.body).toContain("One.");
  expect((await cairn.ask("list", {})).total).toBe(1);
  held.release();
  rmSync(join(state, "log"), { recursive: true });
  expect((await cairn.ask("show", { id: "alpha" })).memory).toMatchObject({ title: "Alpha", trust: "imported" });
});

test("a busy lock is an error in time, never a write without it", async () => {
  const cairn = cairnWith({ "a.md": memoryText("a", "Words.") });
  const store = await cairn.store();
  const held = await new RootLock({ folder: store.state }).acquire();
  const quick = new Store({ root: store.root, state: store.state, clock: cairn.clock, wait: { waitMs: 30 } });
  const decided = quick.change({ surface: "cli" }, () => ({ steps: [], result: undefined }));
  await expect(decided).rejects.toMatchObject({ kind: "unavailable", code: "LOCK_TIMEOUT_ERROR" });
  held.release();
});

test("an edit by hand in the moment of the write is kept in the history, and the caller is told", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  setFaults(({ call, to }) => {
    if (call === "rename" && to?.endsWith("alpha.md")) writeFileSync(to, "typed at the last moment\n");
    return undefined;
  });
  const { warnings } = await cairn.ask("update", { id: "alpha", append: "Two." });
  setFaults(undefined);
  expect(warnings).toEqual([expect.stringContaining("Another program")]);
  const store = await cairn.store();
  const late = store.history.log.entries.find(({ record }) => record.op === "outside");
  expect(store.history.log.textsOf(late!).after?.toString()).toBe("typed at the last moment\n");
  expect((await cairn.ask("history", { id: "alpha" })).changes.map(({ what }) => what)).toContain("overtaken");
});

test.each(["remember", "undo"] as const)(
  "a temporary file that %s could not remove is gone after the next request to the same process",
  async (verb) => {
    const cairn = cairnWith();
    const { ask } = await cairn.warm({ surface: "mcp" });
    await ask("remember", { title: "Alpha", text: "One." });
    setFaults(({ call, path }) => (call === "unlink" && path.endsWith("-0.tmp") ? { error: "EIO" } : undefined));
    await (verb === "undo" ? ask("undo", {}) : ask("remember", { title: "Beta", text: "Two." }));
    setFaults(undefined);
    const temps = () => cairn.paths().filter((path) => path.endsWith(".tmp"));
    expect(temps()).toHaveLength(1);
    await ask("list", {});
    expect(temps()).toEqual([]);
  },
);
