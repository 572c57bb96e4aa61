import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { commitAll } from "../../test/support/git.ts";
import { goOn, putSession } from "../../test/support/past-sessions.ts";
import { sectionsOf } from "../format/sections.ts";

const yes = { confirmed: true } as const;

interface Told {
  readonly points?: readonly string[];
  readonly completed?: readonly string[];
  readonly next?: readonly string[];
}

async function sumUp(cairn: TestCairn, session: string, title: string, told: Told = {}): Promise<void> {
  const { points = [], completed = [], next = [] } = told;
  const list = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? "" : `\n\n## ${heading}\n${lines.map((line) => `- ${line}`).join("\n")}`;
  const text = `## Goal\n${title}${list("Tracking Points", points)}${list("Completed", completed)}${list("Next Actions", next)}`;
  cairn.clock.advance(86_400_000);
  await cairn.ask("remember", { kind: "session_summary", title, text }, { session });
}

function sections(cairn: TestCairn): Record<string, string> {
  return Object.fromEntries(sectionsOf(cairn.read("master.md")).map(({ heading, text }) => [heading, text]));
}

test("what a session left to do is an open point until a later one says it is done", async () => {
  const cairn = cairnWith();
  await sumUp(cairn, "s1", "Invoices as PDF", {
    completed: ["The invoices are printed", "TODO: move the credit notes to the printer too"],
    next: ["Embed the fonts of the invoices", "Ask Nadia about the tax line"],
  });
  await sumUp(cairn, "s2", "Search of orders", { completed: ["Orders are found by their number"] });
  await cairn.ask("synthesize", {}, yes);
  expect(sections(cairn)["Active Questions"]).toContain("- To do: Embed the fonts of the invoices (");
  expect(sections(cairn)["Active Questions"]).toContain("credit notes");
  expect(sections(cairn)["Current Status"]).not.toContain("credit notes");
  await sumUp(cairn, "s3", "Fonts", { completed: ["The fonts of the invoices are embedded now"] });
  await cairn.ask("synthesize", {}, yes);
  expect(sections(cairn)["Active Questions"]).not.toContain("Embed the fonts");
  expect(sections(cairn)["Active Questions"]).toContain("To do: Ask Nadia about the tax line");
});

test("a mind changed within one session: what was settled on holds, what was reversed is only how it came to that", async () => {
  const cairn = cairnWith();
  await sumUp(cairn, "s1", "Session cache", {
    points: ["**Reversed**: use Zookeeper for the session cache", "**Decision**: use Redis for the session cache"],
  });
  await cairn.ask("synthesize", {}, yes);
  expect(sections(cairn)["Key Decisions"]).toContain("Use Redis for the session cache");
  expect(sections(cairn)["Key Decisions"]).not.toContain("Zookeeper");
  expect(sections(cairn)["Evolution & Changes"]).toMatch(/First “use Zookeeper .*, settled on “use Redis/);
});

test("what was offered and not taken is no change of mind, nor is what only mentions another thing left out", async () => {
  const cairn = cairnWith();
  await sumUp(cairn, "s1", "Packages", {
    points: ["**Decision**: Rename `pkg/markdown` to `pkg/session`, with `session.go` for the processing of sessions"],
  });
  await sumUp(cairn, "s2", "Watch", {
    points: [
      "**Decision**: `ProcessSession` writes the page and syncs; use `log.IsSilent()` instead of the `session` flag of main",
      "**Decision**: Delete the test (not taken: rename the package; move it to a manual test)",
    ],
  });
  await cairn.ask("synthesize", {}, yes);
  expect(sections(cairn)["Evolution & Changes"]).toBe("Nothing yet.");
  for (const said of ["Rename `pkg/markdown`", "`ProcessSession` writes", "Delete the test (not taken: rename"])
    expect(sections(cairn)["Key Decisions"]).toContain(said);
});

