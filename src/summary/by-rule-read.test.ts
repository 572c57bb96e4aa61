import { expect, test } from "vitest";
import { agent, edited, person, ran } from "../../test/support/turns.ts";
import type { Turn } from "../transcripts/turn.ts";
import { summaryByRule } from "./by-rule.ts";
import { leavesSomething } from "./worth.ts";

const said = (...turns: readonly Turn[]) => {
  const summary = summaryByRule({ session: "s1", turns, project: "/home/me/shop" });
  if (summary === undefined) throw new Error("nothing was summed up");
  const content: Readonly<Record<string, unknown>> = summary.content;
  return { content, title: summary.title, isKept: leavesSomething(summary, turns) };
};
const queue = edited("q", "/home/me/shop/src/queue.ts");

test("where the mind was changed, the summary is of what was settled on", () => {
  const summary = said(
    person("Let's build the job queue on Redis lists with a worker for each shop."),
    agent("Added a Redis worker in `src/queue.ts`.", queue),
    person("Actually, let's build the job queue on Postgres instead, we run it already."),
    agent("Replaced the Redis worker by a Postgres one in `src/queue.ts`.", queue),
  );
  expect(summary.title).toBe("Build the job queue on Postgres instead, we run it already");
  expect(summary.content["goal"]).toContain("Postgres");
  expect(summary.content["goal"]).toMatch(/^Let's build the job queue on Redis lists .*Later: Actually, let's build/);
});

test("a decision that turns down what was wanted at first renames the session, and the one it reversed says so", () => {
  const summary = said(
    person("Please set up the session cache with Memcached on the web hosts."),
    agent("We decided to use Memcached for the session cache because it is small."),
    agent("Set up in `src/queue.ts`.", queue),
    person("We decided to use Redis for the session cache instead of Memcached because it survives restarts."),
    agent("Updated `src/queue.ts` for Redis.", queue),
  );
  expect(summary.title).toBe("Use Redis for the session cache instead of Memcached");
  expect(summary.content["tracking_points"]).toContainEqual(
    expect.stringMatching(/^\*\*Reversed\*\*: .*use Memcached/),
  );
  expect(summary.content["tracking_points"]).toContainEqual(expect.stringMatching(/^\*\*Decision\*\*: .*Redis/));
});

test("of a session of which nobody can tell what it was for that is said, and nothing is guessed", () => {
  const summary = said(
    person("hi"),
    agent("Hello!"),
    person("ok"),
    agent("Fixed the rounding in `src/queue.ts`.", queue),
  );
  expect(summary.content["goal"]).toBe("Nobody said in so many words what this session was for.");
  expect(summary.title).toBe("Fixed the rounding in `src/queue.ts`");
});

test("neither a suggestion that was not taken, nor a page, nor what is asked for at the end is what a session was for", () => {
  const offer = "1. Cache the totals in Redis\n2. Compute the totals in SQL\n\nWhich one?";
  const summary = said(
    person("The totals of the report are slow. Make the totals of the report fast for large shops."),
    agent(offer),
    person("2, but only for shops with more than 500 orders"),
    agent("Computed the totals in SQL in `src/queue.ts`.", queue),
    person("```\nPlease upgrade every dependency of the shop to its newest version\n```"),
    agent("That is the output of the linter."),
    person("Just tell me the commit message"),
    agent("report: totals in SQL"),
  );
  expect(summary.title).toBe("Make the totals of the report fast for large shops");
  expect(summary.content["goal"]).not.toMatch(/upgrade every dependency|commit message/);
  expect(summary.content["tracking_points"]).toContainEqual(
    expect.stringMatching(/^\*\*Decision\*\*: .*500 orders.*\(not taken: Cache the totals in Redis\)/),
  );
});

test("what a session was for is a plan's title, or a command with its words", () => {
  const plan =
    "Implement the following plan:\n\n# Plan: Move the invoices to PDF/A\n\n## Context\nThe tax office wants PDF/A.";
  expect(said(person(plan), agent("Moved them in `src/queue.ts`.", queue)).title).toBe("Move the invoices to PDF/A");
  const command = {
    by: "machine",
    text: "<command-name>/fix-issue</command-name><command-args>412 rounding</command-args>",
  };
  expect(said(command as Turn, agent("Rounded in `src/queue.ts`.", queue)).title).toBe("Fix issue: 412 rounding");
});

