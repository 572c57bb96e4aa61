import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { guessKind } from "./guess-kind.ts";

test.each([
  ["decision", "We decided to run SQLite in WAL mode because many hooks write at once"],
  ["decision", "Chose Postgres over MySQL, see https://example.com/why"],
  ["decision", "After two days we settled on pnpm"],
  ["tech_debt", "TODO: the importer reads everything into memory"],
  ["tech_debt", "The retry loop is a hack until the queue exists"],
  ["preference", "Always use tabs"],
  ["feedback", "No, don't mock the database in these tests"],
  ["project", "No gate opens before six"],
  ["preference", "Don't use semicolons"],
  ["preference", "Never use tabs"],
  ["constraint", "Never deploy on Fridays"],
  ["project", "Use 7 workers for imports"],
  ["project", "Use approx. 7 workers for imports"],
  ["preference", "I prefer short commit messages"],
  ["preference", "From now on tests go beside the source"],
  ["runbook", "ECONNREFUSED on start: restart redis"],
  ["runbook", "If the build fails with a missing binding, run npm rebuild"],
  ["runbook", "The deploy crashed; the fix was to clear the cache"],
  ["constraint", "The API cannot return more than 100 rows"],
  ["constraint", "The rate limit is 5000 requests an hour"],
  ["user", "I am a data scientist, new to the frontend"],
  ["user", "My role here is reviewing"],
  ["reference", "Bugs are tracked in Linear, project INGEST"],
  ["reference", "Latency: https://grafana.example.com/d/api"],
  ["project", "The API is at /api/v2/users"],
  ["project", "We have not decided on the database"],
  ["project", ""],
  ["project", "ビルドは毎晩走る"],
] as const)("takes for %s: %s", (kind, text) => {
  expect(guessKind(text).kind).toBe(kind);
});

test("says which word it went by, and never repeats the text", () => {
  expect(guessKind("We Decided: hunter2")).toEqual({ kind: "decision", because: 'it says "decided"' });
  expect(guessKind("see https://x.example/hunter2").because).toBe("it names an address");
  expect(guessKind("hunter2").because).not.toContain("hunter2");
});

test("a long text costs no more than reading it", () => {
  for (const text of ["not ".repeat(200_000), "i ".repeat(200_000), "A_".repeat(200_000), `${" ".repeat(500_000)}x`])
    expect(processorMsOf(() => guessKind(text))).toBeLessThan(2_000);
});
