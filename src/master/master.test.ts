import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryOf } from "../../test/support/memories.ts";
import { noFacts } from "../../test/support/no-facts.ts";
import { sourceOf } from "../../test/support/synthesis-sources.ts";
import { distilMemory } from "./distil-source.ts";
import { bytesOf } from "./lines.ts";
import { archiveOf, draftMaster, finishMaster } from "./master.ts";
import { handLinesIn } from "./previous.ts";
import { noProse, printMaster } from "./print-master.ts";
import { type MasterSource, sorts } from "./statement.ts";

const finish = { facts: noFacts, hand: [], day: "2025-06-02", structure: "fixed", archive: "master-archive" } as const;

function masterFrom(sources: readonly MasterSource[], maxBytes = 16_000) {
  return finishMaster(draftMaster({ sources, told: [], maxBytes }), finish);
}

test.each([
  [
    "tracking points",
    "## Goal\nG\n\n## Tracking Points\n- **Decision**: use WAL — because many write\n- **Failed approach**: a mutex\n- plain",
    ["goal G", "decision use WAL", "learning a mutex", "learning plain"],
  ],
  [
    "goal, completed and next actions alone",
    "## Goal\nG\n\n## Completed\n- done one\n\n## Next Actions\n- two\n\n## Blockers\n- three",
    ["goal G", "done done one", "next two", "blocker three"],
  ],
])("a summary is read with %s", (_, body, said) => {
  const { statements } = distilMemory(memoryOf("s", { kind: "session_summary", body }));
  expect(statements.map(({ sort, text }) => `${sort} ${text}`)).toEqual(said);
});

test("of a long summary every point is in the master or its archive, and what is beyond all reading is counted", () => {
  const noted = (most: number) => Array.from({ length: most }, (_, n) => `- **Discovery**: part ${n} leaks at ${n}`);
  const bodyWith = (most: number) =>
    `## Goal\nG\n\n## Tracking Points\n${noted(most).join("\n")}\n\n## Next Actions\n- Tell Ada\n\n## Blockers\n- No key`;
  const masterOf = (most: number) => {
    const read = distilMemory(memoryOf("s", { kind: "session_summary", body: bodyWith(most) }));
    return masterFrom([sourceOf("s", read)], 6_000);
  };
  const { body, left } = masterOf(90);
  const told = `${body}\n${archiveOf(left)}`;
  expect(Array.from({ length: 90 }, (_, n) => n).filter((n) => !told.includes(`leaks at ${n} `))).toEqual([]);
  const long = masterOf(400);
  expect(long.body).toMatch(/To do: Tell Ada/);
  expect(long.body).toMatch(/Blocked: No key/);
  expect(`${long.body}\n${archiveOf(long.left)}`).toContain("“Session s” says 103 more points than are read here");
});

const words = fc
  .array(
    fc.constantFrom("queue", "Redis", "cache", "src/a.ts", "the", "parser", "runs", "7", "[[x]]", "@~/y", "…", "<b>"),
    { minLength: 1, maxLength: 30 },
  )
  .map((all) => all.join(" "));
const someSources = fc
  .array(
    fc.record({
      kind: fc.constantFrom("session_summary", "decision", "constraint", "topic"),
      sort: fc.constantFrom(...sorts),
      text: words,
      day: fc.integer({ min: 1, max: 28 }),
    }),
    { maxLength: 60 },
  )
  .map((all) =>
    all.map(({ kind, sort, text, day }, n) =>
      sourceOf(`m-${n}`, {
        kind: kind as MasterSource["kind"],
        at: `2025-01-${String(day).padStart(2, "0")}`,
        statements: [{ sort, text }],
      }),
    ),
  );

test("whatever is said, a master keeps to its size, in whatever order its sources come, and loses no line it does not name", () => {
  fc.assert(
    fc.property(someSources, fc.integer({ min: 4_000, max: 16_000 }), (sources, maxBytes) => {
      const master = masterFrom(sources, maxBytes);
      expect(bytesOf(master.body)).toBeLessThanOrEqual(maxBytes);
      expect(masterFrom([...sources].reverse(), maxBytes).body).toBe(master.body);
      if (master.left.length > 0) expect(master.body).toContain("[[master-archive]]");
      expect(master.body.match(/^## /gm)).toHaveLength(5);
    }),
    { numRuns: 40 },
  );
});

const handLines = fc.uniqueArray(fc.tuple(words, fc.integer({ min: 0, max: 12 })), {
  maxLength: 70,
  selector: ([said, times]) => `${said} ${times}`,
});

test("whatever a person adds is in the master in their order or handed to its archive, and the next master is the same", () => {
  fc.assert(
    fc.property(someSources, handLines, (sources, added) => {
      const draft = draftMaster({ sources, told: [], maxBytes: 6_000 });
      const over = (body: string, last: string) => finishMaster(draft, { ...finish, hand: handLinesIn(body, last) });
      const first = over("", "").body;
      const own = added.map(([said, times], n) => `- Mine ${n}: ${`${said} `.repeat(times)}end`);
      const heading = "## Active Questions\n";
      const then = over(first.replace(heading, `${heading}\n${own.join("\n")}\n`), first);
      const shown = then.body.split("\n").filter((line) => line.startsWith("- Mine "));
      expect([...shown, ...then.leftNotes]).toEqual(own.map((line) => `${line} [by hand]`));
      expect(bytesOf(then.body)).toBeLessThanOrEqual(6_000);
      expect(over(then.body, then.body).body).toBe(then.body);
    }),
    { numRuns: 40 },
  );
});

test("a section whose lines found no room says so, and not that there is nothing", () => {
  const { lines } = masterFrom([
    sourceOf("s1", { statements: [{ sort: "next", text: "Ask Nadia about the tax line" }] }),
  ]);
  expect(lines.some(({ part }) => part === "questions")).toBe(true);
  const page = { structure: "fixed", prose: noProse, footer: "", notes: "", leftNote: "" } as const;
  const printed = printMaster({ ...page, lines, shown: new Map() });
  expect(printed).toContain("## Active Questions\n\nNothing of it found room here.");
  expect(printed).toContain("## Evolution & Changes\n\nNothing yet.");
});
