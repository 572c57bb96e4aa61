import { expect, test } from "vitest";
import { isDue, type SynthesisStanding, synthesisReminder } from "./at-start.ts";

const usual: SynthesisStanding = { mode: "auto", fresh: 3, ageDays: 2, minSummaries: 5, everyDays: 0 };

test.each<[string, Partial<SynthesisStanding>, boolean]>([
  ["few are new", {}, false],
  ["enough are new", { fresh: 5 }, true],
  ["there is no master", { fresh: 1, ageDays: undefined }, true],
  ["nothing is new", { fresh: 0, ageDays: undefined }, false],
  ["the days are over", { ageDays: 8, everyDays: 7 }, true],
  ["the days are not over", { ageDays: 6, everyDays: 7 }, false],
  ["the days are over and nothing is new", { fresh: 0, ageDays: 90, everyDays: 7 }, false],
  ["it is only suggested", { mode: "suggest", fresh: 50 }, false],
  ["it is off", { mode: "off", fresh: 50 }, false],
])("whether a master is made by itself where %s", (_, said, due) => {
  expect(isDue({ ...usual, ...said })).toBe(due);
});

test.each<[Partial<SynthesisStanding>, string | undefined]>([
  [{ fresh: 1 }, "1 new summary since the last synthesis."],
  [
    { fresh: 2, ageDays: 23 },
    "2 new summaries since the last synthesis. The master is 23 days old: synthesize brings it up to date.",
  ],
  [{ fresh: 1, ageDays: undefined }, "1 new summary, and no master yet: synthesize makes one."],
  [{ fresh: 2, changed: 1 }, "2 new summaries and 1 changed summary since the last synthesis."],
  [{ fresh: 0, changed: 1 }, "1 changed summary since the last synthesis."],
  [{ fresh: 0, ageDays: 200 }, "The project's master memory is up to date: recall without a question shows it."],
  [{ fresh: 0, ageDays: undefined }, undefined],
  [{ mode: "off" }, undefined],
])("what is said of it: %j", (said, line) => {
  expect(synthesisReminder({ ...usual, mode: "suggest", ...said })).toBe(line);
});
