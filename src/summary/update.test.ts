import fc from "fast-check";
import { expect, test } from "vitest";
import { type Content, contentOf, printContent } from "../format/sections.ts";
import type { Summary } from "./by-rule.ts";
import { updatedSummary } from "./update.ts";

const path = "sessions/s1.md";
const head =
  "---\nname: s1\ndescription: The goal\nmetadata:\n  type: project\n  kind: session_summary\n  session_summary: { session: s1 }\n---\n";
const file = (content: Content, more = "") =>
  `${head}# The title\n\n${printContent("session_summary", content)}\n${more}`;
const summary = (content: Content, more: Partial<Summary> = {}): Summary => ({
  session: "s1",
  title: "The title",
  description: "The goal",
  content,
  outcome: undefined,
  tags: [],
  trust: "derived",
  until: undefined,
  ...more,
});

/** What stands there after: by hand, as Cairn left it, and what is new. */
function check(hand: Content, base: Content | undefined, wanted: Content): Content {
  const { body } = updatedSummary(file(hand), base === undefined ? undefined : file(base), path, summary(wanted));
  return contentOf({ kind: "session_summary", body: body ?? printContent("session_summary", hand) });
}

const was: Content = { goal: "Mend the gate.", completed: ["A"], next_actions: ["B"] };

test("what happened grows, what only told how it stood gives way", () => {
  expect(check(was, was, { goal: "Mend the gate.", completed: ["C"], next_actions: ["D"] })).toEqual({
    goal: "Mend the gate.",
    completed: ["A", "C"],
    next_actions: ["D"],
  });
});

test("a list that is over goes with its heading, one that was not spoken of stays", () => {
  expect(check(was, was, { next_actions: [] })).not.toHaveProperty("next_actions");
  expect(check(was, was, { completed: ["C"] })).toMatchObject({ next_actions: ["B"] });
});

test("a line by hand stays, and a line somebody took out does not come back", () => {
  const hand = { ...was, completed: ["by hand"], next_actions: ["B", "my own"] };
  expect(check(hand, was, { completed: ["A", "C"], next_actions: ["D"] })).toMatchObject({
    completed: ["by hand", "C"],
    next_actions: ["my own", "D"],
  });
});

test("a text that a person rewrote is theirs", () => {
  expect(check({ goal: "Mine." }, { goal: "Cairn's." }, { goal: "Newer." })).toEqual({ goal: "Mine." });
  expect(check({ goal: "Cairn's." }, { goal: "Cairn's." }, { goal: "Newer." })).toEqual({ goal: "Newer." });
  expect(check({ goal: "Whose?" }, undefined, { goal: "Newer." })).toEqual({ goal: "Whose?" });
});

test("of Cairn's own points the status gives way, the decision gets its reason", () => {
  const points = (...lines: string[]) => ({ tracking_points: lines });
  expect(
    check(
      points("**Decision**: use WAL mode now", "**Status**: half done"),
      points("**Decision**: use WAL mode now", "**Status**: half done"),
      points("**Decision**: use WAL mode now — because many write", "**Status**: done"),
    ),
  ).toEqual(points("**Decision**: use WAL mode now — because many write", "**Status**: done"));
});

test("sections and words this knows nothing of stay byte for byte", () => {
  const mine = "\n## My notes\n*  odd   bullets\n\n\n| a | b |\n";
  const { body } = updatedSummary(file(was, mine), file(was), path, summary({ completed: ["C"] }));
  expect(body).toContain("## My notes\n*  odd   bullets\n\n\n| a | b |");
});

const word = fc.constantFrom("amber", "birch", "cobalt", "delta", "ember", "fjord", "garnet", "harbor");
const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
const lists = fc.record(
  { completed: fc.array(line), next_actions: fc.array(line), tracking_points: fc.array(line) },
  { requiredKeys: [] },
);

test("the same summary twice changes nothing the second time", () => {
  fc.assert(
    fc.property(lists, lists, (base, wanted) => {
      const first = updatedSummary(file(base), file(base), path, summary(wanted));
      const text = `${head}${first.body ?? `# The title\n\n${printContent("session_summary", base)}`}\n`;
      expect(updatedSummary(text, text, path, summary(wanted)).changes).toEqual([]);
    }),
  );
});

test("no line by hand is ever lost", () => {
  fc.assert(
    fc.property(
      lists,
      lists,
      lists,
      fc.constantFrom("completed", "next_actions", "tracking_points"),
      (hand, base, wanted, field) => {
        const mine = "zebra zircon zenith by hand";
        const with_ = { ...hand, [field]: [...(hand[field as "completed"] ?? []), mine] };
        const { body } = updatedSummary(file(with_), file(base), path, summary(wanted));
        expect(body ?? file(with_)).toContain(mine);
      },
    ),
  );
});
