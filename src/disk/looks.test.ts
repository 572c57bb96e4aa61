import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Folder } from "./folder.ts";
import { noteLooks } from "./looks.ts";

let place: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "cairn-looks-")));
});
afterEach(() => rmSync(place, { recursive: true }));

/** Reads them all; how many looks were noted, and whether they are of any use. */
function read(files: number, opening: boolean): { noted: number; kept: boolean } {
  for (let n = 0; n < files; n++) writeFileSync(join(place, `${n}.md`), "");
  let noted = 0;
  const end = noteLooks(() => ++noted);
  const folder = Folder.open(place);
  for (const { name } of folder.list({ opening })) folder.readWhole(name, 100);
  folder.close();
  return { noted, kept: end() !== undefined };
}

test("of a folder with few files each is noted", () => {
  const { noted, kept } = read(20, true);
  expect(kept).toBe(true);
  expect(noted).toBeGreaterThan(20);
});

test("who is about to open very many notes none of them", () => {
  const { noted, kept } = read(100, true);
  expect(kept).toBe(false);
  expect(noted).toBeLessThan(10);
});

test("who opens very many without having said so notes them until there are too many", () => {
  const { noted, kept } = read(100, false);
  expect(kept).toBe(false);
  expect(noted).toBeGreaterThan(50);
});
