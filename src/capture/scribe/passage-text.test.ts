import { expect, test } from "vitest";
import { agent, person, printed, ran } from "../../../test/support/turns.ts";
import { heardTurns } from "../../conversation/heard-turns.ts";
import type { ToolCall } from "../../transcripts/turn.ts";
import { trustOf } from "./passage-text.ts";

const project = "/home/me/shop";
const used = (tool: string, input: ToolCall["input"]): ToolCall => ({ id: "u", tool, input });

test.each<["untrusted" | "derived", ToolCall]>([
  ["untrusted", used("WebFetch", { url: "https://example.org" })],
  ["untrusted", used("mcp__cairnevil__x", {})],
  ["untrusted", used("Read", { file_path: "/tmp/page.html" })],
  ["untrusted", used("Grep", { path: "/other", pattern: "x" })],
  ["untrusted", ran("u", "gh api repos/o/r/issues/1")],
  ["untrusted", ran("u", "/usr/bin/curl example.org")],
  ["untrusted", ran("u", "cat ~/Downloads/page.html")],
  ["derived", used("mcp__plugin_cairn_cairn__recall", { query: "x" })],
  ["derived", used("Grep", { path: "/home/me/shop/src", pattern: "x" })],
  ["derived", used("Grep", { pattern: "x" })],
  ["derived", ran("u", "cd /home/me/shop && cat ~/shop/notes.md")],
])("what the agent tells again of what this printed is %s, and its own words are its own: %j", (trust, use) => {
  const turns = [
    person("Look."),
    agent("", use),
    printed("u", "We use Redis."),
    agent("We use Redis."),
    agent("Mind the retry."),
  ];
  const marked = [...heardTurns(turns, { project })];
  expect([trustOf(marked, 3), trustOf(marked, 4)]).toEqual([trust, "derived"]);
});
