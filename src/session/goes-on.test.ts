/** Whether a prompt goes on with a session is told by its trail alone, and never in doubt. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { goesOn } from "./goes-on.ts";

const home = mkdtempSync(join(tmpdir(), "cairn-goes-on-"));
mkdirSync(join(home, "sessions"));
afterAll(() => rmSync(home, { recursive: true }));
const trail = (name: string, ...lines: string[]) =>
  writeFileSync(join(home, "sessions", `gemini-cli-${name}.jsonl`), `${lines.join("\n")}\n`);
trail("first", '{"is":"start"}', '{"is":"shown"}');
trail("later", '{"is":"start"}', '{"is":"open"}', '{"is":"close"}');
mkdirSync(join(home, "sessions", "gemini-cli-folder.jsonl"));

test.each([
  ["a turn of it has ended", home, '{"session_id":"later"}', true],
  ["it has only begun", home, '{"session_id":"first"}', false],
  ["it has no trail", home, '{"session_id":"none"}', false],
  ["its trail cannot be read", home, '{"session_id":"folder"}', false],
  ["its name is no plain one", home, '{"session_id":"../sessions/gemini-cli-later"}', false],
  ["it is not named", home, "{", false],
  ["there is no home to be used", undefined, '{"session_id":"later"}', false],
])("%s", (_, place, payload, expected) => {
  expect(goesOn(place, "gemini-cli", payload)).toBe(expected);
});
