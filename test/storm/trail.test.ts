import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { Trails } from "../../src/trail/trails.ts";
import { bundleDriver } from "../support/bundle.ts";

const writer = bundleDriver(new URL("trail-writer.ts", import.meta.url).pathname);
const EACH = 16;

test("nothing that processes of a session note is lost while others sum it up and take words out of its trail", async () => {
  const home = mkdtempSync(join(tmpdir(), "cairn-trail-storm-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const run = (...words: string[]) => promisify(execFile)(process.execPath, [writer, home, ...words]);
  await Promise.all([
    ...["a", "b", "c"].map((name) => run("note", name, String(EACH))),
    run("sum", "-", "60"),
    ...["x", "y"].map((name) => run("scrub", name, "12")),
  ]);
  const trail = new Trails(home).of("claude-code", "s1");
  const all = ["a", "b", "c"].flatMap((name) => Array.from({ length: EACH }, (_, n) => `${name}${n}`)).sort();
  expect([...trail.state().heard].sort()).toEqual(all);
  expect([...trail.state().once].filter((key) => /^[abc]/.test(key)).sort()).toEqual(all);
  expect(readFileSync(trail.path, "utf8")).not.toContain("kettle");
});
