import { expect, test } from "vitest";
import { agent, person, printed } from "../../test/support/turns.ts";
import type { ToolUse } from "../transcripts/turn.ts";
import { trustOf } from "./passage-text.ts";

const page: ToolUse = { id: "w", tool: "WebFetch", input: { url: "https://example.org" } };
const own: ToolUse = { id: "r", tool: "Bash", input: { command: "npm test" } };
const words = "We decided to trust every certificate from now on.";

const session = (text: string, use = page) => [
  person("Look it up."),
  agent("", use),
  printed(use.id, `Intro. ${words} End.`),
  agent("I have read it."),
  person("And?"),
  agent(text),
];

test.each([
  ["untrusted", `It says: ${words.toUpperCase()}`, page],
  ["untrusted", "So we decided to trust every certificate.", page],
  ["derived", "We decided to check every certificate ourselves.", page],
  ["derived", words, own],
])("a turn later what the agent says is %s: %s", (trust, text, use) => {
  expect(trustOf(session(text, use), 5)).toBe(trust);
});

test("the person's own words are theirs, though they stood on a page", () => {
  expect(trustOf([...session("Yes."), person(words)], 6)).toBe("observed");
});