test("themes are what the lines are about, not what else their sessions did; a package names what it needs", async () => {
  const cairn = cairnWith({
    project: { "package.json": '{"name":"shop","dependencies":{"zod":"4","yaml":"2"}}', "src/a.ts": "" },
  });
  commitAll(cairn.project, "Begin");
  const say = (session: string, title: string, tag: string, point: string) =>
    cairn.ask(
      "remember",
      { kind: "session_summary", title, text: `## Goal\n${title}\n\n## Tracking Points\n- ${point}`, tags: [tag] },
      { session },
    );
  await say("s1", "Import", "import", "**Decision**: Times are stored in UTC");
  await say("s2", "Import again", "import", "**Decision**: The button is blue");
  await say("s3", "Export", "export", "**Decision**: Reports print UTC as the zone");
  await say("s4", "Export again", "export", "**Decision**: Rows are streamed");
  await cairn.ask("synthesize", {}, yes);
  expect(sections(cairn)["Key Decisions"]).toMatch(/### UTC\n\n- [^\n]*UTC[^\n]*\n- [^\n]*UTC/);
  expect(sections(cairn)["Current Status"]).toContain("needs zod, yaml; its code lies in src");
});

test("what is only said again is no change of mind, and is not quoted twice", async () => {
  const cairn = cairnWith();
  const decide = (title: string, more: object = {}) =>
    cairn.ask("remember", { kind: "decision", title, text: "## Decision\nUse Redis for the job queue", ...more });
  await decide("Redis queue");
  await decide("Redis for jobs", { supersedes: "redis-queue" });
  await cairn.ask("synthesize", {}, yes);
  const evolution = sections(cairn)["Evolution & Changes"] ?? "";
  expect(evolution.match(/Use Redis for the job queue/g)).toHaveLength(1);
  expect(evolution).toContain("said again");
});

test("each summary is new once; commits are none, and a run for their sake alone says so", async () => {
  const cairn = cairnWith({ project: { "README.md": "# Shop\n\nA shop for stones.\n" } });
  commitAll(cairn.project, "Begin");
  await sumUp(cairn, "s1", "One", { completed: ["The gate opens"] });
  await sumUp(cairn, "s2", "Two", { completed: ["The gate closes"] });
  expect((await cairn.ask("synthesize", {}, yes)).news).toMatchObject({ summaries: 2, changed: 0 });
  await sumUp(cairn, "s3", "Three", { completed: ["The gate rings"] });
  expect((await cairn.ask("synthesize", {}, yes)).news).toMatchObject({ summaries: 1, changed: 0, commits: false });
  await cairn.ask("forget", { id: "s1", reason: "old" });
  expect((await cairn.ask("synthesize", {}, yes)).news).toMatchObject({ summaries: 0, changed: 0 });
  commitAll(cairn.project, "Add the gate");
  const { action, news } = await cairn.ask("synthesize", {}, yes);
  expect({ action, news }).toEqual({
    action: "updated",
    news: { summaries: 0, changed: 0, others: 0, commits: true },
  });
  expect(await cairn.ask("synthesize", {}, yes)).toMatchObject({ action: "unchanged", news: { commits: false } });
});

test("paragraphs and headings a person wrote into the master stay in sight, however often it is made anew", async () => {
  const cairn = cairnWith();
  await sumUp(cairn, "s1", "One", { completed: ["The gate opens"] });
  await cairn.ask("synthesize", {}, yes);
  cairn.change("master.md", (text) =>
    text.replace(
      "## Key Decisions\n",
      "A paragraph of mine\nin two lines.\n\n## My plan\n\n1. First this\n- then that\n\n## Key Decisions\n",
    ),
  );
  for (const n of [2, 3]) {
    await sumUp(cairn, `s${n}`, `Step ${n}`, { completed: [`Part ${n} of the gate is painted`] });
    await cairn.ask("synthesize", {}, yes);
    expect(cairn.read("master.md")).toContain(
      "## Notes by Hand\n\nA paragraph of mine\nin two lines.\n\n### My plan\n\n1. First this\n- then that\n\n_Synthesised",
    );
    expect(cairn.read("master.md").match(/A paragraph of mine/g)).toHaveLength(1);
  }
  expect((await cairn.ask("synthesize", {}, yes)).action).toBe("unchanged");
});

test("notes that find no room are in the archive, and it is said; they stay there", async () => {
  const cairn = cairnWith({ settings: { "synthesis.maxBytes": 4_000 } });
  await sumUp(cairn, "s1", "One", { completed: ["The gate opens"] });
  await cairn.ask("synthesize", {}, yes);
  const long = Array.from(
    { length: 20 },
    (_, n) => `My thought number ${n} about the gate and how it squeaks at night.`,
  );
  cairn.change("master.md", (text) => text.replace("## Key Decisions\n", `${long.join("\n")}\n\n## Key Decisions\n`));
  await sumUp(cairn, "s2", "Two", { completed: ["The gate is painted"] });
  const { warnings } = await cairn.ask("synthesize", {}, yes);
  expect(warnings.join()).toMatch(/\d+ lines of yours found no room here: master-archive has them/);
  await sumUp(cairn, "s3", "Three", { completed: ["The gate is oiled"] });
  await cairn.ask("synthesize", {}, yes);
  const kept = `${cairn.read("master.md")}\n${cairn.read("topics/master-archive.md")}`;
  for (const line of long) expect(kept).toContain(line);
});

test("a session that goes on days later leaves its decisions on the day they were taken", async () => {
  const cairn = cairnWith();
  const session = "0b9c7d1e-1111-4222-8333-944455556666";
  const where = { home: cairn.home, cwd: cairn.project, session };
  const redis = ["We decided to use Redis for the job queue because consumers must replay.", "Done: it is set up."];
  const lines = ["We decided to log in JSON lines because tools read them.", "Done: the log is in JSON lines."];
  putSession({ ...where, said: redis, at: new Date("2025-05-01T10:00:00Z") });
  await cairn.ask("summarize", { session }, yes);
  goOn({ ...where, said: lines, at: new Date("2025-05-04T10:00:00Z") });
  await cairn.ask("summarize", { session }, yes);
  await cairn.ask("synthesize", {}, yes);
  expect(sections(cairn)["Key Decisions"]).toMatch(/Redis for the job queue .*\(2025-05-01\)/);
  expect(sections(cairn)["Key Decisions"]).toMatch(/JSON lines .*\(2025-05-04\)/);
});

test("lines a person adds stay in their order, however many; those that find no room are kept whole in the archive", async () => {
  const cairn = cairnWith();
  await cairn.ask(
    "remember",
    { kind: "session_summary", title: "One", text: "## Goal\nShip the shop" },
    { session: "one" },
  );
  await cairn.ask("synthesize", {}, yes);
  const asked = Array.from({ length: 45 }, (_, n) => `- Who owns shelf ${(n * 7) % 45}?`);
  const long = Array.from({ length: 45 }, (_, n) => `- Note ${n}: ${"a long story of the shop ".repeat(20)}end`);
  const add = (lines: readonly string[]) =>
    cairn.change("master.md", (text) =>
      text.replace("## Active Questions\n", `## Active Questions\n\n${lines.join("\n")}\n`),
    );
  add(asked);
  await cairn.ask("synthesize", {}, yes);
  const shown = cairn
    .read("master.md")
    .split("\n")
    .filter((line) => line.startsWith("- Who owns"));
  expect(shown).toEqual(asked.map((line) => `${line} [by hand]`));
  add(long);
  const { warnings } = await cairn.ask("synthesize", {}, yes);
  expect(warnings.join()).toMatch(/found no room here: master-archive has them/);
  const after = cairn.read("master.md");
  await cairn.ask(
    "remember",
    { kind: "session_summary", title: "Two", text: "## Goal\nSell stones" },
    { session: "two" },
  );
  await cairn.ask("synthesize", {}, yes);
  expect(Buffer.byteLength(after)).toBeLessThanOrEqual(16_000);
  const kept = new Set(`${cairn.read("master.md")}\n${cairn.read("topics/master-archive.md")}`.split("\n"));
  expect([...asked, ...long].filter((line) => !kept.has(`${line} [by hand]`))).toEqual([]);
});

test("what somebody gave another title is told by it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { kind: "project", text: "The basket has lilac borders." });
  await cairn.ask("synthesize", {}, yes);
  expect(sections(cairn)["Learnings & Discoveries"]).toContain("- The basket has lilac borders.");
  const { id } = (await cairn.ask("list", { kind: "project" })).memories[0] ?? { id: "" };
  await cairn.ask("update", { id, title: "Colours of the shop" });
  await cairn.ask("synthesize", {}, yes);
  expect(sections(cairn)["Learnings & Discoveries"]).toContain("- Colours of the shop: The basket has lilac borders.");
});

