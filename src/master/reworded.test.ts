import { expect, test } from "vitest";
import { noFacts } from "../../test/support/no-facts.ts";
import { sourceOf } from "../../test/support/synthesis-sources.ts";
import { draftMaster, finishMaster } from "./master.ts";
import { handLinesIn } from "./previous.ts";

const finish = { facts: noFacts, day: "2025-06-02", structure: "fixed", archive: "master-archive" } as const;
const learned = ["The cache is cold at night", "Rows are dropped on full pages", "Names with a slash trip the parser"];

function synthesised(standing: string, last: string, learnings: readonly string[] = learned): string {
  const statements = learnings.map((text) => ({ sort: "learning" as const, text }));
  const draft = draftMaster({ sources: [sourceOf("s", { statements })], told: [], maxBytes: 16_000 });
  return finishMaster(draft, { ...finish, hand: handLinesIn(standing, last) }).body;
}

const first = synthesised("", "");
const linesOf = (body: string) => body.split("\n").filter((line) => /^- .*(?:cache|row|slash|Ada)/i.test(line));

test.each([
  ["in part", "Rows of full pages are lost"],
  ["in no word that was there", "Paging loses entries"],
])("a line reworded %s stands for the one it was made of; the others of its source stay", (_, words) => {
  const own = first.replace(learned[1]!, words);
  const then = synthesised(own, first);
  const again = synthesised(then, then);
  expect(again).toBe(then);
  expect(then).toContain(`- ${words} (2025-01-01) [[s]] [by hand]`);
  for (const said of learned) expect(then.includes(said)).toBe(said !== learned[1]);
});

test("what a source says later is told beside a line that was reworded", () => {
  const then = synthesised(first.replace(learned[1]!, "Rows of full pages are lost"), first);
  const later = synthesised(then, then, [...learned, "Ada has the key of the safe"]);
  expect(linesOf(later)).toHaveLength(4);
  expect(later).toContain("Ada has the key of the safe");
});

test("a line that a person adds and that only names a source replaces nothing", () => {
  const own = first.replace(/^- The cache/m, "- Ask Ada about caches at night [[s]]\n- The cache");
  expect(linesOf(synthesised(own, first))).toHaveLength(4);
});
