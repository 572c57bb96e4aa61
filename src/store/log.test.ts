import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Call, setFaults } from "../disk/faults.ts";
import { History } from "./history.ts";
import { Log, type NewRecord } from "./log.ts";
import { sha256 } from "./record.ts";

const at = "2025-06-02T12:00:00.000Z";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "cairn-log-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return join(made, "log");
}

function change(op: "create" | "update", path: string, text: string, more: Partial<NewRecord> = {}): NewRecord {
  return {
    op,
    at,
    id: path.replace(".md", ""),
    kind: "project",
    path,
    after: sha256(text),
    trust: "stated",
    texts: { after: Buffer.from(text) },
    ...more,
  };
}

function opened(place: string, records: readonly NewRecord[] = []): { log: Log; history: History } {
  const log = new Log(place);
  const history = new History(log);
  history.refresh();
  if (records.length > 0) log.append(records, { durable: true });
  history.refresh();
  return { log, history };
}

test("what one process appends, another reads on from where it was", () => {
  const place = folder();
  const [mine, theirs] = [opened(place, [change("create", "a.md", "A")]), opened(place)];
  expect(theirs.log.lastSeq).toBe(1);
  mine.log.append([{ op: "done", at, of: 1 }, change("create", "b.md", "B")], { durable: true });
  theirs.history.refresh();
  expect(theirs.log.entries.map(({ record }) => record.seq)).toEqual([1, 2, 3]);
  expect(theirs.log.textsOf(theirs.log.entries[2]!).after?.toString()).toBe("B");
});

test("a torn end is not read, takes no more records, and the order goes on in the next part", () => {
  const place = folder();
  opened(place, [change("create", "a.md", "A")]);
  appendFileSync(join(place, "000001.log"), '{"v":1,"seq":2,"op":"upd');
  const { log } = opened(place);
  expect(log.lastSeq).toBe(1);
  expect(log.closeTorn()).toBe(true);
  log.append([change("create", "b.md", "B")], { durable: true });
  expect(readdirSync(place).sort()).toEqual(["000001.log", "000002.log"]);
  expect(opened(place).log.entries.map(({ record }) => record.seq)).toEqual([1, 2]);
});

test("records behind a damaged one are found by the next part, and the damage is reported", () => {
  const place = folder();
  const { log } = opened(place, [change("create", "a.md", "x".repeat(1_200_000))]);
  log.append([change("create", "b.md", "B")], { durable: true });
  writeFileSync(join(place, "000001.log"), `garbage${readFileSync(join(place, "000001.log"), "utf8").slice(7)}`);
  const { log: later } = opened(place);
  expect(later.entries.map(({ record }) => record.path)).toEqual(["b.md"]);
  expect(later.unreadable()).toMatchObject([{ segment: "000001.log", at: 0 }]);
});

test("a part that was cut short by hand loses its end and nothing else", () => {
  const place = folder();
  opened(place, [change("create", "a.md", "A"), change("create", "b.md", "B")]);
  const size = readFileSync(join(place, "000001.log")).length;
  truncateSync(join(place, "000001.log"), size - 3);
  expect(opened(place).log.entries.map(({ record }) => record.path)).toEqual(["a.md"]);
});

test("of many records the one whose text no longer fits its hash is known to be damaged", () => {
  const place = folder();
  opened(place, [change("create", "ä.md", "ÄÄ"), change("create", "a.md", "AAAA"), change("create", "b.md", "B")]);
  writeFileSync(
    join(place, "000001.log"),
    readFileSync(join(place, "000001.log"), "latin1").replace("AAAA", "AABA"),
    "latin1",
  );
  const { log } = opened(place);
  const opens: Call[] = [];
  setFaults(({ call }) => {
    if (call === "open") opens.push(call);
    return undefined;
  });
  onTestFinished(() => setFaults(undefined));
  expect(log.unsound(log.entries).map(({ record }) => record.path)).toEqual(["a.md"]);
  expect(opens).toHaveLength(1);
  expect(log.unsound(log.entries.slice(1)).map(({ record }) => record.path)).toEqual(["a.md"]);
  expect(log.unsound(log.entries.slice(2))).toEqual([]);
});

test("erased texts are gone from every byte, the order stays, and a second reader sees it", () => {
  const place = folder();
  const { log } = opened(place, [change("create", "zanzibar.md", "quokkas"), change("create", "b.md", "B")]);
  log.erase(new Set([1]));
  expect(readFileSync(join(place, "000001.log"), "utf8")).not.toMatch(/zanzibar|quokka/);
  for (const one of [log, opened(place).log]) {
    expect(one.entries.map(({ record }) => [record.seq, record.erased])).toEqual([
      [1, true],
      [2, undefined],
    ]);
    expect(one.textsOf(one.entries[0]!)).toEqual({});
    expect(one.textsOf(one.entries[1]!).after?.toString()).toBe("B");
  }
});

const then = new Date(at);
const LARGE = "x".repeat(1_000_000);

