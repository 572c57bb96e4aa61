import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { unitFrom } from "../../../test/support/index-unit.ts";
import { setFaults } from "../../disk/faults.ts";
import { buildSegment } from "./build-segment.ts";
import { Damaged, readableOf } from "./bytes.ts";
import { emptyManifest } from "./manifest.ts";
import { Segment } from "./segment.ts";
import { Shelf } from "./shelf.ts";

let place: string;
let open: number;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "cairn-shelf-"));
  watch();
});
afterEach(() => {
  setFaults(undefined);
  rmSync(place, { recursive: true });
});

/** Counts open files of this shelf; `refused` is the disk's word to every close of one. */
function watch(refused?: string): void {
  open = 0;
  setFaults(({ call, path }) => {
    if (!path.startsWith(place)) return undefined;
    if (call === "close") open--;
    if (call === "close" && refused !== undefined) return { error: refused };
    return call === "open" ? { after: () => open++ } : undefined;
  });
}

function shelfWithSegment(): { shelf: Shelf; file: string; segment: Segment } {
  const shelf = new Shelf(join(place, "index"));
  const unit = unitFrom({ path: "a.md", leaves: [{ text: "one thing worth knowing" }] });
  return { shelf, ...shelf.addSegment(buildSegment([unit])) };
}

test("a closed shelf holds no file, and what is read from it then is damaged, not another file's bytes", () => {
  const { shelf, segment } = shelfWithSegment();
  expect([segment.paths(), open]).toEqual([["a.md"], 1]);
  shelf.close();
  shelf.close();
  expect(open).toBe(0);
  expect(() => segment.row(0).title).toThrow(Damaged);
});

test("a segment that cannot be opened leaves no file open", () => {
  const { shelf, file, segment } = shelfWithSegment();
  shelf.putManifest({ ...emptyManifest, segments: [{ file, size: segment.size, docs: 1, deleted: [] }] });
  shelf.close();
  truncateSync(join(place, "index", file), 10);
  expect(shelf.open().segments).toEqual([]);
  expect(open).toBe(0);
});

test("a segment nobody holds any more is closed by itself, and a disk that refuses even that disturbs nobody", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const before = open;
  shelfWithSegment();
  watch("EIO");
  for (let turn = 0; turn < 50 && open === 0; turn++) {
    collect();
    await nextTurn();
  }
  expect({ before, closed: -open }).toEqual({ before: 0, closed: 1 });
});

test("what is asked of a segment again and again is read once, and says the same", () => {
  const units = Array.from({ length: 300 }, (_, n) =>
    unitFrom({ path: `f${n % 7}/m${n}.md`, leaves: [{ text: `thing ${n} worth knowing ${"word ".repeat(n % 30)}` }] }),
  );
  const bytes = buildSegment(units);
  let reads = 0;
  const counted = new Segment({
    size: bytes.length,
    read(offset, length) {
      reads++;
      return bytes.slice(offset, offset + length);
    },
  });
  const told = (segment: Segment) =>
    segment.paths().map((path) => {
      const doc = segment.find(path);
      const { title, id, path: own, keys, files, updated, hash } = segment.row(doc);
      return { doc, stamp: segment.stamp(doc), title, id, own, keys, files, updated, hash };
    });
  const first = told(counted);
  expect(first).toEqual(told(new Segment(readableOf(bytes))));
  expect(reads).toBeLessThan(40);
  reads = 0;
  expect(told(counted)).toEqual(first);
  expect(reads).toBe(0);
});
