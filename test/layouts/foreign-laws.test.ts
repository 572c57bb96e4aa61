/** Laws of stores that other tools wrote, drawn at random: all of it comes, once, and goes out and in again as it came. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMemory } from "../../src/format/parse.ts";
import { cairnWith } from "../support/cairn-with.ts";
import { seed } from "../support/seed.ts";
import { bringIn, seeds } from "./stores.ts";

const words = fc.constantFrom(
  "Rust for the solver",
  "Größe: wählen",
  "- a dash first",
  "`code` & **bold**",
  "a | pipe",
  "- [ ] open: later",
  "https://example.com/x?y=1",
  "ends with a stop.",
  "写入 durable",
  "see [[another]]",
  '"quoted"',
);
const note = fc.record({
  title: fc.constantFrom("Port the solver", "Größe: wählen", "Use `x`", "A | B", "1. First", '"Quoted"', "写入"),
  lines: fc.array(words, { minLength: 1, maxLength: 3 }),
  day: fc.date({ min: new Date("2024-01-01"), max: new Date("2026-01-01"), noInvalidDate: true }),
  pick: fc.nat({ max: 5 }),
  isCrlf: fc.boolean(),
});
type Note = typeof note extends fc.Arbitrary<infer T> ? T : never;

const time = ({ day }: Note) => day.toISOString().replace(/\.\d+Z$/, "Z");
const of = <T>(values: readonly T[], { pick }: Note) => values[pick % values.length] as T;
const kinds = ["session_summary", "decision", "runbook", "constraint", "tech_debt", "preference"] as const;
const folders = ["sessions", "decisions", "runbooks", "constraints", "tech-debt", "preferences"];

function contentOf(kind: (typeof kinds)[number], one: Note) {
  const [text, list] = [one.lines.join("\n"), one.lines];
  const contents = {
    session_summary: {
      goal: text,
      outcome: "partial",
      completed: list,
      in_progress: [],
      blockers: [],
      next_actions: [],
    },
    decision: {
      status: "proposed",
      context: text,
      decision: text,
      alternatives: [],
      rationale: list,
      consequences: [],
    },
    runbook: { trigger: text, symptoms: [], steps: list, verification: text, root_cause: text, environment: text },
    constraint: {
      kind: "gap",
      rule: text,
      impact: list,
      workarounds: [],
      severity: "low",
      active: false,
      expires: "none",
    },
    tech_debt: { status: "open", priority: "low", description: text, reason_deferred: text, impact: list },
    preference: {
      topic: one.title,
      value: text,
      reason: text,
      strength: "soft",
      examples: { prefer: list, avoid: [] },
    },
  };
  return contents[kind];
}

/** The files of one note, in the form of each layout; the number keeps names apart. */
const files: Readonly<Record<(typeof seeds)[number], (one: Note, n: number) => readonly [string, string]>> = {
  infinite: (one, n) => {
    const head = `**Date**: ${time(one)}\n**Category**: process\n**Status**: ${of(["decided", "pending", "superseded"], one)}`;
    const name = `decisions/${time(one).slice(0, 10)}_${String(n + 1).padStart(3, "0")}_note-${n}.md`;
    return [name, `# ${one.title}\n\n${head}\n\n## Context\n${one.lines.join("\n")}\n\n## Decision\nYes.\n`];
  },
  agents: (one, n) => [`ops/scout/topic-${n}.md`, `# ${one.title}\n\n${one.lines.join("\n\n")}\n`],
  underscore: (one, n) => [
    `${of(["", "web/"], one)}conversations/session-${n}.md`,
    `# ${one.title}\n\n## Context\n${one.lines.join("\n")}\n\n## Tracking Points\n${one.lines.map((line) => `- ${line}\n`).join("")}`,
  ],
  memdir: (one, n) => [
    `${of(["user", "feedback", "project", "reference"], one)}/note-${n}.md`,
    `---\ndescription: ${one.title}\ncreated: ${time(one).slice(0, 10)}\n---\n${one.lines.join("\n")}\n`,
  ],
  repo: (one, n) => {
    const at = one.pick % kinds.length;
    const [kind, when] = [kinds[at] ?? "decision", time(one)];
    const common = { schema_version: "1.0", category: kind, id: `note-${n}`, title: one.title, created_at: when };
    const more = { updated_at: when, tags: ["a"], related_files: [], confidence: 0.7, changes: [], times_updated: 0 };
    return [`${folders[at]}/note-${n}.json`, JSON.stringify({ ...common, ...more, content: contentOf(kind, one) })];
  },
};

