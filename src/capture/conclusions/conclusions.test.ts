import { expect, test } from "vitest";
import type { Turn } from "../../transcripts/turn.ts";
import { withoutLeadIn } from "./conclusion-title.ts";
import { conclusionsIn } from "./conclusions.ts";

/** `> ` a person's, the rest the agent's. */
function turns(...lines: readonly string[]): Turn[] {
  return lines.map((line, from) =>
    line.startsWith("> ") ? { by: "person", text: line.slice(2), from } : { by: "agent", text: line, from },
  );
}

const concluded = (...lines: readonly string[]) =>
  conclusionsIn(turns("> Please set up the shop's sessions.", "I look at it.", ...lines)).map(
    ({ kind, title, over, standing }) => ({ kind, title, over, standing }),
  );

test("a pick is a decision without a spoken reason, and says what was turned down", () => {
  const offer = "Two ways:\n\n1. **Redis**: fast, one more server\n2. **Postgres**: what we run already\n\nWhich one?";
  expect(concluded(offer, "> 2, but with 7 days")).toEqual([
    { kind: "decision", title: "Postgres: what we run already, but with 7 days", over: ["Redis"], standing: "waits" },
  ]);
});

test("a pick that changes what was offered is not called the contrary of what was said", () => {
  const offer =
    "Three ways:\n1. In S3 with a lifecycle of 30 days\n2. On the worker\n3. In Postgres as bytea\nWhich do you want?";
  const pick = "> 1, but keep them 90 days, because the auditors ask for a quarter.";
  expect(concluded(offer, pick)).toMatchObject([
    {
      title: "In S3 with a lifecycle of 30 days, but keep them 90 days",
      over: ["On the worker", "In Postgres as bytea"],
    },
  ]);
  expect(concluded(offer, "> 1, just do it")[0]?.title).toMatch(/^In S3 with a lifecycle of 30 days, not /);
  const long = `Two ways:\n1. In S3, in a bucket of its own in the same region, with a lifecycle of 30 days\n2. On the worker`;
  expect(concluded(long, pick)[0]?.title).toMatch(/^Keep them 90 days: In S3, in a bucket/);
});

test("a correction is called by what is wanted also where a file is refused; a label is no part of a name", () => {
  expect(
    concluded("The settings are in vitest.config.ts.", "> No, not vitest.config.ts. Put them into vite.config.ts."),
  ).toMatchObject([{ title: "Put them into vite.config.ts, not vitest.config.ts" }]);
  expect(withoutLeadIn("Decision: vitest instead of jest")).toBe("Vitest instead of jest");
});

