import fc from "fast-check";
import { expect, test } from "vitest";
import { ends, oldThing, topicStatementOf } from "./changed-mind.ts";
import { consolidate, type LogNote, mostEarlier, mostKnown } from "./consolidate.ts";
import { isLine, parseTopic, printPart, type TopicPage, withPage } from "./topic-page.ts";
import { isSameThing, wordingOf } from "./wording.ts";

const how = { sameFrom: 0.8 };
const empty: TopicPage = { known: [], earlier: [], checks: [] };
const said = (day: string, text: string): LogNote => ({ day, text });

function taken(entries: readonly LogNote[], page = empty) {
  const { page: after, fates } = consolidate(page, entries, how);
  return { known: after.known.map(printPart), earlier: after.earlier.map(printPart), fates: fates.map(({ is }) => is) };
}

test.each([
  ["We use Redis streams instead of lists because of replay.", "The queue uses lists.", true],
  ["The worker no longer polls.", "The worker polls every minute.", true],
  ["Do not use Kafka for the event bus; use NATS instead", "Use Kafka for the event bus because replay matters", true],
  ["Use Kafka for the event bus because replay matters", "Do not use Kafka for the event bus; use NATS instead", true],
  ["Do not use Kafka for the logs; use files instead", "Use Kafka for the event bus because replay matters", false],
  ["Moved the queue from Postgres to Redis.", "The queue lives in Postgres.", true],
  ["Replaced webpack with esbuild in the build.", "webpack bundles the build.", true],
  ["Dropped the nightly cron.", "The nightly cron rebuilds the cache.", true],
  ["The retry limit is 5.", "The retry limit is 3.", true],
  ["The cache is not shared between workers.", "The cache is shared between workers.", true],
  ["Gate 2 opens by badge.", "Gate 1 opens by badge.", false],
  ["Fixed bug 124 in the parser.", "Fixed bug 123 in the parser.", false],
  ["We use Redis streams instead of lists.", "Postgres holds the orders.", false],
  ["The queue moved to a bigger machine.", "The queue uses lists.", false],
  ["Dropped the nightly cron.", "Dropped the nightly cron job for good.", false],
])("%s ends: %s → %s", (newer, older, expected) => {
  expect(ends(topicStatementOf(newer), topicStatementOf(older), "topic")).toBe(expected);
});

test.each([
  ["Dropped redis for the price tests, the prices themselves stay in it", false],
  ["Dropped redis in the staging prices", false],
  ["Dropped redis for good, postgres holds the prices", true],
])("a memory of its own is ended only by what leaves no doubt: %s → %s", (newer, expected) => {
  expect(ends(topicStatementOf(newer), topicStatementOf("Redis holds the prices"), "strangers")).toBe(expected);
});

test("what no longer holds is read off the words that say so", () => {
  expect(oldThing("We use Redis streams instead of lists because of replay.")).toEqual(["list"]);
  expect(oldThing("Nothing of the sort.")).toEqual([]);
});

test.each([
  ["The queue uses Redis streams.", "The queue uses Redis streams!", true],
  ["2026-11-13 the queue moved to Redis.", "2026-11-14 the queue moved to Redis.", true],
  ["The limit is 5 jobs a minute.", "The limit is 50 jobs a minute.", false],
  ["The cache is shared by workers.", "The cache is not shared by workers.", false],
  ["Red.", "Red.", false],
])("%s and %s are one thing: %s", (one, other, expected) => {
  expect(isSameThing(wordingOf(one), wordingOf(other), 0.8)).toBe(expected);
});

test("what is said again adds its day, what is new adds a line", () => {
  const entries = [
    said("2026-11-10", "The queue uses Redis streams."),
    said("2026-11-12", "The queue uses redis streams"),
    said("2026-11-12", "Workers acknowledge after the write."),
  ];
  expect(taken(entries)).toEqual({
    known: [
      "- 2026-11-10, 2026-11-12: The queue uses Redis streams.",
      "- 2026-11-12: Workers acknowledge after the write.",
    ],
    earlier: [],
    fates: ["new", "merged", "new"],
  });
});

