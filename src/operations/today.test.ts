import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { putSession } from "../../test/support/past-sessions.ts";

const DAY_MS = 86_400_000;

test("what was kept today is what came here today, however long ago it was said", async () => {
  const cairn = cairnWith();
  const said = ["We decided to use Redis streams instead of lists because consumers must replay a day.", "Understood."];
  putSession({
    home: cairn.home,
    cwd: cairn.project,
    session: "s1",
    said,
    at: new Date(cairn.clock.now().getTime() - 20 * DAY_MS),
  });
  await cairn.ask("import", { source: "transcripts", project: "." });
  const { waiting } = await cairn.ask("review", {});
  await cairn.ask("review", { accept: [waiting?.[0]?.key ?? ""] });
  const { kept, more } = await cairn.ask("today", {});
  expect(kept).toHaveLength(1);
  expect(more).toBe(0);
  cairn.clock.advance(4 * DAY_MS);
  expect((await cairn.ask("today", {})).kept).toEqual([]);
});

test("what was replaced since says so, and how many more were kept is told", async () => {
  const cairn = cairnWith();
  for (let n = 1; n <= 11; n++)
    await cairn.ask("remember", { title: `Fact ${n}`, text: `It is ${n}.`, kind: "project" });
  await cairn.ask("remember", { title: "Later", text: "Another.", kind: "project", supersedes: "fact-11" });
  const outcome = await cairn.outcome("today", {});
  const text = outcome.ok ? outcome.text : "";
  expect(text).toContain("  project:fact-11  project  Fact 11 (superseded by later)");
  expect(text).toContain("  … and 2 more (cairn history shows them)");
});
