import { describe, expect, test } from "vitest";
import { scribeSuite } from "../../../test/support/scribe-suite.ts";
import { agent, edited, person, printed, ran, richSession, unread } from "../../../test/support/turns.ts";
import { defined } from "../../model/defined.ts";
import type { Kind } from "../../model/kind.ts";
import type { Turn } from "../../transcripts/turn.ts";
import { pickOf } from "../pick.ts";
import { none } from "./none.ts";
import type { Passage } from "./scribe.ts";

interface Asked {
  readonly voice?: Passage["voice"];
  readonly picked?: Passage["picked"];
  readonly project?: string;
}

/** What is written of one sentence of a turn. */
async function written(kind: Kind, turns: readonly Turn[], turn: number, sentence: string, asked: Asked = {}) {
  const { voice = turns[turn]?.by === "person" ? "person" : "agent", picked, project = "/home/me/shop" } = asked;
  const passage = { turn, voice, score: 0.6, sentences: [sentence], ...defined({ picked }) };
  const { penned, tokens } = await none.write({
    kind,
    turns,
    passages: [passage],
    project,
    session: "s1",
    shown: unread,
  });
  expect(tokens).toBe(0);
  return penned.map(({ intent }) => intent);
}

describe("the scribe none", () => scribeSuite(() => ({ scribe: none, asked: () => "" })));

const chosen = "We decided to use Redis streams instead of lists because consumers must be able to replay a day.";

test("a decision has the sentence, its reason and what it was chosen over", async () => {
  const [decision] = await written("decision", richSession, 6, chosen);
  expect(decision).toMatchObject({ kind: "decision", title: "Use Redis streams instead of lists", trust: "derived" });
  expect(decision?.content).toMatchObject({
    decision: chosen,
    alternatives: [{ option: "lists", reason: "" }],
    rationale: ["consumers must be able to replay a day"],
  });
  expect(decision?.confidence).toBeLessThanOrEqual(0.9);
});

test("a pick stands for the words of what was offered", async () => {
  const turns = [
    person("How should the cache expire?"),
    agent(
      "Which do you prefer?\n- **Option A** — Expire by time. Simple, but stale for a minute.\n- **Option B** — Expire the entries by the version of their table. No stale reads.",
    ),
    person("B"),
  ];
  const offer = "- **Option B** — Expire the entries by the version of their table. No stale reads.";
  const [decision] = await written("decision", turns, 2, "B", { picked: { name: "B", offer } });
  expect(decision?.content).toMatchObject({
    decision: "Expire the entries by the version of their table.",
    alternatives: [{ option: "Expire by time", reason: "" }],
    rationale: ["No stale reads."],
  });
});

test("a pick by name is the offer it names, for the reason the person gives", async () => {
  const turns = [
    person("lists or streams? we lose jobs when the consumer crashes"),
    agent(
      "Options:\n\n1. Lists with a second list of what is at work\n2. Redis streams with consumer groups\n\nI'd recommend streams: acknowledgement is built in.",
    ),
    person("streams then. suppliers ask for a replay about once a month, so we need it anyway"),
  ];
  const said = turns[2]!.text;
  const picked = pickOf(said, turns[1]!.text)!;
  const [decision] = await written("decision", turns, 2, said, { picked });
  expect(decision?.content).toMatchObject({
    decision: "Redis streams with consumer groups",
    alternatives: [{ option: "Lists with a second list of what is at work", reason: "" }],
    rationale: ["suppliers ask for a replay about once a month, so we need it anyway"],
  });
});

test("of two decisions the one that was taken back is not drafted", async () => {
  const turns = [
    person("let's go with UUIDv4 for the orders then"),
    person("scratch that, let's use UUIDv7 for the orders"),
  ];
  const passages = turns.map(({ text }, turn) => ({ turn, voice: "person" as const, score: 0.6, sentences: [text] }));
  const { penned } = await none.write({
    kind: "decision",
    session: "s1",
    turns,
    passages,
    project: undefined,
    shown: unread,
  });
  expect(penned.map(({ intent }) => intent.summary)).toEqual([expect.stringContaining("UUIDv7")]);
});

test("a draft is worth the least of the words in it; an occasion from outside is left out of what the person said", async () => {
  const fetched = { id: "w", tool: "WebFetch", input: { url: "https://example.com" } };
  const page = [
    agent("", fetched),
    printed("w", "A page."),
    agent("The page says that lists lose messages in a crash."),
  ];
  const said = async (...before: Turn[]) =>
    (await written("decision", [...before, person(chosen)], before.length, chosen))[0];
  expect(await said()).toMatchObject({ trust: "observed" });
  expect(await said(person("How should the import of the warehouse be queued?"))).toMatchObject({ trust: "observed" });
  expect(await said(agent("The lists lose messages in a crash of the queue."))).toMatchObject({ trust: "derived" });
  const outside = await said(person("Look."), ...page);
  expect(outside).toMatchObject({ trust: "observed" });
  expect(JSON.stringify(outside)).not.toContain("The page says");
});

test("an error that was mended has its symptom, cause, fix and check", async () => {
  const cause = "The failure was caused by the queue client connecting before Redis has loaded its snapshot.";
  const [runbook] = await written("runbook", richSession, 3, cause);
  expect(runbook?.content).toEqual({
    trigger: "npm test -- importer",
    symptoms: ["Error: ECONNREFUSED 127.0.0.1:6379"],
    steps: ["Fixed the importer by waiting for the ready event before the first job."],
    verification: "npm test -- importer",
    root_cause: cause,
  });
});

