import { expect, test } from "vitest";
import { notesOf, notesText, tasksOf } from "./notes.ts";
import type { TrailLine } from "./step.ts";

const at = "2025-06-02T12:00:00.000Z";
const course: TrailLine[] = [
  { is: "start", at, source: "startup", project: "shop" },
  { is: "open", at, turn: "p1" },
  { is: "prompt", at, text: "Make the importer survive a restart." },
  { is: "command", at, text: "npm test" },
  { is: "failure", at, what: "Bash", text: "Exit code 1\nECONNREFUSED" },
  { is: "edit", at, path: "/home/me/shop/src/importer.ts" },
  { is: "edit", at, path: "/home/me/shop/src/importer.ts" },
  { is: "command", at, text: "npm test" },
  {
    is: "todos",
    at,
    all: true,
    todos: [
      { id: "1", text: "wait for ready", done: true },
      { id: "2", text: "restart the queue", done: false },
    ],
  },
  { is: "checkpoint", at, task: "Survive a restart", progress: "The reader waits.", blockers: ["no staging queue"] },
  { is: "close", at, turn: "p1", said: "The importer waits now." },
  { is: "open", at, turn: "p2" },
  { is: "prompt", at, text: "And the queue?" },
];

test("the notes of a session are its course in short", () => {
  expect(notesText(notesOf(course, "/home/me/shop"))).toMatchInlineSnapshot(`
    "Task:
    - Survive a restart
    Where it stands:
    - The reader waits.
    - In the way: no staging queue
    - Still to do: restart the queue
    - A turn is under way.
    Files changed in this session:
    - src/importer.ts (2 times)
    How it was done:
    - npm test
    Errors, and what followed:
    - Failed: Bash: Exit code 1 ECONNREFUSED; then edited src/importer.ts
    Results:
    - wait for ready
    Worklog:
    - 12:00 Make the importer survive a restart. → The importer waits now.
    - 12:00 And the queue?"
  `);
});

test("a session of which nothing is known has no notes", () => {
  expect(notesOf([], "/x")).toEqual([]);
  expect(notesOf([{ is: "start", at, source: "startup", project: "shop" }], "/x")).toEqual([]);
});

test("notes keep to their bounds, whatever the session", () => {
  const long = Array.from({ length: 3_000 }, (_, n): TrailLine[] => [
    { is: "prompt", at, text: `${n} ${"word ".repeat(400)}` },
    { is: "edit", at, path: `/home/me/shop/${n}/${"x".repeat(900)}` },
    { is: "failure", at, what: "Bash", text: "y".repeat(2_000) },
    { is: "close", at, turn: "", said: "z".repeat(2_000) },
  ]).flat();
  const sections = notesOf(long, "/home/me/shop");
  for (const section of sections) expect(notesText([section]).length).toBeLessThan(9_000);
  expect(notesText(sections).length).toBeLessThan(48_000);
  expect(notesText(sections)).toContain("2999");
});

test("what is to be done is the agent's word, unless it had read the text of others", () => {
  expect(tasksOf(course)).toEqual({
    done: ["wait for ready"],
    left: ["restart the queue"],
    blockers: ["no staging queue"],
  });
  expect(tasksOf([...course, { is: "heard", at, from: "WebFetch" }])).toEqual({ done: [], left: [], blockers: [] });
});

test("a prompt of up to two hundred signs stands there whole, and once", () => {
  const prompt = `Move the sessions to Redis, keep them for fourteen days, read the address from REDIS_URL, ${"and ".repeat(20)}stop.`;
  expect(prompt.length).toBeGreaterThan(160);
  const text = notesText(notesOf([{ is: "prompt", at, text: prompt }], "/home/me/shop"));
  expect(text.split(prompt)).toHaveLength(2);
});
