import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fail, fakeCairn, greet, wipe } from "../../test/support/sample-operations.ts";
import { bashScript, fishScript, zshScript } from "../text/shell-completion.ts";
import { completion, completionWordsOf } from "./completion.ts";
import { invoke } from "./operation.ts";

const words = completionWordsOf([greet, wipe, fail, completion]);
const folder = mkdtempSync(join(tmpdir(), "cairn-completion-"));
const file = join(folder, "cairn.bash");

beforeAll(() => {
  writeFileSync(file, bashScript(words));
  writeFileSync(join(folder, "notes one.md"), "");
  mkdirSync(join(folder, "sub"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What bash offers when the last word is completed, as if typed at a prompt. */
function offered(...typed: string[]): string[] {
  const script = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cairn; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script, file, "cairn", ...typed], {
    encoding: "utf8",
    cwd: folder,
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

test.each<[string[], string[]]>([
  [[""], ["greet", "hello", "wipe-out", "fail", "completion", "mcp"]],
  [["gr"], ["greet"]],
  [
    ["greet", "--t"],
    ["--times", "--tone", "--tags"],
  ],
  [
    ["greet", "--tone", ""],
    ["warm", "cool"],
  ],
  [["greet", "--tone", "=", "w"], ["warm"]],
  [
    ["greet", "--tone", "="],
    ["warm", "cool"],
  ],
  [["hello", "--tone", "c"], ["cool"]],
  [["greet", "--times", ""], []],
  [
    ["greet", "--no"],
    ["--no-polite", "--no-color"],
  ],
  [["greet", "--s"], []],
  [["greet", "--body-file", "no"], ["notes one.md"]],
  [["--cwd", ""], ["sub"]],
  [["--cwd", "sub", "gr"], ["greet"]],
  [
    ["fail", ""],
    ["not-found", "ambiguous", "conflict", "unavailable", "bug"],
  ],
  [["fail", "bug", ""], []],
  [
    ["--json", "completion", ""],
    ["bash", "zsh", "fish"],
  ],
  [["completion", "--json", "z"], ["zsh"]],
  [["--j"], ["--json"]],
])("bash completes %j to %j", (typed, expected) => {
  expect(offered(...typed)).toEqual(expected);
});

test("bash takes the script without a word", () => {
  const { status, stderr } = spawnSync("bash", ["-n", file], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test.each([
  ["zsh", ["-n"], zshScript],
  ["fish", ["--no-execute"], fishScript],
] as const)("%s takes its script, where it is installed; every quote is closed everywhere", (shell, flags, script) => {
  const text = script(words);
  const path = join(folder, `cairn.${shell}`);
  writeFileSync(path, text);
  const { error, status, stderr } = spawnSync(shell, [...flags, path], { encoding: "utf8" });
  if (error === undefined) expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  for (const line of text.split("\n").filter((part) => !part.startsWith("#"))) {
    expect([line, line.replace(/'\\''|\\'/g, "").split("'").length % 2]).toEqual([line, 1]);
  }
  for (const word of ["greet", "hello", "wipe-out", "warm cool", "body-file", "memory-dir"])
    expect(text).toContain(word);
  expect(text).not.toContain("secret-key");
});

test("quotes and brackets in a description do no harm", () => {
  const odd = { ...greet, summary: "Don't [say] it: \\ ever." };
  const [zsh, fish] = [zshScript(completionWordsOf([odd])), fishScript(completionWordsOf([odd]))];
  expect(zsh).toContain(`'greet:Don'\\''t [say] it: \\ ever.'`);
  expect(fish).toContain(`-d 'Don\\'t [say] it: \\\\ ever.'`);
});

test("the scripts of the real operations are printed for each shell", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    expect(await invoke(completion, { shell }, fakeCairn())).toMatchObject({
      ok: true,
      text: expect.stringContaining("config"),
    });
  }
});
