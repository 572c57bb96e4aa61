import fc from "fast-check";
import { expect, test } from "vitest";
import { handText, memoryOf, someMemories } from "../../test/support/memories.ts";
import type { Memory } from "../model/memory.ts";
import { bareLines } from "../text/lines.ts";
import { aroundOwn, type HandText } from "./hand-lines.ts";
import { isListed, isOverflowLine, type PointerLimits, pointerLine, printRanked, rankedOf } from "./pointers.ts";

const usual: PointerLimits = { maxLines: 200, maxBytes: 25_000, budgetTokens: 2_000 };
const none: HandText = { before: "", after: "" };

const anyLimits = fc.record({
  maxLines: fc.integer({ min: 10, max: 200 }),
  maxBytes: fc.integer({ min: 1_000, max: 25_000 }),
  budgetTokens: fc.integer({ min: 100, max: 20_000 }),
});
const anyHand = fc
  .record({ before: handText, after: handText })
  .map(({ before, after }) =>
    after === "" || before === "" || before.endsWith("\n") ? { before, after } : { before: `${before}\n`, after },
  );

function check(memories: readonly Memory[], limits: Partial<PointerLimits> = {}, hand = none) {
  const printed = printRanked(hand, rankedOf(memories), { ...usual, ...limits });
  if (printed === undefined) throw new Error("left alone");
  return printed;
}

function numbered(count: number, said: (n: number) => Partial<Memory> = () => ({})): Memory[] {
  return Array.from({ length: count }, (_, n) =>
    memoryOf(`m-${n}`, { updated: new Date(Date.UTC(2025, 0, 1) + n * 1_000).toISOString(), ...said(n) }),
  );
}

test("a memory has one line: a link with its title, a dash, its description", () => {
  const { text } = check([
    memoryOf("wal", { title: "WAL mode", description: "Many hooks write", path: "decisions/wal.md" }),
  ]);
  expect(text).toBe("- [WAL mode](decisions/wal.md) — Many hooks write\n");
});

test.each([
  ["retired", { status: "retired" }],
  ["archived", { status: "archived" }],
  ["superseded", { supersededBy: "other" }],
  ["untrusted", { trust: "untrusted" }],
  ["a current task", { kind: "task" }],
  ["a blocker", { kind: "blocker" }],
  ["progress", { kind: "progress" }],
  ["a sub-agent's output", { kind: "subagent" }],
  ["a day's log", { kind: "log" }],
] satisfies [string, Partial<Memory>][])("a memory that is %s gets no line", (_, said) => {
  expect(isListed(memoryOf("a", said))).toBe(false);
  expect(isListed(memoryOf("a"))).toBe(true);
});

test("stated memories come before derived ones, the newest first among each", () => {
  const times = ["2025-01-03", "2025-01-02", "2025-01-01"].map((day) => `${day}T00:00:00.000Z`);
  const memories = [
    memoryOf("old-stated", { updated: times[2]! }),
    memoryOf("new-derived", { updated: times[0]!, trust: "derived" }),
    memoryOf("new-stated", { updated: times[1]! }),
  ];
  expect(check(memories).shown.map(({ memory }) => memory.id)).toEqual(["new-stated", "old-stated", "new-derived"]);
});

test("what does not fit is counted in the last line, which names list and recall", () => {
  const { text, left } = check(numbered(300));
  const lines = bareLines(text);
  expect(lines.at(-1)).toBe(
    `- ${left} more memories are not shown here: list shows all of them, recall searches them.`,
  );
  expect(left + lines.length - 1).toBe(300);
});

test("a memory whose path makes no safe link has no line, and is counted as left out", () => {
  const { text, left } = check([memoryOf("bell", { path: "topics/be\u0007ll.md" }), memoryOf("fine")]);
  expect(bareLines(text).map((line) => isOverflowLine(line))).toEqual([false, true]);
  expect(left).toBe(1);
});

test("as many memories as there are lines need no overflow line", () => {
  const short = numbered(30, () => ({ title: "t", description: "" }));
  expect(check(short, { maxLines: 30 })).toMatchObject({ left: 0 });
  expect(bareLines(check(short, { maxLines: 29 }).text)).toHaveLength(29);
});

test("the caps hold, the overflow line included, whatever is written above and below", () => {
  fc.assert(
    fc.property(someMemories(60), anyHand, anyLimits, (memories, hand, limits) => {
      const printed = printRanked(hand, rankedOf(memories), limits);
      const own = Buffer.byteLength(hand.before + hand.after);
      if (printed === undefined) {
        expect(bareLines(hand.before + hand.after).length > limits.maxLines || own + 1 > limits.maxBytes).toBe(true);
        return;
      }
      expect(bareLines(printed.text).length).toBeLessThanOrEqual(limits.maxLines);
      expect(Buffer.byteLength(printed.text)).toBeLessThanOrEqual(limits.maxBytes);
      expect(printed.shown.length + printed.left).toBe(memories.length);
    }),
  );
});

