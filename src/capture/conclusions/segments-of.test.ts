import { expect, test } from "vitest";
import { asksIn } from "../../../test/support/asks-in.ts";
import { tokensOf } from "../../text/tokens.ts";
import { withoutPastes } from "../../transcripts/machine-words.ts";
import type { Turn } from "../../transcripts/turn.ts";
import { ASK_TOKENS, askText } from "./ask-text.ts";
import { offersIn } from "./offers.ts";
import { picksIn } from "./picks.ts";
import { segmentsAsItGoes, segmentsOf } from "./segments-of.ts";
import { goalOf } from "./session-goal.ts";
import { matterOf, type SaidSignals, settledSignals } from "./signals.ts";

/** `> ` a person's, `! ` a machine's, `$ ` a command that worked, `$! ` one that failed, `+ ` an edit, the rest the agent's. */
function turns(...lines: readonly string[]): Turn[] {
  return lines.flatMap((line, n): Turn[] => {
    const from = n;
    const text = line.replace(/^(?:> |! |\$!? |\+ )/, "");
    if (line.startsWith("> ")) return [{ by: "person", text, from }];
    if (line.startsWith("! ")) return [{ by: "machine", text, from }];
    if (!/^(?:\$|\+)/.test(line)) return [{ by: "agent", text, from }];
    const isError = line.startsWith("$! ");
    const input = line.startsWith("+ ") ? { file_path: text } : { command: text };
    const tool = line.startsWith("+ ") ? "Edit" : "Bash";
    return [
      { by: "agent", text: "", uses: [{ id: `${n}`, tool, input }], from },
      { by: "tool", text: isError ? "1 test failed" : "ok", result: { of: `${n}`, isError, size: 2 }, from },
    ];
  });
}

const segments = (...lines: readonly string[]) => segmentsOf(turns(...lines));
const lastPicks = (...lines: readonly string[]) => {
  const all = segments(...lines);
  return picksIn(all, all.length - 1).map(({ offer, over, by, isChanged }) => ({ offer, over, by, isChanged }));
};

test("a session falls into who spoke and in what role", () => {
  const all = segments(
    "! <command-name>/review</command-name><command-args>the queue</command-args>",
    "> # Review\n\nRead every line of the change.",
    "I look at it.",
    "$ git commit -m 'Queue in SQLite'",
    "Done. Shall I push?",
    "! [Request interrupted by user]",
    "! Implement the following plan:\n# Plan: Move the queue\n\nTo SQLite.",
  );
  expect(all.map((one) => (one.is === "agent" ? one.role : one.is))).toEqual([
    "command",
    "template",
    "mid",
    "commit",
    "tool",
    "review",
    "interrupt",
    "plan",
  ]);
});

test("a session that goes on is settled as one that is read whole, and no prompt is gone through twice", () => {
  const all = turns(
    "> Where should the queue live?",
    "Either:\n1. In SQLite, one file\n2. In Redis, another process\n3. In memory, gone with it",
    "> 1, please. From now on never add a process that must run beside ours.",
    "$! npm test",
    "+ src/queue.ts",
    "$ npm test",
    "Done. Shall I write the migration too?",
    "! [Request interrupted by user]",
    "> No, use the one in db/migrate instead.",
    "I use that one.",
    "> yes, and always run the linter first",
  );
  const known: SaidSignals = new WeakMap();
  const cut = segmentsAsItGoes();
  const prompts = new Set<unknown>();
  for (let end = 1; end <= all.length; end++) {
    const now = all.slice(0, end);
    const [going, whole] = [cut(now), segmentsOf(now)];
    expect(going).toEqual(whole);
    expect(settledSignals(going, known)).toEqual(settledSignals(whole));
    expect(settledSignals(going, known).map(matterOf)).toEqual(settledSignals(whole).map(matterOf));
    for (const one of going) if (one.is === "person") prompts.add(one);
  }
  expect(prompts.size).toBe(4);
  const others = turns("> Another session.", "Yes.");
  expect(cut(others)).toEqual(segmentsOf(others));
  expect(settledSignals(segmentsOf(all)).map(({ is }) => is)).toEqual(
    expect.arrayContaining(["pick", "rule", "fixed"]),
  );
});

test("what was pasted, quoted, printed or said before is not the person's", () => {
  const [, said] = segments(
    "The worker drops messages when the queue is full, so producers must wait.",
    [
      "> Please look at this:",
      "2026-03-01 10:00:00 ERROR queue full",
      "2026-03-01 10:00:01 ERROR always drop",
      "The worker drops messages when the queue is full, so producers must wait.",
      "> From now on use Redis.",
      "Keep SQLite.",
    ].join("\n"),
  );
  expect(said).toMatchObject({ is: "person", own: "Please look at this:\nKeep SQLite.", hasPaste: true });
});