test("an error that came back is no recipe", async () => {
  const turns = [...richSession, agent("Again.", ran("c9", "npm test -- importer")), printed("c9", "Error: no", true)];
  const cause = "The failure was caused by the queue client connecting before Redis has loaded its snapshot.";
  expect(await written("runbook", turns, 3, cause)).toEqual([]);
});

test("a limit, a debt and a preference have the fields of their kind", async () => {
  const limit = "The managed plan does not support Redis modules, so search must stay in Postgres.";
  expect((await written("constraint", richSession, 11, limit))[0]).toMatchObject({
    content: { rule: limit },
    fields: { severity: "high", active: "true" },
    trust: "derived",
  });
  const debt =
    "We leave the retry logic as it is for now because the vendor changes its API in March; that is technical debt.";
  expect((await written("tech_debt", richSession, 12, debt))[0]).toMatchObject({
    content: { description: debt },
    fields: { status: "open", priority: "medium" },
  });
  const rule = "From now on, always write migration scripts in SQL, never in JavaScript.";
  expect((await written("preference", richSession, 10, rule))[0]).toMatchObject({
    content: { value: rule },
    fields: { strength: "strong" },
  });
});

test("a summary says what was wanted, what came of it and which files changed", async () => {
  const [summary] = await written("session_summary", richSession, 0, "");
  expect(summary).toMatchObject({ fields: { outcome: "success" }, confidence: 0.8, trust: "derived" });
  expect(summary?.content).toMatchObject({
    goal: "Please make the nightly import of the warehouse survive a restart of the queue.",
    key_changes: ["src/importer.ts", "src/queue.ts"],
  });
  expect(summary?.content["completed"]).toContain(
    "Replaced the lists with streams in `src/queue.ts`; the consumers were updated too.",
  );
});

const left: readonly (readonly [string, Kind, readonly Turn[], number, string, Asked?])[] = [
  [
    "an agent's preference",
    "preference",
    [agent("We always prefer short functions in this codebase.")],
    0,
    "We always prefer short functions in this codebase.",
  ],
  [
    "what was pasted",
    "decision",
    [person("We decided to use Redis because it is fast.")],
    0,
    "We decided to use Redis because it is fast.",
    { voice: "pasted" },
  ],
  [
    "what points at the screen",
    "decision",
    [person("Let's go with option 2 because it is simpler.")],
    0,
    "Let's go with option 2 because it is simpler.",
  ],
  [
    "an order as a preference",
    "preference",
    [person("Update our docs to use the same style of headings.")],
    0,
    "Update our docs to use the same style of headings.",
  ],
  [
    "an agent's decision without a reason",
    "decision",
    [agent("The code was switched to Redis streams everywhere.")],
    0,
    "The code was switched to Redis streams everywhere.",
  ],
  [
    "talk without work",
    "session_summary",
    [
      person("Please explain how the nightly import of the warehouse works."),
      agent("The import was written in Go and reads from the warehouse each night."),
    ],
    0,
    "",
  ],
];

test.each(left)("%s is left", async (...row) => {
  const [, kind, turns, turn, sentence, asked] = row as unknown as (typeof left)[number];
  expect(await written(kind, turns, turn, sentence, asked)).toEqual([]);
});

test("what the agent says after it has read outside text is worth no more than that", async () => {
  const limit = "The vendor does not support webhooks on this plan, so we must poll.";
  const uses = { id: "w1", tool: "WebFetch", input: { url: "https://example.com" } };
  const turns = [person("Look it up."), agent("", uses), printed("w1", "a page"), agent(limit)];
  expect((await written("constraint", turns, 3, limit))[0]?.trust).toBe("untrusted");
  const asked = [...turns, person("And now?"), agent(limit, edited("e", "/home/me/shop/a.ts"))];
  expect((await written("constraint", asked, 5, limit))[0]?.trust).toBe("derived");
});

test.each([
  ["when the build says ENOSPC on the runner, run docker system prune -af, then rerun it", 2],
  ["To restore prod from a snapshot: stop the writers, run pg_restore with -j 8, then start the cron jobs again.", 3],
])("steps that a person tells need no proof: %s", async (sentence, steps) => {
  const [runbook] = await written("runbook", [person(sentence)], 0, sentence);
  expect(runbook).toMatchObject({ kind: "runbook", trust: "observed" });
  expect(runbook?.content["steps"]).toHaveLength(steps);
});

test("a cause told in other words is one where the failure was seen to be mended", async () => {
  const told =
    "The 502s came from nginx closing connections before the app did. Raising keepalive_timeout to 75s fixed that.";
  const check = (id: string) => agent("", ran(id, "make check"));
  const turns = [check("1"), printed("1", "502 Bad Gateway error", true), agent(told), check("2"), printed("2", "ok")];
  const sentence = "Raising keepalive_timeout to 75s fixed that.";
  expect(await written("runbook", turns, 2, sentence)).toMatchObject([
    { content: { root_cause: "The 502s came from nginx closing connections before the app did." } },
  ]);
  expect(await written("runbook", turns.slice(0, 3), 2, sentence)).toEqual([]);
});

test.each(["I like small commits, one thing each.", "No emojis in commit messages please.", "I prefer tabs."])(
  "how somebody likes things can be understood by itself: %s",
  async (sentence) => {
    expect(await written("preference", [person(sentence)], 0, sentence)).toHaveLength(1);
  },
);

test("a long task that begins with what was decided leaves that decision, and no other", async () => {
  const task = "Then write the importer. ".repeat(40);
  const turns = [person(`${chosen} ${task}`), person(`${task} ${chosen}`)];
  expect(await written("decision", turns, 0, chosen)).toHaveLength(1);
  expect(await written("decision", turns, 1, chosen)).toEqual([]);
});