test("a title has room for what it is kept under, however long the words are", () => {
  const path = `https://example.com/${"very-long-name/".repeat(20)}page`;
  expect(
    said(person(`Please look at ${path} and build the same`), agent("Built it.", queue)).title.length,
  ).toBeLessThan(121);
});

test("a commit of the session is what it did; what it only fetched is not", () => {
  const summary = said(
    person("Please review the pull request about the statistics of the shop, then bump the version."),
    agent("Looking.", ran("c", "gh pr view 12")),
    {
      by: "tool",
      text: "title: Add weekly statistics\nAdded the weekly statistics in `src/stats.ts`",
      result: { of: "c", isError: false },
    } as Turn,
    agent("Bumping.", ran("d", 'git commit -m "release: version 2.4"')),
  );
  expect(summary.content["completed"]).toEqual(["release: version 2.4"]);
});

test("an aside that takes something back does not rename the session", () => {
  const summary = said(
    person("Add rate limits to the public API of the shop, per key and minute."),
    agent("Added rate limits in `src/limits.ts`.", edited("e", "/home/me/shop/src/limits.ts")),
    person("no, call that file throttle.ts instead"),
    agent("Renamed it to `src/throttle.ts`.", edited("f", "/home/me/shop/src/throttle.ts")),
  );
  expect(summary.title).toBe("Add rate limits to the public API of the shop, per key and minute");
});

test("what is still to do is not told as done", () => {
  const summary = said(
    person("Move the invoices of the shop to the new PDF library."),
    agent(
      "Replaced the PDF library in `src/invoice.ts`.\n\nTODO: the credit notes are to be moved too.\nThe fonts still need to be embedded.\n\n## Next steps\n- Update the deploy script for the fonts",
      edited("e", "/home/me/shop/src/invoice.ts"),
    ),
    person("TODO: ask Nadia about the tax line on credit notes"),
    agent("Noted."),
  );
  expect(summary.content["completed"]).toEqual(["Replaced the PDF library in `src/invoice.ts`."]);
  expect(summary.content["next_actions"]).toContain("ask Nadia about the tax line on credit notes");
});

test("what an agent says last of what is left is left", () => {
  const summary = said(
    person("Move the invoices of the shop to the new PDF library."),
    agent(
      "Replaced the PDF library in `src/invoice.ts`.\nThe fonts still need to be embedded.\n\n## Next steps\n- Update the deploy script for the fonts",
      edited("e", "/home/me/shop/src/invoice.ts"),
    ),
  );
  expect(summary.content).toMatchObject({
    completed: ["Replaced the PDF library in `src/invoice.ts`."],
    next_actions: ["The fonts still need to be embedded.", "Update the deploy script for the fonts"],
  });
});

test("neither what a program printed nor what a harness tells its agent is a goal", () => {
  const log =
    "=== FAIL: pkg/queue TestDrain (0.02s)\n    queue_test.go:23: Testing drain\n        Step 1: Loading jobs.json...";
  const brief =
    "Your working directory is a checkout of the shop repository. Make the checkout total round half up for every currency. Do not just add workarounds in test files.";
  expect(said(person(`${log}\nWhy does the drain of the queue fail on Mondays?`), agent("Looking.", queue)).title).toBe(
    "Why does the drain of the queue fail on Mondays?",
  );
  expect(said(person(brief), agent("Fixed the rounding in `src/queue.ts`.", queue)).title).toBe(
    "Make the checkout total round half up for every currency",
  );
});

test("a nod or a lead-in is nothing that was done; the files that were changed are", () => {
  const summary = said(
    person("Please tidy the import order in the queue of the shop."),
    agent("Absolutely! Looking at the function:", queue),
  );
  expect(summary.content["completed"]).toEqual(["Changed `src/queue.ts`."]);
});

