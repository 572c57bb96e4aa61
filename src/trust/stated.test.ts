import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { type Category, namesFor, wordsFor } from "../person/categories.ts";
import { isStated } from "./stated.ts";

function check(prompt: string, category: Category, key: string, value: string): boolean {
  return isStated({ names: namesFor(category, key), words: wordsFor(category, key, value) }, prompt.toLowerCase());
}

test.each<[string, Category, string, string]>([
  ["From now on keep answers brief, and use camelCase.", "preferences", "detail", "short"],
  ["no long answers: keep it brief please", "preferences", "detail", "short"],
  ["I prefer dry, short answers", "preferences", "detail", "short"],
  ["could you be more concise?", "preferences", "detail", "short"],
  ["set detail to full", "preferences", "detail", "full"],
  ["fix it. Detail: full", "preferences", "detail", "full"],
  ["/cairn:user update preferences --set naming=kebab-case", "preferences", "naming", "kebab-case"],
  ["detail: full\nthen fix the parser", "preferences", "detail", "full"],
  ["Keep answers brief\nand fix the parser", "preferences", "detail", "short"],
  ["call me ada, i am a lead engineer.", "profile", "name", "ada"],
  ["call me ada, i am a lead engineer.", "profile", "role", "lead engineer"],
  ["my name is ada", "profile", "name", "ada"],
  ["I mostly work with Rust and Go", "technical", "languages", "rust"],
  ["Ich benutze Vim.", "technical", "editor", "vim"],
  ["when you review, use tables for results", "preferences", "review", "tables for results"],
])("in %j they say %s %s: %s", (prompt, category, key, value) => {
  expect(check(prompt, category, key, value)).toBe(true);
});

test.each<[string, Category, string, string]>([
  ["Fix the parser in full", "preferences", "detail", "full"],
  ["Use the full parser in the test", "preferences", "detail", "full"],
  ["I want the full log", "preferences", "detail", "full"],
  ["Keep it short-lived", "preferences", "detail", "short"],
  ["What does detail: full mean here? and what is compression?", "preferences", "detail", "full"],
  ["What does detail: full mean here? and what is compression?", "preferences", "compression", "what"],
  ["should I use camelCase for variables?", "preferences", "naming", "camelcase for variables"],
  ["the job has a long name", "profile", "role", "job"],
  ["the job has a long name", "profile", "name", "long"],
  ["I do not want short answers", "preferences", "detail", "short"],
  ["explain the shortcut", "preferences", "detail", "short"],
])("in %j nobody says %s %s: %s", (prompt, category, key, value) => {
  expect(check(prompt, category, key, value)).toBe(false);
});

test("a word said four times as often takes about four times as long", () => {
  const least = (often: number) => {
    const prompt = "why are there short names, or is it? ".repeat(often);
    return Math.min(...[1, 2].map(() => processorMsOf(() => check(prompt, "preferences", "detail", "short"))));
  };
  expect(least(6_000) / Math.max(least(1_500), 5)).toBeLessThan(9);
});
