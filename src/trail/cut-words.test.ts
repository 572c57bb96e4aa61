import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { TrailLine } from "./step.ts";
import { Trails } from "./trails.ts";

const home = mkdtempSync(join(tmpdir(), "cairn-cut-"));
afterAll(() => rmSync(home, { recursive: true }));

const at = "2026-11-15T10:00:00.000Z";
const forgotten = "The vault opens with the wedding day of the eldest daughter, turned around.";
const other = "We talk of boats and of weather and of nothing else at all. ";
let count = 0;

function trailOf(...lines: TrailLine[]) {
  const trails = new Trails(join(home, `${count++}`));
  const trail = trails.of("claude-code", "s1");
  for (const line of lines) trail.append(line);
  trail.sumUp(at);
  return { trails, trail, text: () => readFileSync(trail.path, "utf8") };
}

/** So much of it stands before the cut, whatever the cut is. */
const cutAfter = (signs: number, cut: number) =>
  `${other.repeat(40).slice(0, cut - signs - 1)} ${forgotten} And so on.`.padEnd(cut + 200, " x");

test.each([14, 20, 40, 60])("a prompt that is cut within a forgotten sentence, after %i signs of it, goes too", (n) => {
  const { trails, text } = trailOf({ is: "prompt", at, text: cutAfter(n, 2_000) });
  expect(text()).toContain(forgotten.slice(0, n - 1));
  trails.scrub([forgotten], []);
  expect(text()).not.toContain(forgotten.slice(0, 12));
});

test.each([20, 50])("so does the shorter copy of it in what the session was summed up to (%i signs)", (n) => {
  const { trails, text } = trailOf({ is: "prompt", at, text: cutAfter(n, 300) }, { is: "end", at, reason: "other" });
  expect(text().match(/The vault ope/g)).toHaveLength(2);
  trails.scrub([forgotten], []);
  expect(text()).not.toContain(forgotten.slice(0, 12));
});

test("of long last words both cut ends are looked at", () => {
  const said = (first: string, last: string) =>
    `${other.repeat(9)}${first}${"y ".repeat(3_000)}${last}${other.repeat(23).slice(0, 1_340)}`;
  for (const words of [said(forgotten, ""), said("", forgotten)]) {
    const cut = trailOf({ is: "close", at, turn: "t1", said: words });
    const stood = cut.text();
    expect(stood.includes("The vault opens") || stood.includes("turned around")).toBe(true);
    cut.trails.scrub([forgotten], []);
    expect(cut.text()).not.toMatch(/The vault opens|turned around/);
  }
});

test("what ends alike and is whole, or is long and only has the words in it, stays", () => {
  const short: TrailLine = { is: "remark", at, text: "Yesterday the vault opens" };
  const long: TrailLine = { is: "remark", at, text: `The vault opens late. ${other.repeat(8)}` };
  const { trails, text } = trailOf(short, long);
  const before = text();
  trails.scrub([forgotten], []);
  expect(text()).toBe(before);
});
