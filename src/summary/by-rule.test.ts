import { expect, test } from "vitest";
import { agent, edited, person, printed, richSession } from "../../test/support/turns.ts";
import { printContent } from "../format/sections.ts";
import type { Turn } from "../transcripts/turn.ts";
import { summaryByRule } from "./by-rule.ts";

const said = (turns: readonly Turn[]) => summaryByRule({ session: "s1", turns, project: "/home/me/shop" });
const points = (turns: readonly Turn[]) => said(turns)?.content["tracking_points"] ?? [];
const pointLines = (turns: readonly Turn[]) => [points(turns)].flat().map(String);

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

test("a session is called by what it was about, not by what was to be done with it", () => {
  const told = "The login page stays blank when a session of the shop expires. It began on Tuesday.";
  const titleOf = (...turns: readonly Turn[]) => said(turns)?.title;
  expect(titleOf(person(`${told} Please fix it and commit that.`), agent("I look at it."))).toBe(
    "The login page stays blank when a session of the shop expires",
  );
  expect(titleOf(person(`${told} Please add a timeout to the session store.`), agent("I look at it."))).toBe(
    "Add a timeout to the session store",
  );
});

test("a line that goes by the number of a list nobody sees is told with what it stands for, or not at all", () => {
  const review = "Findings:\n\n1. The cache is never cleared.\n2. Sessions are read twice at each start.\n\nWhat now?";
  const picked = pointLines([
    person("Please review the shop's session code."),
    agent(review),
    person("Let's address 2 and keep what is read in memory for the whole request."),
    agent("Done."),
  ]);
  expect(picked).toContain(
    "**Decision**: Address 2 and keep what is read in memory for the whole request (that is: Sessions are read twice at each start)",
  );
  const unseen = pointLines([
    person("Please review the shop's session code."),
    agent("I have looked at it."),
    person("We should always add analytics for 5."),
    agent("Done."),
    person("For 2 we want the aliased import, always."),
    agent("Done."),
  ]);
  expect(unseen.join("\n")).not.toMatch(/for 5|for 2/i);
  expect(unseen.join("\n")).toContain("We want the aliased import");
});

test("what would be needed, what is called right and an apology are no points; what is learned from it is", () => {
  const turns = [
    person("Please find out why the nightly report of the shop is late every Monday."),
    agent(
      "My apologies - I should have read the crontab of the old host first, rather than assuming the queue was full.",
      edited("e", "/home/me/shop/cron.yml"),
    ),
    printed("e", "ok"),
    person("Yes, do that."),
    agent(
      "The parity argument is sound: both jobs are now hardened against a full disk.",
      edited("f", "/home/me/a.ts"),
    ),
    printed("f", "ok"),
  ];
  expect(pointLines(turns).join("\n")).toContain("I should have read the crontab of the old host first");
  expect(pointLines(turns).join("\n")).not.toMatch(/apolog/i);
  expect(said(turns)?.content["completed"]?.toString() ?? "").not.toContain("parity argument");
});

test("a conditional that was agreed to is no decision", () => {
  const turns = [
    person("Please review the fallback of the shop's session code."),
    agent("It has no test. To test the fallback, we'd need to stub the session store. Shall I do that?"),
    person("yes"),
    agent("Done."),
  ];
  expect(pointLines(turns).filter((line) => line.includes("we'd need"))).toEqual([]);
});
