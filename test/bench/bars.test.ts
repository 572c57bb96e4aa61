import { expect, test } from "vitest";
import { printBars } from "../../bench/hooks/plot.ts";

const bars = [
  { name: "before", value: 4 },
  { name: "now", value: 2 },
];

/** Where the lines of goals stand, and the ends of the bars. */
function placesIn(plot: string): { goals: number[]; ends: number[] } {
  const goals = [...plot.matchAll(/<line class="grid" x1="(\d+)"/g)].map(([, x]) => Number(x));
  const ends = [...plot.matchAll(/<rect [^>]*x="(\d+)" y="\d+" width="(\d+)"/g)].map(
    ([, x, width]) => Number(x) + Number(width),
  );
  return { goals, ends };
}

test("each group of bars has the line of its own goal, where it has one, at the length of that goal", () => {
  const groups = [
    { name: "start", bars, goal: 2 },
    { name: "list", bars, goal: 4 },
    { name: "recall", bars },
  ];
  const { goals, ends } = placesIn(printBars({ title: "A start", unit: "×", groups }));
  expect(goals).toEqual([ends[1], ends[2]]);
});

test("one goal stands across all groups, and long names take the room they need", () => {
  const short = printBars({ title: "Hooks", unit: "ms", goal: 4, groups: [{ name: "prompt", bars }] });
  expect(placesIn(short).goals).toEqual([placesIn(short).ends[0]]);
  expect(short).toContain("goal: 4 ms");
  const name = "a name of an event that is as long as a sentence";
  const long = printBars({ title: "Hooks", unit: "ms", groups: [{ name, bars }] });
  const from = (plot: string) => Number(/<rect [^>]*x="(\d+)"/.exec(plot)?.[1]);
  expect(from(long)).toBeGreaterThan(from(short) + 200);
});
