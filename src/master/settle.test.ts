import { describe, expect, test } from "vitest";
import { decidedOn, decisionSource, sourceOf } from "../../test/support/synthesis-sources.ts";
import { settleSources } from "./settle.ts";
import type { MasterSource } from "./statement.ts";

function check(sources: readonly MasterSource[]) {
  const { current, chains, proposed, disputes } = settleSources(sources);
  return {
    current: current.map(({ text }) => text).sort(),
    chains: chains.map(({ steps, settled }) => [...steps.map(({ text }) => text), settled?.text ?? "dropped"]),
    ...(proposed.length === 0 ? {} : { proposed: proposed.map(({ text }) => text) }),
    ...(disputes.length === 0 ? {} : { disputes: disputes.map(({ later, stands }) => [later.text, stands.text]) }),
  };
}

describe("summaries that change their mind", () => {
  test("first one thing for a place, then another, settled on a third", () => {
    const redis = decidedOn("2025-01-03", "Use Redis for the job queue");
    const rabbit = decidedOn("2025-02-03", "Switched to RabbitMQ for the job queue");
    const postgres = decidedOn("2025-03-03", "Use Postgres for the job queue");
    expect(check([postgres, redis, rabbit])).toEqual({
      current: ["Use Postgres for the job queue"],
      chains: [
        ["Use Redis for the job queue", "Switched to RabbitMQ for the job queue", "Use Postgres for the job queue"],
      ],
    });
  });

  test.each([
    ["Use Express for the backend", "Use Fastify for the backend"],
    ["Use our own router for the backend", "Switched to a shared router for the backend"],
    ["Use tabs for the indentation", "Use spaces for the indentation"],
  ])("a place that holds many things has one of a sort, and what was moved to: %s; %s", (first, then) => {
    const language = decidedOn("2025-01-02", "Use TypeScript for the backend");
    expect(check([language, decidedOn("2025-01-03", first), decidedOn("2025-02-03", then)])).toEqual({
      current: [then, "Use TypeScript for the backend"].sort(),
      chains: [[first, then]],
    });
  });

  test.each([
    ["A lesson takes 30 minutes", "A lesson takes 60 minutes"],
    ["The course has 12 chapters with 3 exercises each", "The course has 10 chapters with 3 exercises each"],
    ["Plots are printed black and white", "Plots are printed in colour instead of black and white"],
  ])("the same with another number, or instead of it, is a change of mind: %s; %s", (first, then) => {
    const sources = [decidedOn("2025-01-03", first), decidedOn("2025-02-03", then)];
    expect(check(sources)).toEqual({ current: [then], chains: [[first, then]] });
  });

  test("one that names what it leaves behind takes its place", () => {
    const first = decidedOn("2025-01-03", "Sessions are kept in Redis");
    const then = decidedOn("2025-02-03", "Sessions live in signed cookies instead of Redis");
    expect(check([first, then])).toEqual({
      current: ["Sessions live in signed cookies instead of Redis"],
      chains: [["Sessions are kept in Redis", "Sessions live in signed cookies instead of Redis"]],
    });
  });

  test.each([
    ["Use Redis for caching", "Use Redis for the job queue"],
    ["Cache user sessions in Redis", "Cache API responses in Redis"],
    ["Errors are values in the parser", "The parser is written by hand"],
    [
      "Run the nightly backup of the staging cluster in Frankfurt with restic",
      "Run the nightly backup of the production cluster in Frankfurt with restic",
    ],
    ["Use Redis for the queue", "Use Redis for the queue, never for sessions"],
    ["Use TypeScript for the backend", "Use Fastify for the backend"],
    ["Use Vitest for the tests", "Use fast-check for the tests"],
    ["Use Rust for the search index", "Use SQLite for the search index"],
    ["Migrations of the shop run before each deploy", "Migrations of the shop run after each deploy"],
  ])("two that speak of different things both hold: %s; %s", (one, other) => {
    expect(check([decidedOn("2025-01-03", one), decidedOn("2025-02-03", other)]).current).toEqual([one, other].sort());
  });

  test.each([
    ["Retries of the payment call are safe", "Retries of the payment call are not safe"],
    ["Show prices from the cache", "Show no prices from the cache"],
  ])("what says the opposite takes its place: %s; %s", (first, then) => {
    expect(check([decidedOn("2025-01-03", first), decidedOn("2025-02-03", then)])).toEqual({
      current: [then],
      chains: [[first, then]],
    });
  });

  test("what says the opposite of a decision that stands is a question", () => {
    const stands = decisionSource("cache", "Show prices from the cache", { at: "2025-01-01" });
    const later = decidedOn("2025-02-03", "Show no prices from the cache");
    expect(check([stands, later]).disputes).toEqual([["Show no prices from the cache", "Show prices from the cache"]]);
  });

  test("a no to what was said before is none to the decision: a decision is not opposed to itself", () => {
    const said = "Not the users' database. Use a database of its own for sessions";
    const stands = decisionSource("sessions", `No, ${said.replace("Not", "not")}.`, { at: "2025-01-03" });
    const { current, disputes } = check([stands, decidedOn("2025-01-03", said)]);
    expect(disputes).toBeUndefined();
    expect(current).toHaveLength(1);
  });

  test("what is said again in nearly the same words is one decision", () => {
    const first = decidedOn("2025-01-03", "Use WAL mode for the SQLite database");
    const again = decidedOn("2025-02-03", "Use WAL mode for the SQLite database.");
    const { current } = settleSources([first, again]);
    expect(current.map(({ sources }) => sources)).toEqual([["s-2025-02-03", "s-2025-01-03"]]);
  });
});

