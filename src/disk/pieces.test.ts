import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openAt } from "./files.ts";
import { line, type Piece, piecesOf } from "./pieces.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "cairn-pieces-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

interface Read extends Omit<Piece, "bytes"> {
  readonly text: string | undefined;
}

function read(path: string, text: string, how: { from?: number; largest?: number; atOnce?: number } = {}): Read[] {
  const bytes = Buffer.from(text);
  writeFileSync(path, bytes);
  const file = openAt(path, "read");
  try {
    const pieces = piecesOf(file, { from: 0, to: bytes.length, largest: 1_000, cut: line, ...how });
    // One by one: their bytes hold only until the next.
    return Array.from(pieces, ({ bytes, ...place }) => ({ ...place, text: bytes?.toString("utf8") }));
  } finally {
    file.close();
  }
}

test("every byte is in one piece, in order, wherever the reads of the disk fall", () => {
  const path = join(folder(), "some.txt");
  const words = fc.array(fc.constantFrom("a", "é", "\n", "\r\n", "long word", "")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 40 }), (text, atOnce) => {
      const pieces = read(path, text, { atOnce });
      expect(pieces.map((piece) => piece.text).join("")).toBe(text);
      expect(pieces.map(({ text: one }) => one)).toEqual(text.split(/(?<=\n)/).filter((one) => one !== ""));
      let at = 0;
      for (const { from, to } of pieces) {
        expect(from).toBe(at);
        at = to;
      }
      expect(at).toBe(Buffer.byteLength(text));
    }),
  );
});

test("what no newline has ended is not whole", () => {
  expect(read(join(folder(), "half.txt"), "one\ntwo")).toEqual([
    { text: "one\n", from: 0, to: 4, whole: true },
    { text: "two", from: 4, to: 7, whole: false },
  ]);
});

test("a piece that is too large is passed over, and the next one is read", () => {
  const pieces = read(join(folder(), "large.txt"), `${"x".repeat(100)}\nsmall\n`, { largest: 20, atOnce: 8 });
  expect(pieces.map(({ text, from }) => [text, from])).toEqual([
    [undefined, 0],
    ["small\n", 101],
  ]);
});

test("reading begins where it is told to", () => {
  expect(read(join(folder(), "on.txt"), "one\ntwo\n", { from: 4 }).map(({ text }) => text)).toEqual(["two\n"]);
});