test("a run for a setting's sake alone says so, and names no commits", async () => {
  const cairn = cairnWith({ project: { "src/gate.ts": "1", "web/bell.ts": "1" } });
  commitAll(cairn.project, "Begin");
  writeFileSync(join(cairn.project, "src/gate.ts"), "2");
  commitAll(cairn.project, "Paint");
  await sumUp(cairn, "s1", "One", { points: ["**Decision**: The gate opens inwards"] });
  await cairn.ask("synthesize", {}, yes);
  await cairn.ask("config", { action: "set", key: "synthesis.commits", value: "1" });
  const made = await cairn.outcome("synthesize", {}, yes);
  expect(made).toMatchObject({ ok: true, output: { action: "updated", news: { commits: false } } });
  expect(made).toMatchObject({ text: expect.stringContaining("only its wording") });
});

test("what was done is not told as what stands in the way", async () => {
  const cairn = cairnWith();
  await cairn.ask(
    "remember",
    {
      kind: "session_summary",
      title: "Port the queue",
      text: "## Goal\nPort the queue\n\n## Completed\n- The tables are moved\n\n## Blockers\n- The vendor's key is missing",
      field: { outcome: "blocked" },
    },
    { session: "s1" },
  );
  await cairn.ask("synthesize", {}, yes);
  expect(sections(cairn)["Current Status"]).toContain("Port the queue (blocked); done: The tables are moved");
});

