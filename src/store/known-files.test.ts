import fc from "fast-check";
import { expect, test } from "vitest";
import type { Kind } from "../model/kind.ts";
import { type FileRow, FileTable, printTable } from "./file-table.ts";
import { KnownFiles, printFiles } from "./known-files.ts";
import { asciiJson, faceOf, type HeadChoice, isFaceChosen, type MemoryFile } from "./memory-file.ts";
import { memoryFileIn } from "./read-file.ts";
import { wholeBytes } from "./snapshot-bytes.ts";

const odd = fc.constantFrom("a/b.md", "b.md", 'a"\\\n', "é/ü.md", "\ud800", "\0");
const text = fc.oneof(fc.string({ unit: "binary" }), odd);
const number = fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 32 - 2));
const texts = ["path", "claim", "stamp", "hash", "time"] as const;
const numbers = ["kind", "status", "project", "seq", "op", "trust"] as const;

const row: fc.Arbitrary<FileRow> = fc.record({
  path: text.filter((path) => path !== ""),
  claim: text,
  stamp: text,
  hash: text,
  time: text,
  said: text.map((word) => asciiJson({ word })),
  kind: fc.nat(3),
  status: number,
  project: number,
  seq: number,
  op: number,
  trust: number,
});

function joined(pieces: Iterable<Buffer>): Buffer {
  return Buffer.concat([...pieces]);
}

function tableOf(rows: readonly FileRow[]): FileTable {
  const { head, bytes } = printTable(rows);
  return new FileTable(wholeBytes(Buffer.concat([Buffer.from("{}\n"), joined(bytes)])), 3, head);
}

test("every row of a table reads back as it was printed, whatever stands in it", () => {
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ path }) => path, maxLength: 80 }), (rows) => {
      const table = tableOf(rows);
      expect(table.isWhole).toBe(true);
      const read = rows.map((_, n): unknown => ({
        ...Object.fromEntries(texts.map((column) => [column, table.text(n, column)])),
        ...Object.fromEntries(numbers.map((column) => [column, table.number(n, column)])),
        said: table.said(n),
      }));
      expect(read).toEqual(rows);
      expect(rows.map(({ path }) => table.at(path))).toEqual(rows.map((_, n) => n));
      expect(table.at("no/such.md")).toBeUndefined();
      for (const [n, { claim }] of rows.entries()) if (claim !== "") expect(table.claiming(claim)).toContain(n);
      expect(table.ofKinds((kind) => kind === 1)).toEqual(rows.flatMap(({ kind }, n) => (kind === 1 ? [n] : [])));
    }),
  );
});

test("a table that something is torn out of is not whole", () => {
  const { head, bytes: pieces } = printTable(fc.sample(row, { numRuns: 20, seed: 1 }));
  const bytes = joined(pieces);
  const torn = (from: number, to: number) => Buffer.from(bytes).fill(0, from, to);
  const isWhole = (some: Buffer) => new FileTable(wholeBytes(some), 0, head).isWhole;
  expect(isWhole(bytes)).toBe(true);
  for (const some of [
    bytes.subarray(0, -1),
    ...[0, 1, 6, 30].map((length) => bytes.subarray(0, length)),
    Buffer.concat([bytes, bytes]),
    torn(0, 8),
    torn(bytes.length - 9, bytes.length),
  ])
    expect(isWhole(some)).toBe(false);
});

const kinds: readonly Kind[] = ["project", "task", "session_summary"];
const days = ["2026-01-01", "2026-01-02", "2026-01-03", undefined];

const file = fc.record({
  folder: fc.constantFrom("", "a/", "b/c/"),
  name: fc.constantFrom("one", "two", "three", "four"),
  claim: fc.constantFrom("one", "two", "other"),
  kind: fc.constantFrom(...kinds),
  day: fc.constantFrom(...days),
  status: fc.constantFrom("active", "retired"),
  supersedes: fc.constantFrom([], ["one"]),
});

type Made = typeof file extends fc.Arbitrary<infer T> ? T : never;

function fileOf({ folder, name, claim, kind, day, status, supersedes }: Made): MemoryFile {
  const dated = day === undefined ? "" : `  updated: ${day}T10:00:00Z\n`;
  const front = `name: ${claim}\ndescription: d\nmetadata:\n  type: project\n  kind: ${kind}\n  status: ${status}\n${dated}`;
  const bytes = Buffer.from(`---\n${front}  supersedes: [${supersedes.join(", ")}]\n---\n# ${claim}\n`);
  return memoryFileIn(bytes, { path: `${folder}${name}.md`, stamp: "1", linked: false, isOurs: () => true });
}

const choice: fc.Arbitrary<HeadChoice> = fc.record(
  {
    kinds: fc.subarray([...kinds]),
    since: fc.constantFrom("", "2026-01-02", "2027-01-01"),
    status: fc.constantFrom("active", "retired"),
  },
  { requiredKeys: [] },
);

test("no file of a choice is missed among those a snapshot picks, and each name has all its claimants", () => {
  const made = fc.uniqueArray(file, { selector: ({ folder, name }) => folder + name, maxLength: 12 });
  fc.assert(
    fc.property(made, choice, (all, chosen) => {
      const folders = ["", "a/", "b/c/"].map((folder) => all.filter((one) => one.folder === folder).map(fileOf));
      const { head, bytes } = printFiles(folders, () => undefined);
      const known = new KnownFiles(wholeBytes(joined(bytes)), 0, head);
      const paths = (files: readonly MemoryFile[]) => files.map(({ path }) => path);
      const rows = known.all();
      expect(paths(rows).sort()).toEqual(paths(folders.flat()).sort());
      const wanted = rows.filter((one) => isFaceChosen(faceOf(one), chosen) || one.supersedes.length > 0);
      const picked = known.chosen(chosen, ["a/one.md"]);
      expect(picked.filter((one) => wanted.includes(one))).toEqual(wanted);
      expect(paths(picked).includes("a/one.md")).toBe(paths(rows).includes("a/one.md"));
      for (const name of ["one", "two", "other", "four"])
        expect(paths(known.claiming(name))).toEqual(paths(rows.filter(({ claim }) => claim === name)));
      const isContested = (name: string) => rows.filter(({ claim }) => claim === name).length > 1;
      expect([...known.contested].sort()).toEqual(["one", "other", "two"].filter(isContested));
    }),
  );
});