/** A log of several parts that one process has read, and another one that may change it. */
function inParts(): { place: string; mine: Log; theirs: Log } {
  const place = folder();
  const { log: theirs } = opened(place);
  for (const path of ["a.md", "b.md", "c.md"]) theirs.append([change("create", path, LARGE)], { durable: false });
  utimesSync(place, then, then);
  const { log: mine } = opened(place);
  return { place, mine, theirs };
}

function seen(log: Log): string[] {
  log.refresh();
  return log.entries.map(({ record }) => record.path ?? record.op);
}

/** Two changes in one moment: the folder's time does not tell of the second. */
function atOnce(place: string, act: () => void): void {
  act();
  utimesSync(place, then, then);
}

test("a part another process begins is noticed, even where the folder's time does not tell", () => {
  const { place, mine, theirs } = inParts();
  atOnce(place, () => theirs.append([change("create", "d.md", "D")], { durable: false }));
  expect(seen(mine)).toEqual(["a.md", "b.md", "c.md", "d.md"]);
  theirs.append([change("create", "e.md", "E")], { durable: false });
  expect(seen(mine)).toEqual(["a.md", "b.md", "c.md", "d.md", "e.md"]);
});

test("a part another process drops, and words it erases, are gone from what was read", () => {
  const { place, mine, theirs } = inParts();
  atOnce(place, () => theirs.dropSegment("000001.log"));
  expect(seen(mine)).toEqual(["b.md", "c.md"]);
  theirs.append([{ op: "forget", at, seqs: [2] }], { durable: false });
  theirs.erase(new Set([2]));
  theirs.append([{ op: "done", at, of: 4 }], { durable: false });
  expect(seen(mine)).toEqual(["create", "c.md", "forget", "done"]);
});

test("who has read a part that another process drops meanwhile calls nothing of it torn, and has no text of it", () => {
  const { mine, theirs } = inParts();
  const read = [...mine.entries];
  theirs.dropSegment("000001.log");
  expect(mine.unsound(read)).toEqual([]);
  expect(mine.textsOf(read[0]!)).toEqual({});
});

test("a part that is dropped between the look and the reading is no fault", () => {
  const { place, theirs } = inParts();
  const fresh = new Log(place);
  onTestFinished(() => setFaults(undefined));
  setFaults(({ call, path }) => {
    if (call !== "open" || !path.endsWith("000001.log")) return undefined;
    setFaults(undefined);
    theirs.dropSegment("000001.log");
    return undefined;
  });
  fresh.refresh();
  fresh.refresh();
  expect(fresh.entries.map(({ record }) => record.path)).toEqual(["b.md", "c.md"]);
});

test("a log that was taken away and begun anew is read anew", () => {
  const { place, mine } = inParts();
  rmSync(place, { recursive: true });
  opened(place, [change("create", "z.md", "Z")]);
  expect(seen(mine)).toEqual(["z.md"]);
});

test("a record costs the same however many parts there are, and is not read again", () => {
  const { mine } = inParts();
  mine.append([change("create", "d.md", "D")], { durable: true });
  const made: Call[] = [];
  onTestFinished(() => setFaults(undefined));
  setFaults(({ call }) => {
    made.push(call);
    return undefined;
  });
  mine.refresh();
  mine.append([change("create", "e.md", "E")], { durable: true });
  expect(made).toEqual(["stat", "stat", "stat", "stat", "open", "write", "fstat", "syncData", "close"]);
  setFaults(undefined);
  expect(mine.textsOf(mine.entries.at(-1)!).after?.toString()).toBe("E");
});

test("W4: what a void names does not count: not as a version, not as undone, not as in doubt", () => {
  const { log, history } = opened(folder(), [
    change("create", "a.md", "A"),
    { op: "done", at, of: 1 },
    change("update", "a.md", "B", { of: 1 }),
  ]);
  expect([history.last("a.md")?.record.seq, history.undoneBy(1), history.open.length]).toEqual([3, 3, 1]);
  log.append([{ op: "void", at, of: 3 }], { durable: true });
  history.refresh();
  expect([history.last("a.md")?.record.seq, history.undoneBy(1), history.open.length]).toEqual([1, undefined, 0]);
  expect(history.versions().map(({ record }) => record.seq)).toEqual([1]);
});

test("the newest version vouches; while it is in doubt the one before does too", () => {
  const { log, history } = opened(folder(), [
    change("create", "a.md", "A"),
    { op: "done", at, of: 1 },
    change("update", "a.md", "B"),
  ]);
  const vouched = (text: string) => history.vouching("a.md", sha256(text))?.record.seq;
  expect([vouched("A"), vouched("B"), vouched("C")]).toEqual([1, 3, undefined]);
  log.append([{ op: "done", at, of: 3 }], { durable: true });
  history.refresh();
  expect([vouched("A"), vouched("B")]).toEqual([undefined, 3]);
});

test("taking back an undo makes the first change stand again", () => {
  const { history } = opened(folder(), [
    change("update", "a.md", "A"),
    change("update", "a.md", "B", { of: 1 }),
    change("update", "a.md", "A", { of: 2 }),
  ]);
  expect([history.undoneBy(1), history.undoneBy(2)]).toEqual([undefined, 3]);
});