test("what a review says of the code was not done in the session", () => {
  const summary = said(
    person("Please review the pull request about the statistics of the shop."),
    agent(
      "Line 3 (new): Added `.idea/` to the ignored files.\n- Good: the comment was updated to match.",
      ran("c", "git diff"),
    ),
  );
  expect(summary.content["completed"]).toBeUndefined();
});

test("a session in Japanese has a title, points and tags one can read", () => {
  const summary = said(
    person("決済サービスのタイムアウトを直してください。本番で毎晩失敗しています。"),
    agent("原因はコネクションプールの上限でした。", edited("e", "/home/me/shop/src/payment.ts")),
    agent("決済サービスのタイムアウトを修正しました。`src/payment.ts` のプール上限を20に変更しました。"),
  );
  expect(summary.title).toBe("決済サービスのタイムアウトを直してください");
  expect(summary.content["completed"]).toEqual([
    "決済サービスのタイムアウトを修正しました。",
    "`src/payment.ts` のプール上限を20に変更しました。",
  ]);
  expect(summary.content["tracking_points"]).toContainEqual(
    expect.stringMatching(/^\*\*Discovery\*\*: 原因はコネクションプール/),
  );
});

test("a session in German has them too", () => {
  const summary = said(
    person("Bitte stelle die Warteschlange des Shops auf Postgres um, Redis fällt nachts aus."),
    agent(
      "Es stellte sich heraus, dass Redis nachts vom Backup angehalten wird.\nDie Warteschlange wurde auf Postgres umgestellt.\nDie Dokumentation muss noch angepasst werden.",
      queue,
    ),
  );
  expect(summary.title).toBe("Stelle die Warteschlange des Shops auf Postgres um, Redis fällt nachts aus");
  expect(summary.content["completed"]).toEqual(["Die Warteschlange wurde auf Postgres umgestellt."]);
  expect(summary.content["next_actions"]).toEqual(["Die Dokumentation muss noch angepasst werden."]);
  expect(summary.content["tracking_points"]).toContainEqual(
    expect.stringMatching(/^\*\*Discovery\*\*: .*Redis nachts vom Backup angehalten wird/),
  );
});

test.each([
  ["talk alone", [person("What does the turnstile do?"), agent("The turnstile counts visitors at the gate.")], false],
  ["a greeting", [person("Hi there, how are you today?"), agent("Indeed! I am fine, thank you very much.")], false],
  ["a decision", [person("We decided to use Vitest for the unit tests because it starts fast."), agent("Ok.")], true],
  ["a change", [person("Fix the typo."), agent("Fixed.", queue)], true],
])("whether %s leaves something to keep", (_name, turns, isKept) => {
  expect(said(...turns).isKept).toBe(isKept);
});

const worked = (...answer: readonly string[]) =>
  said(person("Please make the exporter of the shop stream its rows."), agent(answer.join("\n"), queue)).content;

test.each([
  "Left to do:\n- write the docs of the exporter",
  "Still to do: write the docs of the exporter",
  "**Next steps:**\n1. write the docs of the exporter",
  "## Remaining\n- write the docs of the exporter",
  "Not done: write the docs of the exporter",
  "What's left:\n- write the docs of the exporter",
  "Next: write the docs of the exporter",
  "Noted as a TODO: write the docs of the exporter",
])("what is left is found however it is announced: %j", (left) => {
  const content = worked("I added a cursor to `src/queue.ts`, so the exporter streams its rows now.", "", left);
  expect(content["next_actions"]).toEqual(["write the docs of the exporter"]);
  expect(content["key_changes"]).toEqual(["src/queue.ts"]);
});

test("what is left in German and Japanese is left too", () => {
  expect(worked("Behoben: `src/queue.ts`.", "", "Offen: ein wöchentlicher Lauf")["next_actions"]).toEqual([
    "ein wöchentlicher Lauf",
  ]);
  expect(worked("修正しました。", "残りの作業: 請求書PDFの表示も直す必要があります。")["next_actions"]).toEqual([
    "請求書PDFの表示も直す必要があります。",
  ]);
});

