import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { casesOf } from "../../bench/door/cases.ts";
import { fitDoor } from "../../bench/door/fit-door.ts";
import { printedThesaurus } from "../../bench/door/printed-thesaurus.ts";
import { answeredBy, figuresOf } from "../../bench/door/scored.ts";
import type { Project } from "../../bench/door/unasked-set.ts";

test("the stems of the thesaurus are those of its words", () => {
  const file = new URL("../../src/search/door/thesaurus-table.ts", import.meta.url);
  expect(readFileSync(file, "utf8")).toBe(printedThesaurus());
});

const arm = { name: "prompt only", files: false, aliases: false, others: false };
const kitchen: Project = {
  name: "kitchen",
  memories: [
    ["kettle", "The kettle boils at noon", "It hums before it boils."],
    ["oven", "The oven is lit by hand", "Its fuse melts otherwise."],
  ].map(([id, title, text]) => ({
    project: "kitchen",
    id: id!,
    kind: "decision",
    title: title!,
    text: text!,
    files: [],
    tags: [],
    aliases: [],
  })),
  prompts: [
    { prompt: "when does the kettle boil?", gold: ["kettle"] },
    { prompt: "light the oven by hand", gold: ["oven"] },
    { prompt: "paint the wall", gold: [] },
  ].map((one, n) => ({ ...one, n, project: "kitchen", files: [], class: one.gold.length > 0 ? "real" : "none" })),
};

test("weights are learned from cases, and figures count what is shown, missed and kept silent about", () => {
  const cases = casesOf(kitchen, arm, []);
  const weights = fitDoor(cases);
  expect(figuresOf(cases.map((one) => answeredBy(weights, one)))).toEqual({
    precision: 1,
    recall: 1,
    silence: 1,
    shown: 2,
  });
  const silent = cases.map((one) => ({ ...answeredBy(weights, one), judged: [] }));
  expect(figuresOf(silent)).toEqual({ precision: 1, recall: 0, silence: 1, shown: 0 });
});
