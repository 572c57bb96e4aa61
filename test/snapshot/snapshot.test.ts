import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { RootLock } from "../../src/disk/lock.ts";
import { History } from "../../src/store/history.ts";
import { Log } from "../../src/store/log.ts";
import { encoded } from "../../src/store/record.ts";
import { readSnapshot } from "../../src/store/snapshot.ts";
import type { TestCairn } from "../support/cairn-with.ts";
import { countCalls } from "./calls.ts";
import { OLD_MS, snapshotOf, stateOf, told, world } from "./world.ts";

/** A root that Cairn has written to, and the snapshot a list left. */
async function withSnapshot(): Promise<TestCairn> {
  const cairn = world();
  await cairn.ask("remember", { title: "Fact 3", text: "The value is 3.", kind: "project" });
  await pause(OLD_MS);
  await cairn.ask("list", {});
  expect(existsSync(snapshotOf(cairn))).toBe(true);
  return cairn;
}

test("with a snapshot no file that did not change is read, and of the log only what was added", async () => {
  const cairn = await withSnapshot();
  const { with: said, without } = await told(cairn);
  expect(said).toEqual(without);
  const before = await countCalls(cairn, () => cairn.ask("list", {}));
  expect(before).toEqual({ memoriesRead: [], logReadFrom: [] });
  await cairn.ask("update", { id: "fact-3", tags: ["new"] });
  const after = await countCalls(cairn, () => cairn.ask("list", {}));
  expect(after.memoriesRead).toEqual(["fact-3.md"]);
  expect(Math.min(...after.logReadFrom)).toBeGreaterThan(10_000);
});

test("a snapshot that is torn, foreign or of another version is ignored and replaced", async () => {
  const cairn = await withSnapshot();
  const good = readFileSync(snapshotOf(cairn));
  const cut = (share: number) => good.subarray(0, Math.floor(good.length * share));
  const zeros = Buffer.from(good);
  zeros.fill(0, good.length - 100, good.length - 50);
  const older = Buffer.from(good.toString("latin1").replace(/"version":\d+/, '"version":1'), "latin1");
  const broken = [
    Buffer.alloc(0),
    cut(0.3),
    cut(0.999),
    zeros,
    older,
    Buffer.from("[]\n"),
    Buffer.concat([good, good]),
  ];
  for (const bytes of broken) {
    writeFileSync(snapshotOf(cairn), bytes);
    expect(readSnapshot(stateOf(cairn))).toBeUndefined();
    const { with: said, without } = await told(cairn);
    expect(said).toEqual(without);
  }
  await cairn.ask("list", {});
  expect(readSnapshot(stateOf(cairn))?.folders.length).toBeGreaterThan(0);
});

test("a snapshot of before the machine was started is ignored: a power cut may have taken what it saw", async () => {
  const cairn = await withSnapshot();
  const text = readFileSync(snapshotOf(cairn), "latin1");
  writeFileSync(snapshotOf(cairn), text.replace(/"boot":"[^"]*"/, '"boot":"another"'), "latin1");
  expect(readSnapshot(stateOf(cairn))).toBeUndefined();
});

const otherLogs: readonly [string, (log: string) => void][] = [
  ["that was deleted", (log) => rmSync(log, { recursive: true })],
  ["whose end was cut", (log) => writeFileSync(lastOf(log), readFileSync(lastOf(log)).subarray(0, -5))],
  ["that another one was put in place of", (log) => copyFileSync(lastOf(log), join(log, "000000.log"))],
  ["that was written anew", (log) => writeFileSync(lastOf(log), readFileSync(lastOf(log)).reverse())],
  ["that was written anew and has grown", (log) => writeFileSync(lastOf(log), Buffer.alloc(1_000_000, "x"))],
  ["that takes back a record of before", (log) => appendFileSync(lastOf(log), voidOf(1, lastSeqIn(log) + 1))],
];

function lastSeqIn(log: string): number {
  const history = new History(new Log(log));
  history.refresh();
  return history.log.lastSeq;
}

function voidOf(of: number, seq: number): Buffer {
  return encoded({ seq, op: "void", at: "2025-06-02T12:00:00.000Z", of }, {}).bytes;
}

test.each(otherLogs)("a snapshot vouches for nothing beside a log %s", async (_, change) => {
  const cairn = await withSnapshot();
  change(join(stateOf(cairn), "log"));
  const { with: said, without } = await told(cairn);
  expect(said).toEqual(without);
});

function lastOf(log: string): string {
  return join(log, readdirSync(log).sort().at(-1) as string);
}

test("half a record at the end of the log is not taken for one", async () => {
  const cairn = await withSnapshot();
  appendFileSync(lastOf(join(stateOf(cairn), "log")), '{"v":1,"seq":3,"op":"void","at":"2025-06-02T12:00:00Z","of":');
  const { with: said, without } = await told(cairn);
  expect(said).toEqual(without);
});

test("what is forgotten for good is in no snapshot, nor does a process that knew it bring it back", async () => {
  const cairn = await withSnapshot();
  const warm = await cairn.warm({ surface: "mcp" });
  await warm.ask("list", {});
  for (const title of ["Zanzibar plan", "Fact 4", "Fact 5", "Fact 6"]) {
    await cairn.ask("remember", { title, text: `About ${title}: quokka.`, kind: "project" });
  }
  await warm.ask("list", {});
  await cairn.ask("forget", { id: "zanzibar-plan", hard: true }, { confirmed: true });
  await warm.cairn.close();
  expect(readFileSync(snapshotOf(cairn), "latin1")).toContain("fact-6");
  expect(cairn.everything()).not.toMatch(/zanzibar/i);
});

test("while somebody changes something, no snapshot is taken", async () => {
  const cairn = await withSnapshot();
  rmSync(snapshotOf(cairn));
  const held = new RootLock({ folder: stateOf(cairn) }).tryAcquire();
  await cairn.ask("list", {});
  expect(existsSync(snapshotOf(cairn))).toBe(false);
  held?.release();
  await cairn.ask("list", {});
  expect(existsSync(snapshotOf(cairn))).toBe(true);
});

test("a file that came and went between two processes is noted as gone", async () => {
  const cairn = await withSnapshot();
  const { memory } = await cairn.ask("remember", { title: "Fact 9", text: "Nine.", kind: "project" });
  cairn.delete(memory.path);
  await cairn.ask("list", {});
  const last = (await cairn.records()).at(-1);
  expect(last).toMatchObject({ op: "outside", path: memory.path });
  expect(last?.after).toBeUndefined();
});

test("a log is not added up while a change is in doubt", async () => {
  const cairn = await withSnapshot();
  const history = new History(new Log(join(stateOf(cairn), "log")));
  history.refresh();
  expect(history.sum()?.position.lastSeq).toBe(history.log.lastSeq);
  history.log.append([{ op: "remove", at: "2025-06-02T12:00:00.000Z", path: "project/note-1.md" }], { durable: false });
  history.refresh();
  expect(history.sum()).toBeUndefined();
});
