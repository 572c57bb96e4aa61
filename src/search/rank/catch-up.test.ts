import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { unitFrom } from "../../../test/support/index-unit.ts";
import { folderOf } from "../../text/relative-path.ts";
import { SearchIndex } from "../index/search-index.ts";
import { Shelf } from "../index/shelf.ts";
import type { IndexSource, LogChange, Stamp, Unit } from "../index/unit.ts";
import { searchMemories } from "./search.ts";
import { Searcher } from "./searcher.ts";

/** A folder of memories in memory: its times move as a disk's would. */
class Pretend implements IndexSource {
  readonly files = new Map<string, { text: string; stamp: Stamp }>();
  readonly times = new Map<string, bigint>([["", 1n]]);
  log: LogChange[] = [];
  cut = 0;
  reads = 0;
  #tick = 1n;

  write(path: string, text: string, by: "cairn" | "rename" | "in place" | "crash"): void {
    const folder = folderOf(path);
    this.#make(folder);
    const before = this.times.get(folder)!;
    const fresh = !this.files.has(path);
    this.files.set(path, { text, stamp: this.#stamp(text) });
    if (by !== "in place" || fresh) this.times.set(folder, this.#next());
    if (by === "cairn") this.log.push({ path, before, after: this.times.get(folder)! });
    if (by === "crash") this.log.push({ path });
  }

  remove(path: string): void {
    if (this.files.delete(path)) this.times.set(folderOf(path), this.#next());
  }

  removeFolder(folder: string): void {
    for (const path of [...this.files.keys()]) if (folderOf(path) === folder) this.files.delete(path);
    if (folder !== "" && this.times.delete(folder)) this.times.set("", this.#next());
  }

  loseLog(): void {
    this.log = [];
    this.cut++;
  }

  logSince(position: string | undefined) {
    const [cut, at] = (position ?? `${this.cut}:0`).split(":").map(Number);
    const changes =
      cut === this.cut && at! <= this.log.length
        ? this.log.slice(position === undefined ? this.log.length : at)
        : undefined;
    return { position: `${this.cut}:${this.log.length}`, changes };
  }
  folderTime(folder: string) {
    return this.times.get(folder);
  }
  list(folder: string) {
    const files = [...this.files.keys()].filter((path) => folderOf(path) === folder);
    return { files, folders: folder === "" ? [...this.times.keys()].filter((name) => name !== "") : [] };
  }
  stat(path: string) {
    return this.files.get(path)?.stamp;
  }
  read(path: string): Unit | undefined {
    this.reads++;
    const file = this.files.get(path);
    return file && unitFrom({ path, id: path.replace(/\W/g, "-"), stamp: file.stamp, leaves: [{ text: file.text }] });
  }

  #make(folder: string): void {
    if (this.times.has(folder)) return;
    this.times.set(folder, this.#next());
    this.times.set("", this.#next());
  }
  #stamp(text: string): Stamp {
    const now = this.#next();
    return { size: text.length, mtimeNs: now, ctimeNs: now, ino: now };
  }
  #next(): bigint {
    this.#tick += 1n;
    return this.#tick;
  }
}

const folders: string[] = [];
function shelfFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-index-"));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const words = ["cache", "redis", "deploy", "token", "schema"];
function found(index: SearchIndex): unknown {
  return index.ask((corpus) => {
    const searcher = new Searcher(corpus);
    return words.map((word) =>
      searchMemories(searcher, { text: word, limit: 20 }).hits.map(({ row, score, features }) => ({
        path: row.path,
        score,
        features,
      })),
    );
  });
}

const path = fc
  .tuple(fc.constantFrom("", "a/", "b/"), fc.integer({ min: 0, max: 5 }))
  .map(([folder, n]) => `${folder}m${n}.md`);
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((some) => some.join(" "));
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      path,
      text,
      by: fc.constantFrom("cairn" as const, "rename" as const, "in place" as const, "crash" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("removeFolder" as const), folder: fc.constantFrom("a", "b") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("loseLog" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("persist" as const), who: fc.integer({ min: 0, max: 1 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("read on" as const), who: fc.integer({ min: 0, max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reopen" as const), who: fc.integer({ min: 0, max: 1 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("damage" as const),
      how: fc.constantFrom("delete" as const, "tear" as const, "manifest" as const),
    }),
  },
);

/** As much as one slice of a server reads, pieces kept as they are done. */
function readOn(index: SearchIndex): void {
  index.catchUp({ ms: 0, atLeast: 1, keep: () => index.keepPieces(undefined) });
}

test.each([
  ["at once", {}],
  ["in pieces", { piece: 3 }],
])("after a sweep every process answers like an index built afresh, whatever happened, read %s", (_, how) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      const source = new Pretend();
      const place = shelfFolder();
      const open = () => new SearchIndex(source, new Shelf(join(place, "index")), how);
      const indexes = [open(), open()];
      for (const one of steps) {
        if (one.do === "write") source.write(one.path, one.text, one.by);
        if (one.do === "remove") source.remove(one.path);
        if (one.do === "removeFolder") source.removeFolder(one.folder);
        if (one.do === "loseLog") source.loseLog();
        if (one.do === "damage") damage(join(place, "index"), one.how);
        if (one.do === "reopen") indexes[one.who] = open();
        if (one.do === "read on") readOn(indexes[one.who]!);
        if (one.do === "persist") {
          if (one.who === 0) indexes[0]!.catchUp(); // the other may be half-way
          indexes[one.who]!.persist(undefined, 10n ** 18n * 3n);
        }
      }
      const fresh = new SearchIndex(source);
      fresh.catchUp();
      for (const index of [...indexes, open()]) {
        index.catchUp({ sweep: "all" });
        expect(found(index)).toEqual(found(fresh));
        expect(index.documents).toBe(source.files.size);
      }
    }),
    { numRuns: 50 },
  );
});

function damage(folder: string, how: "delete" | "tear" | "manifest"): void {
  try {
    const names = readdirSync(folder);
    if (how === "delete") rmSync(folder, { recursive: true });
    if (how === "tear")
      for (const name of names.filter((one) => one.startsWith("seg"))) truncateSync(join(folder, name), 100);
    if (how === "manifest" && names.includes("manifest")) writeFileSync(join(folder, "manifest"), '{"format":1,"anal');
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error; // nothing on the shelf yet
  }
}

test("what came, went, moved or was replaced is found by the next glance; words typed in place by the sweep", () => {
  const source = new Pretend();
  for (let i = 0; i < 50; i++) source.write(`a/m${i}.md`, "redis cache", "rename");
  const index = new SearchIndex(source);
  index.catchUp();
  const has = (word: string) =>
    index.ask((corpus) =>
      searchMemories(new Searcher(corpus), { text: word, limit: 5 }).hits.map(({ row }) => row.path),
    );

  source.write("b/new.md", "zebra", "rename");
  index.catchUp();
  expect(has("zebra")).toEqual(["b/new.md"]);
  source.write("b/new.md", "yak", "cairn");
  index.catchUp();
  expect(has("yak")).toEqual(["b/new.md"]);
  source.write("b/new.md", "okapi", "in place");
  index.catchUp();
  expect(has("okapi")).toEqual([]);
  expect(index.isCurrent("b/new.md")).toBe(false);
  expect(has("okapi")).toEqual(["b/new.md"]);
  source.remove("b/new.md");
  index.catchUp();
  expect(has("okapi")).toEqual([]);
});

test("an own write costs one read, and nothing new costs none", () => {
  const source = new Pretend();
  for (let i = 0; i < 50; i++) source.write(`a/m${i}.md`, "redis cache", "rename");
  const index = new SearchIndex(source);
  index.catchUp();
  source.reads = 0;
  expect(index.catchUp()).toEqual({ caughtUp: true, read: 0, swept: 0 });
  source.write("a/m7.md", "zebra", "cairn");
  expect(index.catchUp()).toEqual({ caughtUp: true, read: 1, swept: 0 });
  expect(source.reads).toBe(1);
});

test("past its time a glance leaves dirty folders for later and says so", () => {
  const source = new Pretend();
  source.write("a/m1.md", "redis", "rename");
  source.write("b/m1.md", "redis", "rename");
  const index = new SearchIndex(source);
  expect(index.catchUp({ ms: 0, atLeast: 0 }).caughtUp).toBe(false);
  while (!index.catchUp({ ms: 0, atLeast: 0 }).caughtUp);
  expect(index.documents).toBe(2);
});

test("a first read that stops half-way answers from what it read, and the next process goes on from there", () => {
  const source = new Pretend();
  for (let n = 0; n < 20; n++) source.write(`a/m${n}.md`, "redis cache", "rename");
  const folder = shelfFolder();
  const open = () => new SearchIndex(source, new Shelf(folder), { piece: 4 });
  const first = open();
  while (first.documents < 10) readOn(first);
  expect([first.isMidway, first.documents, first.countUnread()]).toEqual([true, 10, 10]);
  expect(found(first)).not.toEqual(words.map(() => []));
  source.reads = 0;
  const next = open();
  expect([next.documents, next.countUnread()]).toEqual([8, 12]);
  expect(next.catchUp()).toEqual({ caughtUp: true, read: 12, swept: 0 });
  expect(source.reads).toBe(12);
});

test("what comes to a folder that is read half-way is not missed when the rest is read", () => {
  const source = new Pretend();
  for (let n = 0; n < 20; n++) source.write(`a/m${n}.md`, "redis cache", "rename");
  const index = new SearchIndex(source, undefined, { piece: 4 });
  while (index.documents < 10) readOn(index);
  source.write("a/new.md", "zebra", "rename");
  source.write("a/own.md", "okapi", "cairn");
  source.remove("a/m3.md");
  index.catchUp();
  const fresh = new SearchIndex(source);
  fresh.catchUp();
  expect(index.documents).toBe(21);
  expect(found(index)).toEqual(found(fresh));
});

test("a piece with what was taken out for good while it was read is not left on the shelf", () => {
  const source = new Pretend();
  for (let n = 0; n < 9; n++) source.write(`a/m${n}.md`, "redis cache", "rename");
  const folder = shelfFolder();
  const index = new SearchIndex(source, new Shelf(folder), { piece: 4 });
  const read = source.read.bind(source);
  source.read = (path) => {
    const unit = read(path);
    if (source.reads === 3) source.loseLog();
    return unit;
  };
  index.catchUp({ keep: () => index.keepPieces(undefined) });
  expect(readdirSync(folder)).toEqual([]);
  index.persist(undefined, 10n ** 18n * 3n);
  const next = new SearchIndex(source, new Shelf(folder));
  next.catchUp();
  expect(next.documents).toBe(9);
});

test("how far a sweep came is kept at the end, and is no reason to write before", () => {
  const source = new Pretend();
  for (let n = 0; n < 9; n++) source.write(`a${n}.md`, `cache ${n}`, "rename");
  const folder = shelfFolder();
  const index = new SearchIndex(source, new Shelf(folder));
  index.catchUp();
  index.persist(undefined, 10n ** 18n);
  index.catchUp({ sweep: 4 });
  expect(index.changed).toBe(false);
  expect(index.persist(undefined, 10n ** 18n)).toBe(true);
  source.write("a6.md", "redis", "in place");
  const next = new SearchIndex(source, new Shelf(folder));
  next.catchUp({ sweep: 4 });
  const fresh = new SearchIndex(source);
  fresh.catchUp();
  expect(found(next)).toEqual(found(fresh));
});