describe("what a summary itself calls reversed", () => {
  const reversed = (text: string, ...then: string[]) => {
    const source = decidedOn("2025-01-03", text, ...then);
    const [first, ...rest] = source.statements;
    return { ...source, statements: [{ ...first!, label: "Reversed" }, ...rest] };
  };
  const v4 = "let's go with UUIDv4 then";
  const v7 = "let's use UUIDv7 instead, they're ordered";

  test.each([
    ["gave way to what was said instead", v7, v7],
    ["gave way to what was said of the same thing", "UUIDv4 is too slow, use bigserial", undefined],
    ["was dropped where what follows is of something else", "Use Fastify for the backend", "dropped"],
  ])("%s", (_, then, end = then) => {
    expect(check([reversed(v4, then)])).toEqual({ current: [then], chains: [[v4, end]] });
  });
});

describe("a decision's own standing decides", () => {
  const old = decisionSource("queue-redis", "Use Redis for the job queue", { supersededBy: "queue-postgres" });
  const now = decisionSource("queue-postgres", "Use Postgres for the job queue", { at: "2025-02-01" });

  test("a superseded one is a step, its heir holds", () => {
    expect(check([old, now])).toEqual({
      current: ["Use Postgres for the job queue"],
      chains: [["Use Redis for the job queue", "Use Postgres for the job queue"]],
    });
  });

  test("a summary that says what a decision says adds nothing, be it reversed or not", () => {
    const points = [
      decidedOn("2025-01-02", "Use Redis for the job queue"),
      decidedOn("2025-02-02", "Use Postgres for the job queue"),
    ];
    expect(check([old, now, ...points])).toEqual(check([old, now]));
  });

  test("a later summary that says otherwise is a question, while the decision stands", () => {
    const later = decidedOn("2025-05-02", "Use Kafka for the job queue");
    expect(check([now, later])).toMatchObject({
      current: ["Use Postgres for the job queue"],
      chains: [],
      disputes: [["Use Kafka for the job queue", "Use Postgres for the job queue"]],
    });
  });

  test.each<[string, Partial<MasterSource>]>([
    ["retired", { status: "retired" }],
    ["archived", { status: "archived" }],
    ["deprecated", { fields: { status: "deprecated" } }],
  ])("a decision that is %s was dropped", (_, said) => {
    expect(check([decisionSource("d", "Use tabs for the code", said)])).toEqual({
      current: [],
      chains: [["Use tabs for the code", "dropped"]],
    });
  });

  test("a proposed one is open", () => {
    expect(check([decisionSource("d", "Use tabs", { fields: { status: "proposed" } })])).toMatchObject({
      current: [],
      proposed: ["Use tabs"],
    });
  });

  test("a circle of supersessions ends", () => {
    const one = decisionSource("one", "Use one for it", { supersededBy: "two" });
    const two = decisionSource("two", "Use two for it", { supersededBy: "one" });
    expect(check([one, two]).current).toEqual([]);
  });
});

test("learnings are no decisions", () => {
  expect(
    check([sourceOf("s", { statements: [{ sort: "learning", text: "Use Redis for the queue" }] })]).current,
  ).toEqual([]);
});
