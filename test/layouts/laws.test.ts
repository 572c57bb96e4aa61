/** Laws of every layout that is written, on generated stores: what comes back is what went out, but for what was named. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { printMemory } from "../../src/format/print.ts";
import { writtenNames } from "../../src/layouts/registry.ts";
import { type Kind, kindRow } from "../../src/model/kind.ts";
import type { FieldValue, MemoryId } from "../../src/model/memory.ts";
import { cairnWith, type Files, type TestCairn } from "../support/cairn-with.ts";
import { seed } from "../support/seed.ts";
import { bringIn } from "./stores.ts";

const KINDS = [
  "user",
  "feedback",
  "project",
  "reference",
  "decision",
  "runbook",
  "constraint",
  "tech_debt",
  "preference",
  "session_summary",
  "analysis",
  "subagent",
  "topic",
] as const satisfies readonly Kind[];

const line = fc.oneof(
  fc.constantFrom(
    "Plain words about the harbour.",
    "**Status**: this is no state of it",
    "- [ ] open, `code`, a | pipe",
    "Größe, naïve, 写入, 🙂",
    "text: with a colon",
    "> quoted",
    "see [[another-one]]",
    "Name: not a name",
  ),
  fc
    .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 40 })
    .map((text) => `w ${text.replaceAll(/[`*#<>\\]/g, "")} w`),
);
const words = fc.constantFrom(
  "Cache the tides",
  "Größe wählen: ja",
  'It is "quoted"',
  "- starts with a dash",
  "Analysis: of a thing",
  "Ends with a stop.",
  "写入 durable",
  "a, b and c | d",
  "key: value",
);
const when = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2026-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());

const drafts = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    title: words,
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    own: fc.option(fc.constantFrom("Tickets", "Siehe auch", "Notes"), { nil: undefined }),
    sections: fc.nat({ max: 5 }),
    picks: fc.array(fc.nat({ max: 7 }), { minLength: 4, maxLength: 4 }),
    tags: fc.uniqueArray(fc.constantFrom("berth", "tide", "web-ui"), { maxLength: 3 }),
    aliases: fc.uniqueArray(fc.constantFrom("Hafen", "the harbour, old", "quay"), { maxLength: 2 }),
    description: fc.option(words, { nil: undefined }),
    confidence: fc.option(fc.constantFrom(0.5, 0.8, 1), { nil: undefined }),
    files: fc.uniqueArray(fc.constantFrom("src/tide.ts", "docs/a b.md"), { maxLength: 2 }),
    status: fc.constantFrom("active" as const, "active" as const, "retired" as const, "archived" as const),
    created: when,
    updated: fc.option(when, { nil: undefined }),
    updates: fc.nat({ max: 3 }),
  }),
  { minLength: 24, maxLength: 24 },
);
type Draft = (typeof drafts extends fc.Arbitrary<infer T> ? T : never)[number];

function fieldsOf(kind: Kind, picks: readonly number[], n: number): Record<string, FieldValue> {
  const all = Object.entries(kindRow(kind).fields).map(([name, rule], at): [string, FieldValue] => {
    const pick = picks[at % picks.length] ?? 0;
    if (name === "session") return [name, `session-${n}`];
    if (rule.as === "enum") return [name, rule.values[pick % rule.values.length] ?? ""];
    if (rule.as === "flag") return [name, pick % 2 === 0];
    return [name, rule.as === "text" ? `value ${pick} of it` : String(pick)];
  });
  return Object.fromEntries(all.filter(([name], at) => name === "session" || (picks[at % picks.length] ?? 0) < 6));
}

function bodyOf({ kind, lines, sections, own }: Draft): string {
  const known = kindRow(kind).sections.slice(0, sections);
  const parts = known.map(
    ({ heading, as }) =>
      `## ${heading}\n${as === "prose" ? lines.join("\n") : lines.map((one) => `- ${one}`).join("\n")}`,
  );
  const more = own === undefined ? [] : [`## ${own}\n${lines[0]}`];
  return [...(known.length === 0 ? [lines.join("\n\n")] : []), ...parts, ...more].join("\n\n");
}

function storeFrom(made: readonly Draft[]): Files {
  const texts = made.map((draft, n): [string, string] => {
    const { kind, title, status, created, updated, updates, picks, files, ...rest } = draft;
    const { lines: _, own: __, sections: ___, ...said } = rest;
    const name = (kind === "session_summary" ? `session-${n}` : `${kind.replace("_", "-")}-${n}`) as MemoryId;
    const life = { at: "2026-02-03T00:00:00.000Z", reason: "no longer so" };
    const text = printMemory({
      ...said,
      name,
      kind,
      title: `${title} ${n}`,
      body: bodyOf(draft),
      status,
      created,
      updated: updated !== undefined && updated > created ? updated : undefined,
      updates: updates || undefined,
      files: files.map((path) => ({ path })),
      fields: fieldsOf(kind, picks, n),
      trust: "imported",
      ...(status === "active" ? {} : { [status]: life }),
      changes: updates === 0 ? [] : [{ at: created, summary: "first words" }],
    });
    const number = `${created.slice(0, 10)}_${String(n + 1).padStart(3, "0")}_`;
    return [`${kindRow(kind).folder}/${kind === "decision" ? number : ""}${name}.md`, text];
  });
  return Object.fromEntries(texts);
}

/** Every memory's file by its name, without what an import itself decides. */
function canonical(root: string): Map<string, string> {
  const paths = (readdirSync(root, { recursive: true }) as string[]).filter(
    (path) => path.endsWith(".md") && path.includes("/"),
  );
  return new Map(
    paths.map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const name = /^name: (.*)$/m.exec(text)?.[1] ?? path;
      return [name, text.replaceAll(/^ {2}(?:trust|source): .*\n/gm, "")];
    }),
  );
}

