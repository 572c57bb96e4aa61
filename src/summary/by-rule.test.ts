import { expect, test } from "vitest";
import { agent, edited, person, printed, richSession } from "../../test/support/turns.ts";
import { printContent } from "../format/sections.ts";
import type { Turn } from "../transcripts/turn.ts";
import { summaryByRule } from "./by-rule.ts";

const said = (turns: readonly Turn[]) => summaryByRule({ session: "s1", turns, project: "/home/me/shop" });
const points = (turns: readonly Turn[]) => said(turns)?.content["tracking_points"] ?? [];

test("a session's summary tells its goal, its context, its points with reasons, and the files", () => {
  const summary = said(richSession);
  expect(printContent("session_summary", summary?.content ?? {})).toMatchInlineSnapshot(`
    "## Goal
    Please make the nightly import of the warehouse survive a restart of the queue.

    ## Context
    A session of 4 exchanges; 2 files were changed.

    ## Tracking Points
    - **Discovery**: The failure was caused by the queue client connecting before Redis has loaded its snapshot
    - **Decision**: We decided to use Redis streams instead of lists — because consumers must be able to replay a day
    - **Preference**: Always write migration scripts in SQL, never in JavaScript
    - **Deferred**: We leave the retry logic as it is for now — because the vendor changes its API in March; that is technical debt
    - **Status**: Done: All jobs are now restarted after a crash, and the import was verified with \`npm run import -- --dry-run\`.

    ## Completed
    - The importer in \`src/importer.ts\` now waits for the ready event and all 12 tests pass.
    - Replaced the lists with streams in \`src/queue.ts\`; the consumers were updated too.

    ## Key Changes
    - src/importer.ts
    - src/queue.ts

    ## Related Files
    - src/r1.ts
    - src/r2.ts
    - src/r3.ts"
  `);
  expect(summary).toMatchObject({ outcome: "success", trust: "derived" });
});

test("the same turns always give the same summary", () => {
  expect(said(richSession)).toEqual(said([...richSession]));
});

test("what failed, what came to light and what was learned are points of their own", () => {
  const turns = [
    person("Please find out why the nightly report of the shop is late every Monday."),
    agent("I tried to raise the pool size to 50, but the database refused more than 20 connections."),
    agent("It turned out that the report waits for the backup job, which holds a table lock until 4am."),
    agent(
      "Worth knowing: the backup of the shop runs without --single-transaction on the old host.",
      edited("e", "/home/me/shop/cron.yml"),
    ),
    printed("e", "ok"),
  ];
  expect(points(turns)).toEqual([
    "**Failed approach**: I tried to raise the pool size to 50, but the database refused more than 20 connections",
    "**Discovery**: The report waits for the backup job, which holds a table lock until 4am",
    "**Learning**: The backup of the shop runs without --single-transaction on the old host",
    expect.stringMatching(/^\*\*Status\*\*/),
  ]);
});

test("a session of mere talk has a summary too", () => {
  const summary = said([
    person("What does the turnstile do?"),
    agent("The turnstile counts visitors at the gate and reports them."),
  ]);
  expect(summary?.content).toMatchObject({ goal: "What does the turnstile do?" });
  expect(summary?.content["context"]).toContain("1 exchange");
});

test("where nobody said anything there is nothing to sum up", () => {
  expect(said([])).toBeUndefined();
});

test("what was read elsewhere makes the summary worth no more", () => {
  const turns = [
    person("Please look up how the vendor limits requests per minute."),
    agent("Looking.", { id: "w", tool: "WebFetch", input: { url: "https://example.com" } }),
    agent("It turned out that the vendor allows ninety requests a minute for every key."),
  ];
  expect(said(turns)?.trust).toBe("untrusted");
});