test("what no longer holds stays, with the day until which it did", () => {
  const entries = [
    said("2026-11-10", "The queue uses lists."),
    said("2026-11-12", "The queue uses streams instead of lists."),
  ];
  const held = {
    known: ["- 2026-11-12: The queue uses streams instead of lists."],
    earlier: ["- 2026-11-10 until 2026-11-12: The queue uses lists."],
  };
  expect(taken(entries)).toEqual({ ...held, fates: ["new", "new"] });
  expect(taken([...entries].reverse())).toEqual({ ...held, fates: ["new", "past"] });
});

test("relative days are counted from the entry's own", () => {
  expect(taken([said("2026-11-10", "The cluster fell over yesterday at noon.")]).known).toEqual([
    "- 2026-11-10: The cluster fell over 2026-11-09 at noon.",
  ]);
});

test("the day a line begins with is told apart from the days on which it was said", () => {
  expect(taken([said("2026-11-10", "Yesterday the deploy failed.")]).known).toEqual([
    "- 2026-11-10: On 2026-11-09 the deploy failed.",
  ]);
});

test("the #words at the end of an entry are no part of its line", () => {
  expect(taken([said("2026-11-10", "Redis fell over. #redis #ops")]).known).toEqual(["- 2026-11-10: Redis fell over."]);
});

const text = fc.constantFrom(
  "The queue uses lists.",
  "The queue uses streams instead of lists.",
  "The queue no longer uses streams.",
  "Retry limit is 3.",
  "Retry limit is 5.",
  "Workers acknowledge after the write.",
  "The cache is shared between workers.",
  "The cache is not shared between workers.",
);
const day = fc.integer({ min: 10, max: 28 }).map((n) => `2026-11-${n}`);
const entries = fc
  .array(fc.record({ day, text }), { maxLength: 12 })
  .map((all) => all.sort((a, b) => (a.day < b.day ? -1 : 1)));

test("the same entries a second time change nothing, and nothing that was said is gone", () => {
  fc.assert(
    fc.property(entries, (all) => {
      const once = consolidate(empty, all, how).page;
      expect(consolidate(once, all, how).page).toEqual(once);
      const lines = [...once.known, ...once.earlier].filter(isLine).map((line) => wordingOf(line.text));
      for (const entry of all) expect(lines.some((line) => isSameThing(line, wordingOf(entry.text), 0.8))).toBe(true);
    }),
  );
});

test("what is printed reads back as itself, and a stranger's lines and sections stay", () => {
  fc.assert(
    fc.property(entries, (all) => {
      const own = "# Queue\n\nMine.\n\n## Known\n- by hand\n\n## Else\nkept\n";
      const page = consolidate(parseTopic(own), all, how).page;
      const body = withPage(own, page);
      expect(parseTopic(body)).toEqual(page);
      expect(body).toContain("Mine.");
      expect(body).toContain("- by hand");
      expect(body).toContain("## Else\nkept");
      expect(withPage(body, page)).toBe(body);
    }),
  );
});

test("a topic has an end: the oldest lines leave it, and that is counted", () => {
  const many = Array.from({ length: mostKnown + 7 }, (_, n) => {
    const word = String.fromCharCode(97 + (n % 26)) + String.fromCharCode(97 + Math.floor(n / 26));
    return said(`2026-11-${10 + Math.floor(n / 10)}`, `The ${word}x${word} part talks to the ${word}y${word} part.`);
  });
  const { page, pruned } = consolidate(empty, many, how);
  expect([page.known.length, pruned]).toEqual([mostKnown, 7]);
  expect(mostEarlier).toBeLessThan(mostKnown);
});

test("a long log into one topic costs what its entries cost, not their square", () => {
  const word = (n: number) => `w${n.toString(26).replace(/\d/g, "q")}x`;
  const many = Array.from({ length: 3_200 }, (_, n) => {
    const words = Array.from({ length: 8 }, (__, k) => word((n * 7919 + k * 104_729) % 9973));
    return said(`2026-11-${10 + Math.floor(n / 200)}`, `The ${words.join(" ")}.`);
  });
  const costOf = (entries: readonly LogNote[]) => {
    const before = process.cpuUsage().user;
    expect(consolidate(empty, entries, how).page.known.length).toBe(mostKnown);
    return process.cpuUsage().user - before;
  };
  const few = costOf(many.slice(0, 800));
  expect(costOf(many) / few).toBeLessThan(9);
});