test("a page that was pasted without a mark is told by how it names itself, and by what the client recorded", () => {
  const page = "Express session guide (2024)\nBy Jane Roe\n\nUse MemoryStore. Always set secure to false.";
  const [first] = segmentsOf([{ by: "person", text: `What of this applies to us?\n${page}`, from: 0 }]);
  expect(first).toMatchObject({ own: "What of this applies to us?" });
  const plain = "Use MemoryStore.\nAlways set secure to false.";
  const said: Turn = { by: "person", text: `What of this? ${plain} Thanks`, from: 0 };
  const [second] = segmentsOf([...withoutPastes([said], [plain, "Thanks"])]);
  expect(second).toMatchObject({ own: "What of this?\nThanks" });
});

test("lists of every sort are offers", () => {
  expect(offersIn("1. Redis\n2. SQLite").map(({ label }) => label)).toEqual(["1", "2"]);
  expect(offersIn("**Option A — Redis.** Fast.\n\n**Option B — SQLite.** Small.").map(({ label }) => label)).toEqual([
    "A",
    "B",
  ]);
  expect(offersIn("### Finding 3: no index\nRows are scanned.").map(({ noun, label }) => [noun, label])).toEqual([
    ["finding", "3"],
  ]);
  expect(offersIn("| 1 | Redis |\n| 2 | SQLite |").map(({ text }) => text)).toEqual(["Redis", "SQLite"]);
});

const OFFER =
  "There are two ways:\n\n1. **Redis**: fast, one more thing to run\n2. **SQLite**: one file\n3. **Files**: slow\n\nWhich one?";

test("a pick is resolved against what was offered, with what was turned down and what was changed", () => {
  const sqlite = "SQLite: one file";
  expect(lastPicks(OFFER, "> 2")).toEqual([{ offer: sqlite, over: ["Redis", "Files"], by: "label", isChanged: false }]);
  expect(lastPicks(OFFER, "> let's go with option 2, but with 7 days")).toMatchObject([
    { offer: sqlite, isChanged: true },
  ]);
  expect(lastPicks(OFFER, "> apply #2 and #3").map(({ over }) => over)).toEqual([["Redis"], ["Redis"]]);
  expect(lastPicks(OFFER, "> sqlite then")).toMatchObject([{ offer: sqlite, by: "name" }]);
  expect(lastPicks(OFFER, "> the second option please")).toMatchObject([{ offer: sqlite, by: "name" }]);
});

test("a yes stands for the last offer, and where nothing was offered nothing is picked", () => {
  expect(lastPicks("I found it. Want me to move the queue to SQLite?", "> yes please")).toMatchObject([
    { offer: "Want me to move the queue to SQLite?", by: "yes" },
  ]);
  expect(lastPicks("The queue is in SQLite.", "> 2")).toEqual([]);
  expect(lastPicks("Redis or Postgres?", "> Let's go with Postgres, because it is there")).toMatchObject([
    { offer: "Redis or Postgres?", over: ["Redis"] },
  ]);
});

test("a session's goal is its first request, resolved; of a session without one nothing is guessed", () => {
  expect(goalOf(segments("> hi", "Hello!", "> Please move the queue to SQLite.", "I'll move the queue."))?.title).toBe(
    "Move the queue to SQLite",
  );
  expect(goalOf(segments("! Implement the following plan:\n# Plan: Move the queue\n\nTo SQLite."))?.title).toBe(
    "Move the queue",
  );
  expect(
    goalOf(segments("! <command-name>/fix-issue</command-name><command-args>412 flaky queue</command-args>"))?.title,
  ).toBe("Fix issue: 412 flaky queue");
  expect(goalOf(segments("> hi", "Hello!"))).toBeUndefined();
});

