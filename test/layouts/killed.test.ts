import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Attempt, setFaults } from "../../src/disk/faults.ts";
import { OpenFile, openAt } from "../../src/disk/files.ts";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { bringIn, storeOf } from "./stores.ts";

const CHANGING = new Set(["write", "sync", "syncData", "rename", "link", "unlink", "makeFolder"]);
const layout = "repo";

/** Stands for a kill: the n-th change reaches the disk by half, and no call after it does. Returns how many there were. */
async function killedAt(cairn: TestCairn, path: string, n: number): Promise<number> {
  let changes = 0;
  setFaults(({ call }) => {
    if (!CHANGING.has(call) || ++changes < n) return undefined;
    return changes === n ? { error: "EIO", half: true } : { error: "EIO" };
  });
  try {
    await cairn.outcome("import", { from: layout, path }, { confirmed: true });
  } finally {
    setFaults(undefined);
  }
  for (const at of readdirSync(cairn.home, { recursive: true }) as string[])
    if (/\bowner\.\w+$/.test(at)) rmSync(join(cairn.home, at), { force: true });
  return changes;
}

const standing = async (cairn: TestCairn) =>
  (await cairn.ask("list", { status: "all" })).memories.map(({ id, title }) => `${id} ${title}`).sort();

test("an import that dies goes on where it was: nothing is lost, nothing comes twice", async () => {
  const whole = cairnWith();
  const changes = await killedAt(whole, storeOf(whole, layout), Number.POSITIVE_INFINITY);
  const expected = await standing(whole);
  expect(expected).toHaveLength(6);
  for (let n = 1; n <= changes; n += Math.max(1, Math.round(changes / 25))) {
    const cairn = cairnWith();
    const path = storeOf(cairn, layout);
    await killedAt(cairn, path, n);
    await bringIn(cairn, { from: layout, path });
    expect([n, await standing(cairn)]).toEqual([n, expected]);
    expect([n, await bringIn(cairn, { from: layout, path })]).toMatchObject([n, { created: 0, updated: 0 }]);
    cairn.remove();
  }
});

/** A store of more records than three batches have. */
function largeStore(cairn: TestCairn): string {
  const path = join(cairn.base, "large");
  mkdirSync(join(path, "decisions"), { recursive: true });
  for (let n = 0; n < LARGE; n++) {
    const at = new Date(1_700_000_000_000 + n * 60_000).toISOString();
    const said = { schema_version: "1.0", category: "decision", id: `choice-${n}`, title: `Choice ${n}` };
    const state = { created_at: at, updated_at: at, tags: [], related_files: [], confidence: 0.8, times_updated: 0 };
    const content = { status: "accepted", context: `Case ${n}.`, decision: `Rule ${n} holds.` };
    const record = { ...said, ...state, record_status: "active", changes: [], content };
    writeFileSync(join(path, `decisions/choice-${n}.json`), JSON.stringify(record));
  }
  return path;
}
const LARGE = 250;

/** By their paths. */
function memoryFiles(cairn: TestCairn): Map<string, string> {
  const paths = (readdirSync(cairn.home, { recursive: true }) as string[]).filter((at) =>
    /\/choice-\d+\.md$|_choice-\d+\.md$/.test(at),
  );
  return new Map(paths.map((at) => [at, readFileSync(join(cairn.home, at), "utf8")]));
}

test("killed in the middle of its batches, what stood in files by then stays as it is, and the next run brings the rest", async () => {
  const whole = cairnWith();
  const changes = await killedAt(whole, largeStore(whole), Number.POSITIVE_INFINITY);
  expect(memoryFiles(whole).size).toBe(LARGE);
  const begun: number[] = [];
  for (const share of [0.2, 0.35, 0.42, 0.5, 0.61, 0.73, 0.88, 0.97]) {
    const cairn = cairnWith();
    const path = largeStore(cairn);
    await killedAt(cairn, path, Math.round(changes * share));
    const stood = memoryFiles(cairn);
    begun.push(stood.size);
    const again = await bringIn(cairn, { from: layout, path });
    expect([share, again]).toMatchObject([
      share,
      { created: LARGE - stood.size, unchanged: stood.size, updated: 0, skipped: [] },
    ]);
    const now = memoryFiles(cairn);
    expect([share, now.size]).toEqual([share, LARGE]);
    for (const [at, text] of stood) expect([at, now.get(at)]).toEqual([at, text]);
    expect(await standing(cairn)).toEqual(await standing(whole));
    expect(await bringIn(cairn, { from: layout, path })).toMatchObject({ created: 0, updated: 0, unchanged: LARGE });
    cairn.remove();
  }
  // In each batch, and between two of them.
  expect(new Set(begun.map((count) => Math.floor(count / 80))).size).toBeGreaterThan(2);
}, 240_000);

