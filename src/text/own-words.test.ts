import { expect, test } from "vitest";
import { ownIn } from "./own-words.ts";

const printed = [
  "2026-11-15T19:02:39 started",
  "  [2026-11-15 19:02 started",
  "19:02:39 started",
  "[ERROR] no such table",
  "  WARN: slow",
  "npm err! code E404",
  "Traceback (most recent call last):",
  '  File "app.py", line 3',
  "error[E0308]: mismatched types",
  "Fatal: not a git repository",
  "=== RUN   TestAll",
  "--- FAIL: TestAll",
  "    at Object.<anonymous> (/srv/app.js:3:7)",
  "  TypeError: x is not a function",
  "IOException(3)",
  "src/app.ts:12:5 unused",
  "@@ -1,3 +1,4 @@",
  "diff --git a/x b/x",
  "index 83db48f..bf269f4",
  "+++ b/src/app.ts",
  "-removed",
  "$ npm test",
  "❯ npm test",
  "✗ three of nine",
  "● Read the file",
  "  if (found) {",
  "}; ",
  "│ a box │",
];
const typed = [
  "The index is slow since Monday.",
  "- a list of mine",
  "Errors are fine here",
  "At noon we deploy.",
  "I use $ as a prefix",
  "Indexes are rebuilt at night",
];

test.each(printed)("a terminal printed it: %s", (line) => {
  expect(ownIn(`Please look\n${line}\n${line}\nat that.`, false).own).toBe("Please look\nat that.");
});

test.each(typed)("somebody typed it: %s", (line) => {
  expect(ownIn(`Please look\n${line}\n${line}\nat that.`, false).own).toBe(`Please look\n${line}\n${line}\nat that.`);
});
