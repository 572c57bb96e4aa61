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
    "remember it with supersedes beta; to keep both, with anyway.",
    "remember it with --supersedes beta; to keep both, with --anyway.",
  ],
  ["If it should: undo, then go on.", "If it should: cairn undo, then go on."],
  ["Name it by its key, or with accept.", "Name it by its key, or with --accept."],
  ["To add to the log: log append.", "To add to the log: cairn log append."],
  ["Forget it, or write it anew: remember --scope team.", "Forget it, or write it anew: cairn remember --scope team."],
  [
    "To add to it: update beta; to undo that, see history.",
    "To add to it: cairn update beta; to undo that, see cairn history.",
  ],
  [
    "If they are gone: rebuild --accept-empty; after that restore <id> brings",
    "If they are gone: cairn rebuild --accept-empty; after that cairn restore <id> brings",
  ],
  ["Adopt its memories with move; then go on.", "Adopt its memories with cairn move; then go on."],
  ["; restore first brings it back.", "; cairn restore first brings it back."],
  [
    "A memory keeps its scope. share gives the team a copy.",
    "A memory keeps its scope. cairn share gives the team a copy.",
  ],
  ["Use forget to retire it.", "Use cairn forget to retire it."],
  ["Try again, or with scribe none.", "Try again, or with --scribe none."],
  ["Add scope agent, or leave agent out.", "Add --scope agent, or leave --agent out."],
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
  "Use the list of what there is, and where you are.",
  "History of beta names it; undo that first.",
  "The team reviews what others brought, and its status is told.",
  "Ask for help from the team check.",
  "It is done with session cookies, without session state.",
  "Say where the secret lies instead of what it is: update it, then share it again.",
  "Any kind of thing, with kind of a smile.",
  "Change it there: workspace.md is yours to edit. See list.md.",
])("%s stays as it is", (hint) => {
  expect(asTyped(hint)).toBe(hint);
});