test.each([
  [{ maxBytes: 3_000, budgetTokens: 20_000 }, (text: string) => Buffer.byteLength(text), 3_000],
  [{ maxLines: 25, budgetTokens: 20_000 }, (text: string) => bareLines(text).length, 25],
])("%j is used to the full and never overdrawn", (limits, measure, cap) => {
  const { text } = check(numbered(300), limits);
  expect(measure(text)).toBeLessThanOrEqual(cap);
  expect(measure(text)).toBeGreaterThan(cap * 0.9);
});

test("a person's lines stand byte for byte and in order around Cairn's", () => {
  fc.assert(
    fc.property(someMemories(30), handText, (memories, text) => {
      const own = new Set(memories.map(pointerLine));
      const isOwn = (line: string) => line !== "" && (own.has(line) || isOverflowLine(line));
      fc.pre(!bareLines(text).some(isOwn));
      const printed = check(memories, {}, aroundOwn(text, isOwn));
      const hand = aroundOwn(printed.text, isOwn);
      const open = printed.text === text || text === "" || text.endsWith("\n");
      expect(hand.before + hand.after).toBe(open ? text : `${text}\n`);
    }),
  );
});

test("the budget bounds what Cairn adds, not what a person wrote", () => {
  const memories = numbered(100);
  const long = { before: `${"a person's own words, at some length\n".repeat(60)}`, after: "" };
  const [alone, beside] = [check(memories, { budgetTokens: 500 }), check(memories, { budgetTokens: 500 }, long)];
  expect(beside.shown.length).toBe(alone.shown.length);
  expect(alone.shown.length).toBeLessThan(check(memories, { budgetTokens: 1_000 }).shown.length);
  const added = Buffer.byteLength(beside.text) - Buffer.byteLength(long.before);
  expect(added).toBeLessThan(500 * 4);
});

test("the ten newest are in, however many older ones are stated and they are not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 400 }), fc.integer({ min: 700, max: 3_000 }), (count, budgetTokens) => {
      const memories = numbered(count, (n) => ({
        trust: n < count - 10 ? "stated" : "derived",
        description: "a description of the usual length, which is about this long and then a little longer",
      }));
      const shown = check(memories, { budgetTokens }).shown.map(({ memory }) => memory.id);
      for (const memory of memories.slice(-10)) expect(shown).toContain(memory.id);
    }),
    { numRuns: 25 },
  );
});

test("no line holds a date Cairn knows, unless its title, words or path do", () => {
  fc.assert(
    fc.property(
      fc.array(fc.date({ noInvalidDate: true, min: new Date("2000-01-01"), max: new Date("2099-01-01") })),
      (dates) => {
        const memories = dates.map((date, n) =>
          memoryOf(`m-${n}`, { updated: date.toISOString(), created: date.toISOString() }),
        );
        expect(check(memories).text).not.toMatch(/\d{4}-\d{2}/);
      },
    ),
  );
});

test("every line is one line of at most 150 characters, with no markup, address or control character from outside", () => {
  fc.assert(
    fc.property(someMemories(40), (memories) => {
      for (const { line } of check(memories).shown) {
        expect(line.length).toBeLessThanOrEqual(150);
        expect(line).toMatch(/^- \[[^\p{C}[\]<>`]+\]\([^()<>`\s]+\)(?: — [^\p{C}[\]<>`]*)?$/u);
        expect(line.slice(line.indexOf(")"))).not.toMatch(/:\/\//);
      }
    }),
  );
});

test("V1: the same memories in any order give the same bytes", () => {
  fc.assert(
    fc.property(
      someMemories(40).chain((memories) =>
        fc.tuple(fc.constant(memories), fc.shuffledSubarray(memories, { minLength: memories.length })),
      ),
      anyHand,
      anyLimits,
      ([memories, shuffled], hand, limits) => {
        expect(printRanked(hand, rankedOf(shuffled), limits)?.text).toBe(
          printRanked(hand, rankedOf(memories), limits)?.text,
        );
      },
    ),
  );
});

test("of thousands the same are shown as if all of them had been sorted, also where many have no line", () => {
  for (const unsafe of [1, 3]) {
    const memories = numbered(3_000, (n) => ({
      trust: (n * 7_919) % 5 === 0 ? "stated" : "derived",
      updated: new Date(Date.UTC(2025, 0, 1) + ((n * 7_919) % 3_000) * 1_000).toISOString(),
      path: n % unsafe === 0 ? `m-${n}.md` : `a\n${n}.md`,
    }));
    const times = (one: Memory) => one.updated ?? "";
    const newest = [...memories].sort((a, b) => (times(a) < times(b) ? 1 : -1));
    const best = [
      ...newest.filter(({ trust }) => trust === "stated"),
      ...newest.filter(({ trust }) => trust !== "stated"),
    ];
    const first = newest.slice(0, 10).filter((one) => pointerLine(one) !== "");
    const rest = best.filter((one) => !newest.slice(0, 10).includes(one) && pointerLine(one) !== "");
    const wanted = new Set([...first, ...rest].slice(0, 59));
    const { shown } = check(memories, { maxLines: 60, budgetTokens: 20_000 });
    expect(shown.map(({ memory }) => memory.id)).toEqual(best.filter((one) => wanted.has(one)).map(({ id }) => id));
  }
});