const agentRoot = (cairn: TestCairn) => join(cairn.project, ".agents/memory/project/project");

/** What each layout may ever leave out of a memory that it can hold. */
const MAY_LOSE: Readonly<Record<(typeof writtenNames)[number], readonly string[]>> = {
  infinite: [],
  agents: [],
  memdir: [],
  bundle: [],
  underscore: ["created", "updated"],
  "server-memory": ["updates", "changes", "supersedes", "supersededBy"],
  repo: ["description", "aliases", "confidence", "updated", "updates", "fields", "body", "changes", "tags"],
};

const ways = [...writtenNames.map((to) => [to, {}] as const), ["memdir", { flat: true }] as const];

test.each(ways)(
  "%s %j: what is exported comes back byte for byte, but for what the report names, and is nothing new where it is from",
  async (to, more) => {
    await fc.assert(
      fc.asyncProperty(drafts, async (drawn) => {
        const made = drawn.map((draft, n) => ({ ...draft, kind: KINDS[n % KINDS.length] ?? draft.kind }));
        const [here, there] = [cairnWith({ memory: storeFrom(made) }), cairnWith()];
        const path = join(here.base, "out");
        const report = await here.ask("export", { to, path, ...more }, { confirmed: true });
        const lost = new Map(report.lossy.map(({ id, fields }) => [id.replace("project:", ""), fields]));
        const unsaid = new Set(report.skipped.map(({ id }) => id.replace("project:", "")));
        for (const [id, fields] of lost)
          for (const field of fields) expect([id, MAY_LOSE[to]]).toEqual([id, expect.arrayContaining([field])]);
        const given = to === "server-memory" ? { source: to, path } : { from: to, path };
        const brought = await bringIn(there, given);
        expect(brought.skipped).toEqual([]);
        expect(await bringIn(here, given)).toMatchObject({
          created: 0,
          updated: 0,
          unchanged: brought.created,
          skipped: [],
        });
        const before = canonical(here.root);
        const after = canonical(to === "agents" ? agentRoot(there) : there.root);
        expect([...after.keys()].sort()).toEqual([...before.keys()].filter((id) => !unsaid.has(id)).sort());
        for (const [id, text] of after) {
          if (!lost.has(id)) expect(text).toBe(before.get(id));
          else expect(text).not.toBe(before.get(id));
        }
        here.remove();
        there.remove();
      }),
      { seed, numRuns: 2, endOnFailure: true },
    );
  },
);