const indexes: Partial<Record<(typeof seeds)[number], readonly [string, string]>> = {
  infinite: ["_index.md", "# Memory Index: shop\n"],
  agents: ["ops/scout/MEMORY.md", "- [One](topic-0.md) — about it\n"],
};

/** Every memory by its path, without when an undated one came. */
function canonical(root: string): Map<string, string> {
  const paths = (readdirSync(root, { recursive: true }) as string[]).filter((path) => /\/[^/]+\.md$/.test(`/${path}`));
  const memories = paths.filter((path) => !/(?:^|\/)(?:MEMORY|_about)\.md$/.test(path));
  return new Map(
    memories.map((path) => [
      path,
      readFileSync(join(root, path), "utf8").replace(/^ {2}created: \d{4}-\d\d-\d\dT.*\.\d+Z\n/m, ""),
    ]),
  );
}

test.each(seeds)(
  "%s: every file of a drawn store comes once, and all of it survives the way out and in",
  async (layout) => {
    await fc.assert(
      fc.asyncProperty(fc.array(note, { minLength: 12, maxLength: 12 }), async (notes) => {
        const [here, there] = [cairnWith(), cairnWith()];
        const path = join(here.base, "old");
        const own = indexes[layout];
        const all = notes.map((one, n) => [...files[layout](one, n), one.isCrlf] as const);
        for (const [name, text, isCrlf] of own === undefined ? all : [...all, [...own, false] as const]) {
          mkdirSync(dirname(join(path, name)), { recursive: true });
          writeFileSync(join(path, name), isCrlf ? text.replaceAll("\n", "\r\n") : text);
        }
        const report = await bringIn(here, { from: layout, path });
        expect(report).toMatchObject({ created: notes.length, skipped: [], redacted: 0 });
        expect(report.memories.map(({ from }) => from).sort()).toEqual(all.map(([name]) => name).sort());
        const rootOf = (cairn: typeof here) =>
          layout === "agents" ? join(cairn.project, ".agents/memory") : cairn.root;
        const found = [...canonical(rootOf(here))].map(([at, text]) => parseMemory(text, at).written);
        for (const { title, lines } of notes) {
          const said = found.filter(({ body }) => lines.every((line) => body.includes(line)));
          const called = said.map((one) => (layout === "memdir" ? one.description : one.title));
          expect(called).toContain(layout === "memdir" ? title.replaceAll('"', "") : title);
        }
        expect(await bringIn(here, { path })).toMatchObject({
          layout,
          created: 0,
          updated: 0,
          unchanged: notes.length,
        });
        const out = join(here.base, "out");
        const written = await here.ask("export", { to: layout, path: out }, { confirmed: true });
        expect(written).toMatchObject({ written: notes.length, skipped: [] });
        // Only a time that nobody wrote may be lost.
        for (const { fields } of written.lossy) expect(layout === "underscore" ? fields : []).toEqual(["created"]);
        expect(await bringIn(there, { from: layout, path: out })).toMatchObject({ created: notes.length, skipped: [] });
        expect(canonical(rootOf(there))).toEqual(canonical(rootOf(here)));
        here.remove();
        there.remove();
      }),
      { seed, numRuns: 3, endOnFailure: true },
    );
  },
);
