import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Speaker, Turn } from "../transcripts/turn.ts";
import { activityScore, type Because, type TriageRules, triage, usualRules } from "./triage.ts";
import { type TextKind, textKinds } from "./triaged-kinds.ts";

const said = (by: Speaker, text: string): Turn => ({ by, text, from: 0 });

/** What is kept of these turns, and why. */
function kept(turns: readonly Turn[], rules: TriageRules = usualRules): Partial<Record<string, Because>> {
  return Object.fromEntries(triage(turns, rules).flatMap(({ kind, keep, because }) => (keep ? [[kind, because]] : [])));
}

describe("what a person says outright is kept", () => {
  test.each<[TextKind, string]>([
    ["decision", "We decided to use Postgres for the event store."],
    ["decision", "ok, let's go with SQLite, it is simpler to ship"],
    ["decision", "Wir haben uns für Redis entschieden, weil es schon läuft."],
    ["decision", "On a décidé de garder le monolithe."],
    ["decision", "Hemos decidido usar Kafka en lugar de RabbitMQ."],
    ["decision", "我们决定用 Redis，因为它更简单。"],
    ["runbook", "The root cause was a stale lock file, deleting it helped."],
    ["runbook", "The build failed because node 18 was on the path"],
    ["constraint", "The vendor API does not support batch deletes, so we loop"],
    ["constraint", "The invoices API must never return more than 500 rows per page, because the mobile client crashes"],
    ["constraint", "We can't touch the billing tables, they belong to another team because of an audit."],
    ["tech_debt", "let's defer the retry logic to the next release"],
    ["tech_debt", "That hard-coded id is technical debt"],
    ["preference", "From now on run the linter before you commit."],
    ["preference", "Always use tabs in Makefiles"],
    ["preference", "I'd rather see a failing test before you change anything."],
    ["preference", "I prefer small commits, one thing each"],
    ["preference", "dont ever push on your own, I do that"],
    ["preference", "Always run the linter before you open a PR"],
    ["decision", "After comparing the three, protobuf wins over avro and thrift."],
    ["decision", "Instead of polling the bucket we subscribe to its notifications."],
    ["decision", "We're not going to introduce a graph store, nobody here wants to run another server."],
    ["decision", "Wir bleiben bei der lokalen Installation."],
    ["constraint", "We may never log e-mail addresses, legal insists"],
    ["constraint", "That repo belongs to the payments team, we only have read access."],
    ["constraint", "The meter can't report more than once a minute, its firmware is frozen"],
    ["constraint", "wir dürfen keine Cookies setzen, der Datenschutz hat das abgelehnt"],
    ["tech_debt", "TODO: the retry loop is a hack, it should use the scheduler once that exists."],
    ["tech_debt", "someday we should get rid of the old stylesheet, but not this month"],
  ])("%s: %s", (kind, text) => {
    expect(kept([said("person", text)])).toMatchObject({ [kind]: "stated" });
  });
});

describe("what only looks like it is left", () => {
  test.each([
    "Should we go with SQLite?",
    "Run the tests and fix whatever fails.",
    "Add error handling to the upload path.",
    "What is the rate limit of this API?",
    "Show me the todo list",
    "Can you check the selected rows?",
    "```\nWe decided to use Postgres because it is simpler.\n```",
    "> We decided to use Postgres because it is simpler.",
    "please continue",
    "the upload is stuck again, can you look",
    "What would happen if we moved off Heroku?",
    "I haven't decided yet, maybe we go with workspaces",
    "the export can't handle umlauts, fix it",
    "He said they were wondering whether to go with Azure.",
  ])("%s", (text) => {
    expect(kept([said("person", text)])).toEqual({});
  });
});

test.each(["tool", "machine"] as const)("nothing that a %s prints is heard", (by) => {
  expect(kept([said(by, "We decided to use Postgres because it is simpler. From now on always use tabs.")])).toEqual(
    {},
  );
});

test("a log that a person pastes does not speak for them", () => {
  const log = "2026-11-15 10:00:00 ERROR the build failed because we decided to use Postgres instead of MySQL";
  expect(kept([said("person", `${log}\n${log}\n${log}`)])).toEqual({});
});