/** Of a memory: registry and views have theirs too. */
const isTemp = (path: string) => /\/memory\/[a-z-]+\/\.cairn-[a-z0-9-]+\.tmp$/.test(path);

test("a batch has its names only once every text and the history are on the disk, and is acknowledged after its folder is", async () => {
  const cairn = cairnWith();
  const path = storeOf(cairn, layout);
  const calls: Pick<Attempt, "call" | "path">[] = [];
  setFaults(({ call, path: at }) => {
    calls.push({ call, path: at });
    return undefined;
  });
  await bringIn(cairn, { from: layout, path }).finally(() => setFaults(undefined));
  const places = (isIt: (one: (typeof calls)[number]) => boolean) => calls.flatMap((one, n) => (isIt(one) ? [n] : []));
  const links = places(({ call, path: at }) => call === "link" && isTemp(at));
  const synced = places(({ call, path: at }) => call === "sync" && isTemp(at));
  const logged = places(({ call, path: at }) => /^sync/.test(call) && at.includes("/log/"));
  expect([links.length, synced.length]).toEqual([6, 6]);
  expect(Math.max(...synced)).toBeLessThan(Math.min(...links));
  expect(logged.some((n) => n < Math.min(...links) && n > Math.max(...synced))).toBe(true);
  for (const folder of ["decisions", "runbooks", "sessions"])
    expect(calls.findLastIndex(({ call, path: at }) => call === "sync" && at.endsWith(`/${folder}`))).toBeGreaterThan(
      Math.max(...links),
    );
});

test.each([0b000000, 0b101010, 0b010101, 0b100001])(
  "a power cut may take any names of a batch (%i): the next run brings just those",
  async (kept) => {
    const [whole, cairn] = [cairnWith(), cairnWith()];
    const path = storeOf(cairn, layout);
    await bringIn(whole, { from: layout, path: storeOf(whole, layout) });
    let linked: string[] = [];
    setFaults(({ call, path: at, to }) => {
      if (call === "link" && isTemp(at)) linked = [...linked, to ?? ""];
      return linked.length === 6 && call !== "link" ? { error: "EIO" } : undefined;
    });
    await cairn.outcome("import", { from: layout, path }, { confirmed: true }).finally(() => setFaults(undefined));
    for (const at of readdirSync(cairn.home, { recursive: true }) as string[])
      if (/\bowner\.\w+$/.test(at)) rmSync(join(cairn.home, at), { force: true });
    for (const [n, at] of linked.entries()) if ((kept & (1 << n)) === 0) rmSync(at, { force: true });
    await bringIn(cairn, { from: layout, path });
    expect(await standing(cairn)).toEqual(await standing(whole));
    expect(await bringIn(cairn, { from: layout, path })).toMatchObject({ created: 0, updated: 0, unchanged: 6 });
  },
);

test("files are synced together by a thread of their own, and a refusal is told", () => {
  const cairn = cairnWith();
  const files = Array.from({ length: 20 }, (_, n) => join(cairn.base, `f${n}`));
  for (const path of files) writeFileSync(path, "x");
  const open = files.map((path) => openAt(path, "update"));
  OpenFile.syncAll(open);
  open[3]?.close();
  expect(() => OpenFile.syncAll(open)).toThrow(/EBADF/);
  expect(() => open[0]?.sync()).toThrow(/synced again/);
  for (const file of open) file.close();
});
