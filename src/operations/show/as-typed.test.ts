import { expect, test } from "vitest";
import { asTyped } from "./as-typed.ts";

test.each([
  ["See history.", "See cairn history."],
  ["Run init codex.", "Run cairn init codex."],
  ["Run init again, from where Cairn is now.", "Run cairn init again, from where Cairn is now."],
  ["See workspace for the projects there are.", "See cairn workspace for the projects there are."],
  ["Switch it on here with start.", "Switch it on here with cairn start."],
  ["restore brings it back; history shows it.", "cairn restore brings it back; cairn history shows it."],
  ["review --rejected lists them", "cairn review --rejected lists them"],
  ["Did you mean beta? list shows the ids.", "Did you mean beta? cairn list shows the ids."],
  ["See help team. See team review; see log days.", "See cairn help team. See cairn team review; see cairn log days."],
  ["Give it a file as user export writes it.", "Give it a file as cairn user export writes it."],
  ["Nothing was done. status shows what waits.", "Nothing was done. cairn status shows what waits."],
  ["Run restore beta first.", "Run cairn restore beta first."],
  ["First undo project:124.", "First cairn undo project:124."],
  ["To have it again, undo project:12.", "To have it again, cairn undo project:12."],
  ["(create of beta): undo user:1.", "(create of beta): cairn undo user:1."],
  [
    "list shows the ids there are, history shows more.",
    "cairn list shows the ids there are, cairn history shows more.",
  ],
])("%s is typed as %s", (hint, typed) => {
  expect(asTyped(hint)).toBe(typed);
});

test.each([
  "Start one in this folder first, or give a session's id.",
  "Set one up: cairn sync setup <folder>. See cairn history.",
  "Is node on the PATH? Reconnect it with /mcp, or start a new session.",
  "Name it by its key, or with accept.",
  "Use the list of what there is, and where you are.",
  "History of beta names it; undo that first.",
  "The team reviews what others brought, and its status is told.",
  "Ask for help from the team check.",
])("%s stays as it is", (hint) => {
  expect(asTyped(hint)).toBe(hint);
});
