import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sentenceSetOf } from "../trail/said.ts";
import { CaptureLog } from "./capture-log.ts";
import type { CaptureNote } from "./capture-notes.ts";

function logIn() {
  const home = mkdtempSync(join(tmpdir(), "cairn-capture-log-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  return { log: new CaptureLog(home), path: join(home, "capture.jsonl") };
}

const note = (title: string, more: Partial<CaptureNote> = {}): CaptureNote => {
  return { at: "2025-06-02T12:00:00Z", did: "proposed", kind: "decision", title, because: "so", by: "cli", ...more };
};

test("what was done is told in its order, in one line each, without secrets", () => {
  const { log } = logIn();
  const secret = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA2cD4eF6"}`;
  log.note(note("One\nline"));
  log.note(note("Two", { did: "blocked", because: `it says ${secret}` }));
  expect(log.all().map(({ title }) => title)).toEqual(["One line", "Two"]);
  expect(JSON.stringify(log.all())).not.toContain(secret);
});

test("half a line and a line of a later Cairn cost no other", () => {
  const { log, path } = logIn();
  log.note(note("One"));
  appendFileSync(path, '{"did":"sung","title":"x"}\nnull\n{"did":"prop\n');
  log.note(note("Two"));
  expect(log.all().map(({ title }) => title)).toEqual(["One", "Two"]);
});

test("it stays within its bound, and the newest are there", () => {
  const { log, path } = logIn();
  for (let n = 0; n < 9_000; n++) log.note(note(`Title ${n} ${"x".repeat(200)}`, { because: "y".repeat(250) }));
  expect(statSync(path).size).toBeLessThan(2_100_000);
  expect(log.all().at(-1)?.title).toContain("Title 8999");
});

test("what is taken out for good leaves neither words nor name", () => {
  const { log } = logIn();
  log.note(note("The walnut of Zanzibar is ripe"));
  log.note(note("Another", { memory: "project:walnut" }));
  log.note(note("Third", { memory: "project:other" }));
  log.scrub(sentenceSetOf(["The walnut of Zanzibar is ripe"]), new Set(["project:walnut"]));
  expect(log.all().map(({ title }) => title)).toEqual(["Third"]);
});
