import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { setFaults } from "../disk/faults.ts";
import { addTried } from "./tried-lines.ts";

afterEach(() => setFaults(undefined));

const at = "2026-11-18T08:00:00.000Z";
const once = (by: string) => JSON.stringify({ is: "once", at, key: "prompt:p1", by });
const open = JSON.stringify({ is: "open", at, turn: "p1" });
const ran = JSON.stringify({ is: "ran", at, moment: "prompt", ms: 1 });

function trailWith(text: string): string {
  const base = mkdtempSync(join(tmpdir(), "cairn-tried-"));
  onTestFinished(() => rmSync(base, { recursive: true }));
  writeFileSync(join(base, "s.jsonl"), text);
  return join(base, "s.jsonl");
}

test("lines that were tried out follow what stands there, also behind half a line", () => {
  const path = trailWith("half");
  expect(addTried(path, [once("1.1"), open, ran], 4)).toBe("added");
  expect(readFileSync(path, "utf8")).toBe(`half\n${once("1.1")}\n${open}\n${ran}\n`);
});

test("where the trail has grown meanwhile, say off the record, nothing is added, and the moment is to be answered anew", () => {
  const path = trailWith(`${open}\n`);
  const flag = JSON.stringify({ is: "flag", at, flag: "off-the-record", on: true });
  appendFileSync(path, `${flag}\n`);
  expect(addTried(path, [once("1.1"), open, ran], open.length + 1)).toBe("overtaken");
  expect(readFileSync(path, "utf8")).toBe(`${open}\n${flag}\n`);
});

test("where another process notes the same in that very moment it does the work, and nothing is done twice", () => {
  const path = trailWith(`${open}\n`);
  let isFirst = true;
  setFaults(({ call }) => {
    if (call === "write" && isFirst) {
      isFirst = false;
      appendFileSync(path, `${once("2.1")}\n`);
    }
    return undefined;
  });
  expect(addTried(path, [once("1.1"), open, ran], open.length + 1)).toBe("late");
  expect(readFileSync(path, "utf8").trim().split("\n")).toEqual([open, once("2.1"), once("1.1"), ran]);
});

test("once it stands that this process does it, a disk that is full then costs lines, not the answer", () => {
  const path = trailWith(`${open}\n`);
  let writes = 0;
  setFaults(({ call }) => (call === "write" && ++writes > 1 ? { error: "ENOSPC" } : undefined));
  expect(addTried(path, [once("1.1"), open, ran], open.length + 1)).toBe("added");
  expect(() => addTried(path, [open, ran], readFileSync(path).length)).toThrow();
});