test("what is settled is asked for once, within its budget, and quotes what was picked", () => {
  const all = segments(
    "> Where should the queue live?",
    OFFER,
    "> 2, but keep rows for 7 days",
    "Done.",
    "> Never log e-mail addresses, legal insists.",
    "$! npm test",
    "+ src/queue.ts",
    "$ npm test",
    "$ git commit -m 'Queue'",
  );
  const signals = settledSignals(all);
  expect(signals.map(({ is }) => is)).toEqual(["pick", "rule", "fixed"]);
  const asks = asksIn(all, signals);
  expect(asks.map(({ text }) => text).join("\n")).toMatchInlineSnapshot(`
    "Settled since you last kept something: chose «2, but keep rows for 7 days»: «SQLite: one file» over Redis, Files. Keep with remember what a later session needs and the code does not show.
    Settled since you last kept something: «Never log e-mail addresses, legal insists.». Keep with remember what a later session needs and the code does not show."
  `);
  expect(askText([])).toBeUndefined();
  expect(
    asksIn(segments("> thanks!", "You are welcome."), settledSignals(segments("> thanks!", "You are welcome."))),
  ).toEqual([]);
});

test("what has gathered is told whole if it can be, in fewer words each, and a long session keeps its last asks", () => {
  const rules = Array.from(
    { length: 40 },
    (_, n) => `> Never let module ${n} write the names of its users to any log.`,
  );
  const all = segments("> Hello there, friend", ...rules);
  const asks = asksIn(all, settledSignals(all));
  expect(asks).toHaveLength(5);
  expect(asks.map(({ told }) => told.length)).toEqual([1, 1, 1, 3, 7]);
  const gathered = askText(settledSignals(all).slice(0, 11));
  expect(gathered?.told).toHaveLength(11);
  expect(tokensOf(gathered!.text)).toBeLessThanOrEqual(ASK_TOKENS);
});

test("a choice from options on one line is quoted with its option and what it was chosen over", () => {
  for (const [offer, said] of [
    ["Two ways: a) keep the rows in Redis, or b) move them to Postgres?", "b"],
    ["I see 1. keep the rows in Redis 2. move them to Postgres. Which one?", "2 please"],
    ["Should I (A) keep the rows in Redis or (B) move them to Postgres?", "option B, but only the old ones"],
  ] as const) {
    const [picked] = settledSignals(segments("> Where should rows live?", offer, `> ${said}`));
    expect(picked).toMatchObject({ is: "pick", quotes: [said, expect.stringMatching(/^move them to Postgres/)] });
    expect(picked?.over).toEqual(["keep the rows in Redis"]);
  }
  const counted = "It is version 2. It needs Node 20. Shall I go on?";
  expect(settledSignals(segments("> Which one?", counted, "> 2")).filter(({ is }) => is === "pick")).toEqual([]);
});

test("a question that agrees, and the language to answer in, are heard", () => {
  const heard = (...lines: string[]) => settledSignals(segments("> Hello", ...lines)).map(({ is }) => is);
  expect(heard("I would ship two builds: runes for bundlers. Shall I?", "> could you do that for me?")).toEqual([
    "yes",
  ]);
  expect(heard("Done.", "> 用中文再解释一遍")).toEqual(["rule"]);
  expect(heard("Done.", "> explain it again, in german please")).toEqual(["rule"]);
});

test("chores, thanks, plain questions and how it is just now are not quoted", () => {
  const quotes = (...said: string[]) => {
    const all = segments("> Where is the queue?", "In Redis.", ...said.map((one) => `> ${one}`));
    return settledSignals(all).map(({ quotes: [first] }) => first);
  };
  expect(
    quotes(
      "Run the check.",
      "Please commit that.",
      "thanks a lot, great job!",
      "is there anything else we should do before the release?",
      "still the same error here",
      "can you show me what is in the queue now",
      "Queue length: 272",
      "It looked terrible when I opened it",
    ),
  ).toEqual([]);
  expect(quotes("why is that? Do not write to Redis, it is going away.")).toEqual([
    "Do not write to Redis, it is going away.",
  ]);
});

test("of a long sentence the clause is told that says how it is to be", () => {
  const said =
    "One more thing about the import that runs every night on the old machine, we must never delete a row that has an open invoice because the auditors ask for them";
  const many = Array.from({ length: 9 }, (_, n) => `> Never touch table number ${n} of the old schema.`);
  const [ask] = asksIn(
    segments("> Hello there, friend", ...many, `> ${said}`),
    settledSignals(segments("> Hello there, friend", `> ${said}`)),
  );
  expect(ask?.quotes.join()).toContain("we must never delete a row");
});

test("a line of what the agent offered, sent back as it stands, is the person's choice", () => {
  const [picked] = settledSignals(
    segments(
      "> What about the comment?",
      "Two ways. Keep the heuristic and fix the comment so that it promises nothing. Or detect it at run time. Which one?",
      "> Keep the heuristic and fix the comment so that it promises nothing.",
    ),
  );
  expect(picked?.quotes.join()).toContain("Keep the heuristic");
});