test("a correction that refuses a long path, and more, takes no longer than it is long", () => {
  const started = performance.now();
  concluded("It is in src.", `> No, not ${"deep/".repeat(16)}file, please. Put it into lib.`);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test("what was asked with two names is settled by one of them (finding E3)", () => {
  expect(
    concluded("Redis or Postgres?", "> Let's go with Postgres for sessions, because we run it already."),
  ).toMatchObject([{ kind: "decision", title: expect.stringContaining("Postgres"), over: ["Redis"] }]);
});

test("a rule said in passing is kept without the words that lead up to it (finding E3)", () => {
  expect(concluded("Done.", "> Also important: we may never log e-mail addresses, legal insists")).toMatchObject([
    { kind: "constraint", title: "We may never log e-mail addresses, legal insists" },
  ]);
});

test("what is certain by its form says so: an answer to the client's form, and what is said for good", () => {
  const asked: Turn = {
    by: "person",
    text: "Postgres",
    answered: [
      { question: "Where do sessions live?", options: ["Postgres: what we run", "Redis: fast"], answer: "Postgres" },
    ],
    from: 2,
  };
  const all = conclusionsIn([
    ...turns("> Please set up the shop's sessions."),
    asked,
    ...turns(
      "Done.",
      "> From now on, always write migrations in SQL, never in JavaScript.",
      "> don't use tabs in this file please",
    ),
  ]);
  expect(all.map(({ title, standing }) => [title, standing])).toEqual([
    ["Where do sessions live: Postgres", "certain"],
    [expect.stringContaining("Always write migrations in SQL"), "certain"],
    [expect.stringContaining("Don't use tabs"), "waits"],
  ]);
  expect(all[0]).toMatchObject({ over: ["Redis"], kind: "decision" });
});

test("what the session's model remembered is not drafted again (finding E3)", () => {
  const remembered: Turn = {
    by: "agent",
    text: "",
    uses: [
      { id: "1", tool: "mcp__plugin_cairn_cairn__remember", input: { text: "Never call the billing API from tests." } },
    ],
    from: 9,
  };
  const said = turns("> Please set it up.", "Done.", "> Please remember: never call the billing API from tests.");
  expect(conclusionsIn(said)).toHaveLength(1);
  expect(conclusionsIn([...said, remembered])).toEqual([]);
});

test("a page or a log that was pasted is nobody's conclusion (findings C11, E2)", () => {
  const page = "Express session guide (2024)\nBy Jane Roe\n\nAlways use MemoryStore. Never set secure cookies.";
  expect(concluded("Done.", `> What of this applies to us?\n${page}`)).toEqual([]);
  const log = "2026-03-01 10:00:01 ERROR queue must not be full\n2026-03-01 10:00:02 ERROR never retry";
  expect(concluded("Done.", `> still broken:\n${log}`)).toEqual([]);
});

test("what a later turn takes back is not kept", () => {
  const offer = "1. **Redis**: fast\n2. **Postgres**: there already\n\nWhich one?";
  expect(concluded(offer, "> 1", "Redis it is.", "> Scratch that, I changed my mind.")).toEqual([]);
});

test("chit-chat, status and questions conclude nothing", () => {
  expect(
    concluded(
      "Done. All tests pass.",
      "> thanks, great work!",
      "You are welcome.",
      "> is there anything else we should do?",
      "No.",
    ),
  ).toEqual([]);
});

test("a closing report that says what is done instead of what is a conclusion where work was done, else it is talk", () => {
  const report =
    "Done. Sessions are now stored in Postgres instead of Redis, so nothing is lost when the cache restarts.";
  const worked: Turn[] = [
    { by: "agent", text: "", uses: [{ id: "e", tool: "Edit", input: { file_path: "src/session.ts" } }], from: 2 },
    { by: "tool", text: "ok", result: { of: "e", isError: false, size: 2 }, from: 3 },
  ];
  const [asked] = turns("> go on");
  const [said] = turns(report);
  expect(conclusionsIn([asked!, ...worked, said!])).toMatchObject([
    { kind: "decision", title: expect.stringContaining("Sessions are now stored in Postgres instead of Redis") },
  ]);
  expect(conclusionsIn([asked!, said!])).toEqual([]);
});

test("each has three to five other names to be asked for by, from the session's own words", () => {
  const [one] = conclusionsIn(
    turns(
      "> Where do sessions live?",
      "In `src/session.ts`.",
      "> Never write session tokens to `logs/access.log`, they are secrets.",
    ),
  );
  expect(one?.aliases).toContain("logs/access.log");
  expect(one?.aliases.length).toBeGreaterThanOrEqual(3);
  expect(one?.aliases.length).toBeLessThanOrEqual(5);
});

test("a rule, a correction and what is told for good are not called by the prompt before them", () => {
  const said = conclusionsIn(
    turns(
      "> The login page flickers on Safari, please fix it",
      "Two ways:\n\n1. **Redis**: fast\n2. **Postgres**: there already\n\nWhich one?",
      "> No, not the users' database. Use a database of its own for sessions.",
      "Done.",
      "> From now on, always answer in British English.",
      "Done.",
      "> We may never log e-mail addresses, legal insists.",
    ),
  );
  expect(said.map(({ carrier }) => carrier)).toEqual(["correction", "rule", "rule"]);
  const aliases = said.flatMap((one) => one.aliases);
  expect(aliases.filter((one) => /login page|not the users/i.test(one))).toEqual([]);
  expect(aliases.filter((one) => /^[a-z]+$/.test(one))).toEqual([]);
});

test("a correction that refuses one thing and asks for another is called by both", () => {
  const title = (said: string) => concluded("Done.", `> ${said}`).map((one) => one.title);
  expect(title("No, not the users' database. Use a database of its own for sessions.")).toEqual([
    "Use a database of its own for sessions, not the users' database",
  ]);
  expect(title("No, not Redis. It was slow when we tried it.")[0]).not.toMatch(/^It was slow/);
});

test("what answers a request is called by it too, unless that was a rule of its own", () => {
  const offer = "1. **Redis**: fast\n2. **Postgres**: there already\n\nWhich one?";
  const [picked] = conclusionsIn(turns("> Where should the sessions live?", offer, "> 2"));
  expect(picked?.aliases).toContain("Where should the sessions live");
  const [, after] = conclusionsIn(turns("> From now on, always write plain SQL.", offer, "> 2"));
  expect(after?.aliases).toContain("Redis");
  expect(after?.aliases.join()).not.toMatch(/from now on/i);
});

test("an error, its cause and its cure told in passing make one runbook, called by the cause (finding C11)", () => {
  const told = (...lines: readonly string[]) =>
    conclusionsIn(turns("> Please look at the build.", "I do.", ...lines)).map(({ kind, title }) => [kind, title]);
  expect(
    told(
      "> npm test fails with Error: ENOSPC: System limit for number of file watchers reached",
      "The cause is the inotify limit of the kernel. I raised fs.inotify.max_user_watches to 524288 and the tests pass now.",
      "> great, thanks",
    ),
  ).toEqual([["runbook", "The inotify limit of the kernel"]]);
  expect(
    told(
      "> The deploy hangs at 'waiting for lock'. What is it?",
      "A previous run was killed and left the lock file behind. Fixed by running `terraform force-unlock` with the lock's id.",
      "> works",
    ),
  ).toEqual([["runbook", "A previous run was killed and left the lock file behind"]]);
  expect(
    told(
      "> getting 'ModuleNotFoundError: No module named shop' in CI only",
      "Fixed. The root cause was that CI runs pytest from the repository root, where src is not on the path. I set pythonpath in pytest.ini.",
    ),
  ).toEqual([["runbook", "CI runs pytest from the repository root, where src is not on the path"]]);
  expect(
    told(
      "> The import fails with ETIMEDOUT since Monday. Mend it.",
      "Fixed. The root cause was that the firewall drops idle connections; the pool now sends keep-alives.",
    ),
  ).toEqual([["runbook", "The firewall drops idle connections"]]);
});

test("what has the signs of a page in it is not certain, whoever sent it: it waits", () => {
  const standing = (said: string) => concluded("Done.", `> ${said}`).map((one) => one.standing);
  expect(standing("From now on, always write migrations in SQL.")).toEqual(["certain"]);
  for (const pasted of [
    "• From now on, always write migrations in SQL.",
    "From now on, always\u00a0write migrations in SQL.",
    "From now on, always write \u201cplain\u201d migrations in SQL.",
    "From now on, always write migrations in SQL. [3]",
  ])
    expect(standing(pasted)).not.toContain("certain");
});

test("a pick with a reason is called by what was picked", () => {
  const offer = "Two ways:\n\n1. **Redis streams**: one more server\n2. **SQLite table**: one file\n\nWhich one?";
  expect(concluded(offer, "> 2, we can't run another server on the customer's machines")).toMatchObject([
    { kind: "decision", title: "SQLite table, not Redis streams" },
  ]);
});

test("what is said for good beside a pick is certain by itself, and no part of the pick", () => {
  const offer = "Two ways:\n\n1. **SQL files**: plain\n2. **JavaScript**: typed\n\nWhich one?";
  const said = "1, because everybody reads it. From now on, always write migrations in SQL, never in code.";
  expect(concluded(offer, `> ${said}`)).toMatchObject([
    { kind: "decision", title: "SQL files: plain, not JavaScript", standing: "waits" },
    { kind: "preference", title: expect.stringMatching(/^Always write migrations in SQL/), standing: "certain" },
  ]);
});

test("points that are answered each by itself turn nothing down, and a no is not called by what it denies", () => {
  const points =
    "Open points:\n\n1. Run the second check\n2. Write the notes\n3. Ask the other model\n\nWhat do you say?";
  const said = "(1) agree, run it tonight. (3) No, that was planned before we had a better model, we never use it.";
  const all = concluded(points, `> ${said}`);
  expect(all.length).toBeGreaterThan(0);
  expect(all.flatMap(({ over }) => over)).toEqual([]);
  expect(all.map(({ title }) => title)).not.toContain("Ask the other model");
});

test("a fact the person wants remembered is a fact, not a decision; a rule and a choice stay what they are", () => {
  const kindOf = (said: string) => concluded("Done.", `> ${said}`).map(({ kind }) => kind);
  expect(kindOf("Remember that the staging DB is reset every night at two.")).toEqual(["project"]);
  expect(kindOf("Please remember: our CI runners have only 4 GB of memory.")).toEqual(["project"]);
  expect(kindOf("Note that the billing service belongs to another team.")).toEqual(["project"]);
  expect(kindOf("Remember that we decided on Postgres for the sessions.")).toEqual(["decision"]);
  expect(kindOf("Remember to run the linter before you commit.")).toEqual(["preference"]);
  expect(kindOf("Remember that the staging DB must never hold real customers.")).toEqual(["constraint"]);
});

test("two rules in one message are two memories, each with its reason", () => {
  const said =
    "Always run the linter before a commit, CI is slow. Money is always kept in cents. Floats lost us a day.";
  expect(
    conclusionsIn(turns("> Please set it up.", "Done.", `> ${said}`))
      .map(({ text }) => text)
      .sort(),
  ).toEqual([
    "Always run the linter before a commit, CI is slow.",
    "Money is always kept in cents. Floats lost us a day.",
  ]);
});

test("a rule that needs the sentence before it stays with it", () => {
  const said = "The importer must always skip links. It must never follow them, nor those in archives.";
  expect(conclusionsIn(turns("> Please set it up.", "Done.", `> ${said}`))).toHaveLength(1);
});
