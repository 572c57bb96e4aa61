import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { History } from "./history.ts";
import { Log, type LogEntry, type NewRecord } from "./log.ts";
import { sha256 } from "./record.ts";
import { Segments } from "./segments.ts";

const MANY = 300;
const at = "2026-01-02T03:04:05.000Z";
const none = { atHand: 0 };

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-kept-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "log");
}

/** Some have headers longer than what is read of a log at once, and texts that fill a segment. */
function change(n: number): NewRecord {
  const after = Buffer.from(`text ${n} `.repeat(n % 50 === 7 ? 40_000 : 1));
  const why = n % 90 === 3 ? "long ".repeat(20_000) : `why ${n}`;
  return {
    op: "create",
    at,
    id: `m-${n}`,
    kind: "decision",
    path: `decisions/m-${n}.md`,
    after: sha256(after),
    why,
    trust: "imported",
    texts: { after },
  };
}

function filled(folder: string): Log {
  const log = new Log(folder, none);
  for (let n = 0; n < MANY; n++) {
    const [made] = log.append([change(n)], { durable: false });
    log.append([{ op: "done", at, of: made?.record.seq ?? 0 }], { durable: false });
  }
  return log;
}

test("what is not at hand of a log is read again as it was written, in whatever order it is asked for", () => {
  const folder = place();
  const [few, all] = [filled(folder), new Log(folder)];
  all.refresh();
  expect(few.segments().length).toBeGreaterThan(1);
  expect(few.entries).toHaveLength(2 * MANY);
  const said = (log: Log) => log.entries.map(({ record }) => record);
  expect(said(few)).toEqual(said(all));
  for (let n = 2 * MANY - 1; n >= 0; n -= 7) expect(few.entries[n]?.record).toEqual(all.entries[n]?.record);
  for (let n = 0; n < 2 * MANY; n++)
    expect(few.entries[(n * 37) % (2 * MANY)]?.record).toEqual(all.entries[(n * 37) % (2 * MANY)]?.record);
});

test("history answers the same, however little of its log is at hand", () => {
  const folder = place();
  filled(folder).append(
    [
      { op: "void", at, of: 21 },
      { ...change(1), op: "update", of: 3 },
    ],
    { durable: false },
  );
  const [few, all] = [none, {}].map((options) => new History(new Log(folder, options))) as [History, History];
  for (const history of [few, all]) history.refresh();
  expect([...few.paths()]).toEqual([...all.paths()]);
  for (const path of [...all.paths(), "no/such.md"]) {
    expect(few.last(path)?.record).toEqual(all.last(path)?.record);
    expect(few.versionsOf(path).map(({ record }) => record)).toEqual(all.versionsOf(path).map(({ record }) => record));
    expect(few.sum()?.standingOf(path)).toEqual(all.sum()?.standingOf(path));
  }
  for (let seq = 0; seq < 2 * MANY + 5; seq++) expect(few.entry(seq)?.record).toEqual(all.entry(seq)?.record);
  expect(few.entry(21)).toBeUndefined();
  expect(few.undoneBy(3)).toBe(2 * MANY + 2);
});

test("what another process blanked or dropped meanwhile is not said again", () => {
  const folder = place();
  const [ours, theirs] = [filled(folder), new Log(folder)];
  theirs.refresh();
  expect(ours.entries[0]?.record.why).toBe("why 0");
  theirs.erase(new Set([3]));
  ours.refresh();
  expect(ours.entries[2]?.record).toMatchObject({ seq: 3, op: "create", erased: true });
  expect(JSON.stringify(ours.entries[2]?.record)).not.toContain("m-1");
  const { segment: last, record: newest } = ours.entries.at(-1) as LogEntry;
  expect(newest.erased).toBeUndefined();
  theirs.dropSegment(theirs.segments()[0]?.name as string);
  expect(ours.entries[0]?.record.path).toBeUndefined();
  expect(ours.entries.find(({ segment }) => segment === last)?.record.erased).toBeUndefined();
});

function read(folder: string, options: { atHand?: number } = {}): Log {
  const log = new Log(folder, options);
  log.refresh();
  return log;
}

const SIX = [1, 2, 3, 4, 5, 6];

/** Six records, of which one byte of the third is then another one: every byte of it, in turn. */
function* damagedThirds(options: { atHand?: number }): Generator<{ log: Log; file: string; at: number }> {
  const folder = place();
  new Log(folder).append(
    SIX.map((n) => change(n + 10)),
    { durable: false },
  );
  const file = join(folder, "000001.log");
  const written = readFileSync(file);
  const [from, to] = read(folder)
    .entries.slice(2, 4)
    .map(({ start }) => start) as [number, number];
  for (let at = from; at < to; at++) {
    writeFileSync(file, written);
    const log = read(folder, options);
    writeFileSync(file, Buffer.from(written).fill(0, at, at + 1));
    yield { log, file, at };
  }
}

test.each([[none], [{}]])(
  "whichever byte of a record is damaged, its words are taken out and the others stay (%o)",
  (options) => {
    for (const { log, file, at } of damagedThirds(options)) {
      log.erase(new Set([3]));
      const seen = [log, read(join(file, ".."))].map(({ entries }) => entries.map(({ record }) => record.seq));
      expect(seen, `byte ${at}`).toEqual([SIX, SIX]);
      log.erase(new Set());
      const left = readFileSync(file, "utf8");
      expect(SIX.filter((n) => left.includes(`text ${n + 10} `) && left.includes(`m-${n + 10}`))).toEqual([
        1, 2, 4, 5, 6,
      ]);
      expect(left).not.toMatch(/text 13|m-13/);
    }
  },
  60_000,
);

test.each([[none], [{}]])(
  "a header that was damaged since it was read is told, not taken for one that was erased (%o)",
  (options) => {
    for (const { log, at } of damagedThirds(options)) {
      const third = log.numbered(3) as LogEntry;
      if (at >= third.textAt - 1) return;
      expect(log.unsound(log.entries).map(({ record }) => record.seq)).toEqual([3]);
      expect(third.record.erased).toBeUndefined();
    }
  },
);

test("a disk that gives few bytes at once changes nothing of what is read", () => {
  const folder = place();
  const [few, all] = [filled(folder), read(folder)];
  const said = (log: Log) => log.entries.map(({ record }) => record);
  const { readInto } = Segments.prototype;
  const spied = vi.spyOn(Segments.prototype, "readInto");
  onTestFinished(() => spied.mockRestore());
  spied.mockImplementation(function (this: Segments, name, from, room) {
    return readInto.call(this, name, from, room.subarray(0, 1_000));
  });
  expect(said(few)).toEqual(said(all));
  few.erase(new Set([3]));
  expect(few.entries).toHaveLength(2 * MANY);
  expect(read(folder).entries).toHaveLength(2 * MANY);
  expect(JSON.stringify(said(few))).not.toContain('"m-1"');
});
