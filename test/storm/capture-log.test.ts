import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { CaptureLog } from "../../src/inbox/capture-log.ts";
import { bundleDriver } from "../support/bundle.ts";

const writer = bundleDriver(new URL("log-writer.ts", import.meta.url).pathname);
const LINES = 60;

test("no line of the log of capture is lost while other processes take lines out of it", async () => {
  const home = mkdtempSync(join(tmpdir(), "cairn-capture-log-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const run = (...words: string[]) => promisify(execFile)(process.execPath, [writer, home, ...words]);
  await Promise.all([
    run("kept", String(LINES)),
    run("gone", String(LINES), "scrub"),
    run("away", String(LINES), "scrub"),
  ]);
  const titles = new CaptureLog(home).all().map(({ title }) => title);
  expect(titles).toEqual(Array.from({ length: LINES }, (_, n) => `kept ${n}`));
});