test("what is left stays left while nobody speaks of it again", () => {
  const first = agent("Added a cursor to `src/queue.ts`.\n\nNot done: ranking by stock.", queue);
  const talk = (last: string) => said(person("Please stream the rows."), first, person("good"), agent(last, queue));
  expect(talk("The load test on staging gives 149 ms, under the goal.").content["next_actions"]).toEqual([
    "ranking by stock.",
  ]);
  expect(talk("Added the ranking by stock to `src/queue.ts`.").content["next_actions"]).toEqual([]);
});

test("what failed is not told as done, and nobody says that it went well", () => {
  const content = worked("I could not stream the rows; the exporter still fails with a timeout after a minute.");
  expect(content["completed"]).toEqual(["Changed `src/queue.ts`."]);
  expect(content["next_actions"]).toEqual([expect.stringMatching(/^I could not stream the rows/)]);
  expect(
    summaryByRule({
      session: "s1",
      project: undefined,
      turns: [person("What does the exporter of the shop do?"), agent("It writes rows.")],
    })?.outcome,
  ).toBeUndefined();
});

test("a list of changes is what was done, whatever its verbs", () => {
  const content = worked(
    "Done. What changed:",
    "",
    "- `src/queue.ts` waits for the `ready` event",
    "- all 4 tests pass",
  );
  expect(content["completed"]).toEqual(["`src/queue.ts` waits for the `ready` event"]);
});

test("a decision that takes the last one back without naming it reverses it, and is told without its lead", () => {
  const { content, title } = said(
    person("we need an orders table. which id type would you use?"),
    agent("UUIDv4 or a bigserial."),
    person("let's go with UUIDv4 then"),
    agent("Created the migration in `src/queue.ts`.", queue),
    person(
      "hm no that's too slow. actually scratch that, let's use UUIDv7 instead, they're ordered so the index stays hot",
    ),
    agent("Switched `src/queue.ts` to UUIDv7.", queue),
  );
  expect(title).toMatch(/^We need an orders table/);
  expect(content["tracking_points"]).toEqual([
    "**Reversed**: UUIDv4 then",
    "**Decision**: Use UUIDv7 instead, they're ordered so the index stays hot",
    expect.stringContaining("**Status**"),
  ]);
});

test("of a session without a trail the agent's own list says what is done and what is left", () => {
  const list = (status: string) => ({
    id: "t",
    tool: "TodoWrite",
    input: {
      todos: [
        { content: "Add the column", status: "completed" },
        { content: "Measure the search", status },
      ],
    },
  });
  const { content } = said(
    person("Build the product search."),
    agent("On it.", list("pending")),
    agent("Going on.", queue),
  );
  expect(content).toMatchObject({ completed: ["Add the column"], next_actions: ["Measure the search"] });
});

test("anger and what an agent calls fine are no point of a summary; the rule in it is", () => {
  const { content } = said(
    person("Add the path of the statistics to the collector."),
    agent("The `StatisticsCollector` joins the path itself now. The parsing works correctly because of the quotes."),
    person("You are so slow today. What is this? Never join a path outside of path_utils, that is what it is for."),
    agent("Done. `GetStatisticsPath` is in `path_utils` now."),
  );
  const points = String(content["tracking_points"]);
  expect(points).toContain("Never join a path outside of path_utils");
  expect(points).not.toMatch(/so slow|What is this|works correctly/);
});

test("a pick with a change and its reason says what was picked, what was changed and why, each once", () => {
  const { content } = said(
    person("Add a store for the raw files of the import, please."),
    agent("There are two ways:\n1. In S3 with a lifecycle of 30 days\n2. On the disk of the worker\nWhich one?"),
    person("1, but keep them 90 days, because the auditors ask for a quarter."),
    agent("S3 it is.", queue),
  );
  expect(String(content["tracking_points"])).toMatch(
    /In S3 with a lifecycle of 30 days, but keep them 90 days.* — because the auditors ask for a quarter,/,
  );
});

test("a pick with a change says what was changed", () => {
  const { content } = said(
    person("Add a session store to the web server, please."),
    agent("There are two ways:\n1. MemoryStore\n2. Redis, for 7 days\n\nWhich one?"),
    person("2, but with 14 days"),
    agent("Sessions go to Redis, for 14 days.", queue),
  );
  expect(String(content["tracking_points"])).toContain("14 days");
});