test("a person who brings a whole page along has not said it", () => {
  const page = Array.from({ length: 60 }, (_, n) => `Line ${n} of the plan.`).join("\n");
  expect(kept([said("person", `${page}\nAlways use tabs.`)])).toEqual({});
});

test("a sub-agent is not heard", () => {
  expect(kept([{ ...said("person", "We decided to use Postgres."), agent: "a1" }])).toEqual({});
});

test("Cairn's own words trigger nothing, whoever carries them", () => {
  const shown = '<cairn-memories note="x">\n<memory id="a">\nWe decided to use tabs. From now on always.\n</memory>\n';
  expect(kept([said("person", `${shown}</cairn-memories>\nthanks`)])).toEqual({});
  expect(kept([said("agent", `${shown} and it was never closed, because we decided to use tabs.`)])).toEqual({});
});

test("a letter is a decision where it was offered", () => {
  const offer = said(
    "agent",
    "Three ways:\n- **Option A** — add the cap\n- **Option B** — cap and no copy\nWhich one?",
  );
  const [decision] = triage([said("person", "How?"), offer, said("person", "B, then go on")]);
  expect(decision).toMatchObject({ keep: true, because: "stated", passages: [{ turn: 2, by: "pick" }] });
  expect(decision?.passages[0]?.sentences.join()).toContain("cap and no copy");
  expect(kept([said("agent", "Done."), said("person", "B")])).toEqual({});
});

test("a verdict names the turn, the line and the words it rests on", () => {
  const text = "Thanks.\n\nWe decided to keep the queue, because it is cheap.";
  const [decision] = triage([said("agent", "Hello."), { ...said("person", text), at: "2026-11-15T10:00:00Z" }]);
  expect(decision).toMatchObject({ kind: "decision", keep: true, because: "stated", threshold: 0.5 });
  expect(decision?.passages).toMatchObject([
    { turn: 1, at: "2026-11-15T10:00:00Z", voice: "person", fromLine: 1, toLine: 3, by: "rule" },
  ]);
});

test("a threshold decides, and what is switched off is said to be", () => {
  const turns = [said("person", "We decided to use Postgres."), said("person", "From now on run the linter first.")];
  const high = { ...usualRules, thresholds: { ...usualRules.thresholds, decision: 0.95 } };
  expect(triage(turns, high)[0]).toMatchObject({ keep: false, because: "faint", passages: [{ turn: 0 }] });
  const rules: TriageRules = { ...usualRules, off: { decision: "disabled", preference: "not-captured" } };
  expect(triage(turns, rules).map(({ kind, because }) => [kind, because])).toMatchObject({
    0: ["decision", "disabled"],
    4: ["preference", "not-captured"],
  });
});

test.each([
  [{ uses: 0, tools: 0, exchanges: 0 }, 0],
  [{ uses: 6, tools: 2, exchanges: 4 }, 0.58],
  [{ uses: 6, tools: 2, exchanges: 5 }, 0.6],
  [{ uses: 500, tools: 20, exchanges: 90 }, 1],
])("activity %o scores %d", (activity, score) => {
  expect(activityScore(activity)).toBe(score);
});

const anyTurn: fc.Arbitrary<Turn> = fc.record({
  by: fc.constantFrom<Speaker>("person", "agent", "tool", "machine"),
  text: fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom(..."we decided to use because . \n ``` ` <memory> not never B ? - 2. always".split(" ")), {
        maxLength: 40,
      })
      .map((words) => words.join(" ")),
  ),
  from: fc.constant(0),
});

test("the same turns get the same verdicts, in the order of the kinds and of the session", () => {
  fc.assert(
    fc.property(fc.array(anyTurn, { maxLength: 12 }), (turns) => {
      const verdicts = triage(turns);
      expect(triage(structuredClone(turns))).toEqual(verdicts);
      expect(verdicts.map(({ kind }) => kind)).toEqual([...textKinds, "session_summary"]);
      for (const { keep, score, threshold } of verdicts) {
        expect(score).toBeLessThanOrEqual(1);
        if (keep) expect(score).toBeGreaterThanOrEqual(threshold);
      }
    }),
  );
});
