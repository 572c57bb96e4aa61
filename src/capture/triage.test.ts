import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Speaker, Turn } from "../transcripts/turn.ts";
import { activityScore } from "./activity.ts";
import { type Because, scoreOf, type TriageRules, triage, usualRules } from "./triage.ts";
import { cuesOf, type TextKind, textKinds } from "./triaged-kinds.ts";
import type { Voice } from "./voices.ts";

const said = (by: Speaker, text: string): Turn => ({ by, text, from: 0 });

/** What is kept of these turns, and why. */
function kept(turns: readonly Turn[], rules: TriageRules = usualRules): Partial<Record<string, Because>> {
  return Object.fromEntries(triage(turns, rules).flatMap(({ kind, keep, because }) => (keep ? [[kind, because]] : [])));
}

describe("what a person says outright is kept", () => {
  test.each<[TextKind, string]>([
    ["decision", "We decided to use Postgres for the event store."],
    ["decision", "ok, let's go with SQLite, it is simpler to ship"],
    ["decision", "Keep the heuristic, don't probe the volume, use the OS instead of a syscall"],
    ["runbook", "The root cause was a stale lock file, deleting it helped."],
    ["runbook", "The build failed because node 18 was on the path"],
    ["constraint", "The vendor API does not support batch deletes, so we loop"],
    ["constraint", "The invoices API must never return more than 500 rows per page, because the mobile client crashes"],
    ["constraint", "Integration tests must hit a real database, because mocks hid a broken migration last year"],
    ["constraint", "We can't touch the billing tables, they belong to another team."],
    ["tech_debt", "let's defer the retry logic to the next release"],
    ["tech_debt", "That hard-coded id is technical debt"],
    ["preference", "From now on run the linter before you commit."],
    ["preference", "Always use tabs in Makefiles"],
    ["preference", "I prefer small commits, one thing each"],
  ])("%s: %s", (kind, text) => {
    expect(kept([said("person", text)])).toMatchObject({ [kind]: "stated" });
  });
});

describe("other words, other forms, other languages", () => {
  test.each<[TextKind, string]>([
    ["decision", "Wir haben uns für Redis entschieden, weil es schon läuft."],
    ["decision", "On a décidé de garder le monolithe."],
    ["decision", "Hemos decidido usar Kafka en lugar de RabbitMQ."],
    ["decision", "我们决定用 Redis，因为它更简单。"],
    ["preference", "Ab jetzt bitte nur noch englische Commit-Texte."],
    ["preference", "Désormais, toujours utiliser pnpm."],
    ["tech_debt", "This is tech-debt, we leave it for now."],
    ["constraint", "There are hard limits: 10 requests per second."],
    ["runbook", "Die Ursache war ein abgelaufenes Zertifikat."],
  ])("%s: %s", (kind, text) => {
    expect(kept([said("person", text)])).toHaveProperty(kind);
  });
});

describe("what only looks like it is left", () => {
  test.each([
    "We haven't decided to use Postgres yet.",
    "Should we go with SQLite?",
    "I need to decide whether to use Postgres or SQLite.",
    "Run the tests and fix whatever fails.",
    "Add error handling to the upload path.",
    "What is the rate limit of this API?",
    "Rename `decidedTo` to `chosen` in src/always/use.ts",
    "The function always returns true here.",
    "Show me the todo list",
    "Can you check the selected rows?",
    "```\nWe decided to use Postgres because it is simpler.\n```",
    "> We decided to use Postgres because it is simpler.",
    "please continue",
  ])("%s", (text) => {
    expect(kept([said("person", text)])).toEqual({});
  });
});