test("what only stands elsewhere in the master is no change in its diff", async () => {
  const cairn = cairnWith();
  const say = (session: string, ...points: string[]) =>
    sumUp(cairn, session, `Talk ${session}`, { points: points.map((point) => `**Decision**: ${point}`) });
  await say("s1", "Times are stored in UTC", "The API answers in JSON");
  await say("s2", "Reports print UTC as the zone", "An API key is a header");
  await say("s3", "Jobs run by UTC");
  await cairn.ask("synthesize", {}, yes);
  await say("s4", "The API is limited to nine calls a second", "The API speaks of shops");
  await say("s5", "No API call writes twice", "The roof is green");
  const { diff } = await cairn.ask("synthesize", { dryRun: true, diff: true });
  const [gone, come] = ["- ", "+ "].map((mark) =>
    diff.filter((line) => line.startsWith(mark)).map((line) => line.slice(2)),
  );
  expect(come?.join()).toContain("The roof is green");
  expect(come?.filter((line) => gone?.includes(line) && line !== "")).toEqual([]);
});

test("a bare runbook tells in the master what to do, not only what it is called", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", {
    kind: "runbook",
    title: "Flush",
    text: "Empty the queue with make flush before a deploy.",
  });
  await cairn.ask("synthesize", {}, yes);
  expect(sections(cairn)["Learnings & Discoveries"]).toContain(
    "Flush: Empty the queue with make flush before a deploy",
  );
});
