import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeTranscript } from "../../bench/capture/made-transcript.ts";
import { triage } from "../../src/capture/triage.ts";
import { turnsOf } from "../../src/hosts/records.ts";

test("the transcript that capture is measured on is read whole, and has something of everything", () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-capture-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "made.jsonl");
  writeTranscript(path, 400);
  const turns = [...turnsOf(path)];
  expect(turns).toHaveLength(400);
  expect(new Set(turns.map(({ by }) => by))).toEqual(new Set(["person", "agent", "tool"]));
  expect(triage(turns).filter(({ keep }) => keep).length).toBeGreaterThan(2);
});
