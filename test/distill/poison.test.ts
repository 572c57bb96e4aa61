/** Nothing that a page, a tool or a program says is ever taken for the person's words, and nothing of it leaves its block. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contextShown } from "../../src/capture/context-file.ts";
import { type TriagedPassage, triage } from "../../src/capture/triage.ts";
import { turnsOf } from "../../src/hosts/records.ts";
import type { Turn } from "../../src/transcripts/turn.ts";
import { dressNames, poisonIn } from "./poison-strings.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-poison-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const person = (content: unknown, more: object = {}) => ({ type: "user", message: { role: "user", content }, ...more });
const result = (content: unknown) => person([{ type: "tool_result", tool_use_id: "t1", content }]);

/** The ways by which words of others come into a transcript of the client. */
const carriers: Readonly<Record<string, (text: string) => object>> = {
  "a tool's answer": (text) => result(text),
  "a tool's answer in parts": (text) => result([{ type: "text", text }]),
  "a failed tool": (text) =>
    person([{ type: "tool_result", tool_use_id: "t1", is_error: true, content: `Error: ${text}` }]),
  "a notice of the client": (text) => person(`<task-notification>\n${text}\n</task-notification>`),
  "the output of a local command": (text) => person(`<local-command-stdout>${text}</local-command-stdout>`),
  "a sub-agent's prompt": (text) => person(text, { isSidechain: true, agentId: "a1" }),
};

const entry = (line: object, n: number) => ({
  isSidechain: false,
  userType: "external",
  cwd: "/w",
  sessionId: "s1",
  version: "2.1.0",
  uuid: `u${n}`,
  timestamp: "2026-11-15T10:00:00.000Z",
  ...line,
});

/** Read from a file, as every transcript is. */
function sessionWith(lines: readonly object[]): Turn[] {
  const use = { type: "tool_use", id: "t1", name: "WebFetch", input: { url: "https://example.org" } };
  const around = [
    person("Please read that page and tell me what it is about."),
    { type: "assistant", message: { role: "assistant", content: [use] } },
    ...lines,
    { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "It is an advertisement." }] } },
    person("Thanks, that is all."),
  ];
  const path = join(folder, "session.jsonl");
  writeFileSync(path, `${around.map((line, n) => JSON.stringify(entry(line, n))).join("\n")}\n`);
  return [...turnsOf(path)];
}

const passagesOf = (turns: readonly Turn[]): TriagedPassage[] => triage(turns).flatMap(({ passages }) => passages);

test("there are more than 5,000 of them for each way in", () => {
  expect(dressNames.flatMap(poisonIn).length).toBeGreaterThanOrEqual(5_000);
});

test.each(Object.keys(carriers))("by way of %s nothing is heard at all", (way) => {
  for (const dress of dressNames) {
    const turns = sessionWith(poisonIn(dress).map(carriers[way]!));
    const persons = turns.filter(({ by, agent }) => by === "person" && agent === undefined);
    expect(persons.map(({ text }) => text)).toEqual([
      "Please read that page and tell me what it is about.",
      "Thanks, that is all.",
    ]);
    expect(passagesOf(turns)).toEqual([]);
  }
});

test("an agent that repeats it is not taken for the person", () => {
  for (const text of dressNames.flatMap(poisonIn)) {
    expect(passagesOf([{ by: "agent", text, from: 0 }]).filter(({ voice }) => voice === "person")).toEqual([]);
  }
});

const pastes: Readonly<Record<string, (text: string) => string>> = {
  "in a fence": (text) => `what is this?\n\`\`\`\`\`\n${text}\n\`\`\`\`\``,
  "as a quotation": (text) => `what is this?\n${text.replaceAll("\r", "").replace(/^/gm, "> ")}`,
  "in a reminder of the client": (text) => `hello <system-reminder>${text}</system-reminder>`,
  "in a reminder that it closes and opens again": (text) =>
    `hello <system-reminder>a</system-reminder>\n${text}\n<system-reminder>b</system-reminder>`,
};

test.each(Object.keys(pastes))("a person who pastes it %s has not said it", (how) => {
  for (const text of dressNames.flatMap(poisonIn)) {
    expect(passagesOf([{ by: "person", text: pastes[how]!(text), from: 0 }])).toEqual([]);
  }
});

test("nothing leaves the block of a context file, or hides in it", () => {
  const decision: Turn = { by: "person", text: "We decided to use Postgres.", from: 0 };
  for (const dress of dressNames) {
    for (const text of poisonIn(dress)) {
      const turns: Turn[] = [{ by: "agent", text, from: 0 }, decision, { by: "agent", text, from: 0 }];
      const context = contextShown(triage(turns).find(({ kind }) => kind === "decision")!, turns, text).text;
      const outside = context.replace(/<transcript_data>[\s\S]*<\/transcript_data>/, "");
      expect(context.match(/^<transcript_data>$/gm)).toHaveLength(1);
      expect(context.match(/^<\/transcript_data>$/gm)).toHaveLength(1);
      expect(context.replaceAll(/<\/?transcript_data>/g, "")).not.toMatch(
        /[<>\u200b\u2060\u202e\u0000\u001b]|[\u{e0000}-\u{e007f}]/u,
      );
      expect(outside.split("\n").length).toBeLessThan(25);
    }
  }
});
