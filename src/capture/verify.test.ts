import fc from "fast-check";
import { expect, test } from "vitest";
import { verify } from "./verify.ts";

const source = `We looked at the queue. Postgres 16 holds at most 100 connections here, and the pool in src/db/pool.ts asks for 120.
So we decided to use PgBouncer because the hosting plan cannot be changed. We do not retry failed jobs.
Set MAX_POOL to 80 and run \`npm run db:check\`.`;

const draft = {
  kind: "decision" as const,
  title: "PgBouncer stands before Postgres",
  description: "We use PgBouncer because the hosting plan cannot be changed",
  tags: ["postgres"],
  files: [{ path: "src/db/pool.ts" }],
  body: "## Context\nPostgres 16 holds at most 100 connections.\n\n## Decision\nUse PgBouncer.\n\n## Rationale\n- the hosting plan cannot be changed",
};
const saying = (text: string) => ({ ...draft, body: `${draft.body}\n- ${text}` });

test("what the source says passes", () => {
  expect(verify(draft, source)).toEqual({ verdict: "PASS", issues: [] });
});

const invented: readonly (readonly [string, string])[] = [
  ["a number", "The pool asks for 125 connections"],
  ["a part of a number", "The pool asks for 12 connections"],
  ["a version", "Postgres 16.2 holds the connections"],
  ["a path", "the pool in src/db/queue.ts asks for 120"],
  ["an identifier", "Set MIN_POOL to 80"],
  ["a command", "run `npm run db:fix`"],
  ["a name", "we decided to use PgBouncer on Heroku"],
  ["a claim of other words", "Latency dropped by half after the migration finished"],
  ["the opposite", "We retry failed jobs"],
];

test.each(invented)("%s that the source does not have blocks the draft", (_, text) => {
  expect(verify(saying(text), source).verdict).toBe("BLOCK");
});

const borneOut = [
  "The pool that asks for 120 is in src/db/pool.ts.",
  "MAX_POOL is set to 80",
  "We do not retry failed jobs",
  "failed jobs are not retried",
  "run `npm run db:check`",
  "the pool asks for 120",
];

test.each(borneOut)("%s is borne out", (text) => {
  expect(verify(saying(text), source).verdict).toBe("PASS");
});

test("a strange tag and a missing section ask for another look, and block nothing", () => {
  const poor = { ...draft, tags: ["kubernetes"], body: "## Decision\nUse PgBouncer." };
  const { verdict, issues } = verify(poor, source);
  expect(verdict).toBe("REVISE");
  expect(issues.map(({ claim }) => claim)).toEqual(["kubernetes", "Context", "Rationale"]);
});

test("a strange tag alone is advised of, and the draft passes (finding C5)", () => {
  const { verdict, issues } = verify({ ...draft, tags: ["postgres", "kubernetes"] }, source);
  expect([verdict, issues]).toEqual(["PASS", [expect.objectContaining({ severity: "advise", claim: "kubernetes" })]]);
});

test("what adds to a memory need not say again what stands there (finding C4)", () => {
  const added = { ...draft, body: "## Rationale\n- the hosting plan cannot be changed" };
  expect(verify(added, source).verdict).toBe("REVISE");
  expect(verify(added, source, { adds: true })).toEqual({ verdict: "PASS", issues: [] });
});

test("one section that nobody said anything for is no reason for another look", () => {
  const summary = {
    ...draft,
    kind: "session_summary" as const,
    title: "PgBouncer",
    description: "Use PgBouncer.",
    tags: [],
    files: [],
    body: "## Goal\nUse PgBouncer.\n\n## Completed\n- Use PgBouncer.",
  };
  expect(verify(summary, source)).toEqual({ verdict: "PASS", issues: [] });
  expect(verify({ ...summary, body: "## Goal\nUse PgBouncer." }, source).verdict).toBe("REVISE");
});

test("a draft without a source, and one that says nothing, are blocked", () => {
  expect(verify(draft, "").verdict).toBe("BLOCK");
  expect(verify({ ...draft, title: "", description: "", body: "", files: [] }, source).verdict).toBe("BLOCK");
});

test("words taken as they stand are never blocked, whatever they are", () => {
  const sentence = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 5 }), (sentences) => {
      const text = sentences.map((one) => one.replace(/\s+/g, " ").trim()).filter((one) => /\p{L}/u.test(one));
      fc.pre(text.length > 0 && !text.some((one) => one.startsWith("#")));
      const all = text.join("\n");
      const taken = {
        ...draft,
        kind: "project" as const,
        title: text[0] as string,
        description: "",
        tags: [],
        files: [],
      };
      const { issues } = verify({ ...taken, body: all }, all);
      expect(issues.filter(({ severity }) => severity === "block")).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