test("an agent's word needs a reason beside it, a person's does not", () => {
  const plain = "We decided to use Postgres for the event store.";
  expect(kept([said("person", plain)])).toEqual({ decision: "stated" });
  expect(kept([said("agent", plain)])).toEqual({});
  expect(kept([said("agent", `${plain} The reason is that it is already running.`)])).toEqual({ decision: "said" });
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

test("a person who brings a whole page along weighs no more than an agent", () => {
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
  const [decision] = triage([offer, said("person", "B, then go on")]);
  expect(decision).toMatchObject({ keep: true, because: "stated" });
  expect(decision?.passages[0]?.picked).toEqual({ name: "B", offer: "- **Option B** — cap and no copy" });
  expect(kept([said("agent", "Done."), said("person", "B")])).toEqual({});
});

test("a verdict names the turn, the lines and the words it rests on", () => {
  const text = "Thanks.\n\nWe decided to keep\nthe queue, because it is cheap.";
  const [decision] = triage([said("agent", "Hello."), { ...said("person", text), at: "2026-11-15T10:00:00Z" }]);
  expect(decision).toMatchObject({ kind: "decision", keep: true, because: "stated", score: 1, threshold: 0.4 });
  expect(decision?.passages).toEqual([
    {
      turn: 1,
      at: "2026-11-15T10:00:00Z",
      voice: "person",
      score: 1,
      fromLine: 3,
      toLine: 4,
      sentences: ["We decided to keep the queue, because it is cheap."],
      cues: ["decided to|on|against|that|not"],
      boosters: ["because"],
    },
  ]);
});

test("what was too faint is shown with its score, and what is switched off is said to be", () => {
  const turns = [said("agent", "We decided to use Postgres.")];
  expect(triage(turns)[0]).toMatchObject({ keep: false, because: "faint", passages: [{ turn: 0 }] });
  const rules: TriageRules = { ...usualRules, off: { decision: "disabled", preference: "not-captured" } };
  const heard = triage([said("person", "We decided to use Postgres. From now on.")], rules);
  expect(heard.map(({ kind, because }) => [kind, because])).toMatchObject({
    0: ["decision", "disabled"],
    4: ["preference", "not-captured"],
  });
});

test("a threshold decides", () => {
  const turns = [said("agent", "We decided to use Postgres.")];
  const low = { ...usualRules, thresholds: { ...usualRules.thresholds, decision: 0.2 } };
  expect(kept(turns, low)).toEqual({ decision: "said" });
});

test.each(textKinds)(
  "the threshold of %s can be reached by a person and by an agent, and never by what was pasted",
  (kind) => {
    const hit = (voice: Voice, isOutright: boolean, boosters: string[]) => ({ kind, voice, isOutright, boosters });
    const most = (voice: Voice, isOutright = true) =>
      scoreOf(Array.from({ length: 9 }, () => hit(voice, isOutright, ["because"])));
    const { threshold } = cuesOf(kind);
    expect(most("person")).toBe(1);
    expect(most("agent")).toBe(1);
    expect(most("brought")).toBe(0.5);
    expect(most("pasted")).toBe(0.25);
    expect(most("person", false)).toBe(0.35);
    expect(scoreOf([hit("person", true, [])])).toBeGreaterThanOrEqual(threshold);
    expect(scoreOf([hit("agent", true, ["because"])])).toBeGreaterThanOrEqual(threshold);
    expect(scoreOf([hit("agent", true, [])])).toBeLessThan(threshold);
    expect(scoreOf([hit("person", false, [])])).toBeLessThan(threshold);
    expect(most("pasted")).toBeLessThan(threshold);
  },
);

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
      .array(
        fc.constantFrom(
          "we",
          "decided",
          "to",
          "use",
          "because",
          ".",
          "\n",
          "```",
          "`",
          "<memory>",
          "not",
          "never",
          "B",
          "?",
          "- ",
        ),
        { maxLength: 40 },
      )
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
      for (const { keep, passages, score, threshold } of verdicts) {
        expect(score).toBeLessThanOrEqual(1);
        if (keep) expect(score).toBeGreaterThanOrEqual(threshold);
        if (keep)
          expect(passages.map(({ turn }) => turn)).toEqual(passages.map(({ turn }) => turn).sort((a, b) => a - b));
      }
    }),
  );
});

test.each<readonly [string, Partial<Record<string, string>>]>([
  ["No, not ssh. We deploy with kubectl rollout from the release branch.", { decision: "stated" }],
  ["No, not that file. Open the other one.", {}],
  ["After comparing the three, protobuf wins over avro and thrift.", { decision: "stated" }],
  ["Instead of polling the bucket we subscribe to its notifications.", { decision: "stated" }],
  ["When the build says ENOSPC on the runner, prune the images and rerun it.", { runbook: "stated" }],
  ["TODO: the retry loop is a hack, it should use the scheduler once that exists.", { tech_debt: "stated" }],
  ["I'd rather see a failing test before you change anything.", { preference: "stated" }],
  ["dont ever push on your own, I do that", { preference: "stated" }],
  ["Stop writing comments that just repeat the code.", { preference: "stated" }],
  ["stop the server and start it again", {}],
  ["pip hangs on the vpn b/c of the MTU. lowered it on the interface, works", { runbook: "stated" }],
  ["the upload is stuck again, can you look", {}],
  ["never mind, it was the wrong branch name", {}],
  ["What would happen if we moved off Heroku?", {}],
  ["He said they were wondering whether to go with Azure.", {}],
])("as people say it: %s", (text, found) => {
  expect(kept([said("person", text)])).toEqual(found);
});

test("that a failure was mended, and why it was one, is told in many ways", () => {
  const failed: Turn = { by: "tool", text: "Error 1", from: 0, result: { of: "1", isError: true, size: 7 } };
  const told =
    "The reason the tests flaked was a shared temp directory. Giving each worker its own made 50 runs in a row pass.";
  expect(kept([failed, said("agent", told)])).toEqual({ runbook: "said" });
  expect(kept([said("agent", told)])).toEqual({});
});
