/** Sessions that are there and cannot be read on this Node: who looks for something in them is told so. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { ofTranscripts, putSession } from "../../test/support/past-sessions.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** As on the oldest Node that Cairn runs on. */
function withoutSqlite(): void {
  if (process.getBuiltinModule !== undefined) vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
}

function withDatabase() {
  const cairn = cairnWith();
  const folder = join(cairn.home, ".local", "share", "opencode");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "opencode.db"), "");
  return cairn;
}

const WHY =
  /^opencode's sessions are left out: .*SQLite.*Node \d+\.\d+.* cannot read\. Run Cairn with Node 22\.13 or newer/;

test("where opencode's database cannot be read, recall in transcripts says so, with and without a hit", async () => {
  withoutSqlite();
  const cairn = withDatabase();
  const asked = { question: "the zebra preset", in: "transcripts" } as const;
  expect((await cairn.ask("recall", asked)).unread).toEqual([expect.stringMatching(WHY)]);
  putSession({ home: cairn.home, cwd: cairn.project, session: "s-1", said: ["Run the zebra preset first.", "Done."] });
  for (const surface of ["cli", "mcp"] as const) {
    const outcome = await cairn.outcome("recall", asked, { surface });
    const shown = outcome.ok ? outcome.text : outcome.error.message;
    expect(shown).toContain("zebra");
    expect(shown).toMatch(/\(opencode's sessions are left out: .*22\.13 or newer/);
  }
});

test("where opencode's database cannot be read, import transcripts warns of it", async () => {
  withoutSqlite();
  const cairn = withDatabase();
  const { warnings } = ofTranscripts(await cairn.ask("import", { source: "transcripts", dryRun: true }));
  expect(warnings).toEqual([expect.stringMatching(WHY)]);
});

test("without opencode nothing is said of it", async () => {
  withoutSqlite();
  const cairn = cairnWith();
  const asked = await cairn.ask("recall", { question: "the zebra preset", in: "transcripts" });
  expect(asked.unread).toBeUndefined();
  expect(ofTranscripts(await cairn.ask("import", { source: "transcripts", dryRun: true })).warnings).toEqual([]);
});
