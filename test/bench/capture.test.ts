import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeTranscript } from "../../bench/capture/made-transcript.ts";
import { triage } from "../../src/distill/triage.ts";
import { leanTurns } from "../../src/transcripts/lean-turns.ts";
import { turnsOf } from "../../src/transcripts/read-transcript.ts";

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

test("who holds a whole session holds what was said, and of what tools printed both ends", () => {
  const common = { from: 0, text: `begin ${"x".repeat(100_000)} end` };
  const result = { of: "t", isError: false, size: common.text.length };
  const [said, printed] = [
    ...leanTurns([
      { ...common, by: "agent" },
      { ...common, by: "tool", result },
    ]),
  ];
  expect(said?.text).toBe(common.text);
  expect(printed?.text.length).toBeLessThan(5_000);
  expect(printed).toMatchObject({ text: expect.stringMatching(/^begin x+\n…\nx+ end$/), result });
});
