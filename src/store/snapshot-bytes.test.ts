import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../disk/clock.ts";
import type { Memory } from "../model/memory.ts";
import { type FileRow, FileTable, printTable } from "./file-table.ts";
import { snapshotBytesAt, wholeBytes } from "./snapshot-bytes.ts";
import { Store } from "./store.ts";

const MOST = 100_000_000;
let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-snapshot-bytes-")));
});
afterEach(() => rmSync(base, { recursive: true }));

const path = () => join(base, "catalog");
const late = () => snapshotBytesAt(path(), MOST, { isBrief: true })!;

/** More than is read at once. */
function longText(): Buffer {
  return Buffer.from(Array.from({ length: 40_000 }, (_, n) => `This is line ${n} of what is kept.\n`).join(""));
}

test("what is read late is what is there, wherever it is asked for and in whatever order", () => {
  const all = longText();
  writeFileSync(path(), all);
  const [bytes, whole] = [late(), wholeBytes(all)];
  expect(bytes.length).toBe(all.length);
  const place = fc.nat(all.length);
  const length = fc.oneof(fc.nat(200), fc.nat(100_000));
  fc.assert(
    fc.property(fc.array(fc.tuple(place, length), { maxLength: 8 }), (asked) => {
      for (const [from, most] of asked) {
        const to = Math.min(all.length, from + most);
        expect(bytes.text(from, to)).toBe(whole.text(from, to));
        expect(bytes.bytes(from, to).equals(whole.bytes(from, to))).toBe(true);
      }
    }),
  );
});

test("a file that is replaced or taken away meanwhile stays what was opened", () => {
  const all = longText();
  writeFileSync(path(), all);
  const bytes = late();
  writeFileSync(`${path()}.new`, Buffer.alloc(all.length, "x"));
  renameSync(`${path()}.new`, path());
  expect(bytes.text(500_000, 500_100)).toBe(all.toString("latin1", 500_000, 500_100));
  rmSync(path());
  expect(bytes.text(900_000, 900_100)).toBe(all.toString("latin1", 900_000, 900_100));
});

test("where something is torn out of it nothing is made of that, and the next process finds none", () => {
  const all = longText();
  writeFileSync(path(), Buffer.from(all).fill(0, 700_000, 700_010));
  const bytes = late();
  expect(bytes.text(0, 100)).toBe(all.toString("latin1", 0, 100));
  expect(() => bytes.text(699_990, 700_005)).toThrow("torn");
  expect(existsSync(path())).toBe(false);
  writeFileSync(path(), all);
  const cut = late();
  writeFileSync(path(), all.subarray(0, 800_000));
  expect(() => cut.text(799_990, 800_010)).toThrow("torn");
});

test("a short one is read at once, and so is a long one where the process lives on", () => {
  const all = longText();
  for (const [bytes, isBrief] of [
    [all, false],
    [all.subarray(0, 10_000), true],
  ] as const) {
    writeFileSync(path(), bytes);
    const read = snapshotBytesAt(path(), MOST, { isBrief })!;
    writeFileSync(path(), "");
    expect(read.text(0, bytes.length)).toBe(bytes.toString("latin1"));
  }
  expect(snapshotBytesAt(join(base, "none"), MOST, { isBrief: true })).toBeUndefined();
});

test("a table says the same of every row, read late or at once", () => {
  const rows = Array.from({ length: 5_000 }, (_, n): FileRow => {
    const odd = n % 97 === 0 ? 'é"\n' : "";
    const said = JSON.stringify({ title: `Note ${n}`, body: "x".repeat(n % 300) });
    const texts = { path: `project/note-${n}${odd}.md`, claim: odd, stamp: `${n}:1:2:3`, hash: `${n}`, time: "" };
    return { ...texts, said, kind: n % 3, status: 1, project: 2, seq: n, op: 0, trust: 1 };
  });
  const { head, bytes } = printTable(rows);
  writeFileSync(path(), Buffer.concat([...bytes]));
  const some = [0, 4_999, 17, 18, 19, 97, 2_500, 96];
  for (const [read, isLate] of [
    [late(), true],
    [wholeBytes(readFileSync(path())), false],
  ] as const) {
    const table = new FileTable(read, 0, head);
    expect([isLate, table.isWhole]).toEqual([isLate, true]);
    for (const n of [...some, ...rows.keys()]) {
      const { path: name, claim, stamp, said } = rows[n]!;
      const found = [table.text(n, "path"), table.text(n, "claim"), table.text(n, "stamp"), table.said(n)];
      expect(found).toEqual([name, claim, stamp, said]);
      if (some.includes(n)) expect(table.at(name)).toBe(n);
    }
  }
});

test("a hook's process knows of a large root what any other does", async () => {
  const [memories, state] = [join(base, "memory"), join(base, "state")];
  mkdirSync(join(memories, "project"), { recursive: true });
  for (let n = 0; n < 2_600; n++) writeFileSync(join(memories, "project", `note-${n}.md`), memoryText(n));
  const root = { scope: "project", path: memories, key: "root", why: "", project: "one" } as const;
  const opened = (isBrief: boolean) => new Store({ root, state, clock: systemClock, isBrief });
  await pause(80);
  const first = opened(false);
  first.look();
  first.keepSnapshot();
  expect(readFileSync(join(state, "index", "catalog")).length).toBeGreaterThan(1_000_000);
  writeFileSync(join(memories, "project", "note-7.md"), memoryText(7).replace("What was learned", "What is known"));
  writeFileSync(join(memories, "project", "another.md"), memoryText(1).replace("note-1", "another"));
  const said = (store: Store): Memory[] => {
    store.look();
    store.lookClosely(10_000);
    return store.memories().sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  const [brief, other] = [said(opened(true)), said(opened(false))];
  expect(brief.length).toBe(2_601);
  expect(brief).toEqual(other);
  expect(brief.find(({ id }) => id === "note-7")?.description).toMatch(/^What is known/);
});

function memoryText(n: number): string {
  const front = `name: note-${n}\ndescription: What was learned about part ${n} of the system`;
  const metadata = "metadata:\n  type: project\n  kind: project\n  status: active\n  trust: stated";
  return `---\n${front}\n${metadata}\n---\n# Part ${n}\n\nIt talks to part ${n + 1}.\n`;
}
