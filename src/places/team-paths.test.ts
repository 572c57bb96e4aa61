import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CairnError } from "../model/error.ts";
import { getTeamMemDir, getTeamMemPath } from "./team-paths.ts";

function repository(): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-team-paths-")));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const root = join(base, "repo");
  mkdirSync(join(root, ".claude", "memory", "project"), { recursive: true });
  return root;
}

function refusal(work: () => unknown): string {
  try {
    return `taken: ${work()}`;
  } catch (error) {
    return error instanceof CairnError ? error.code : String(error);
  }
}

test("the team's folder and the file of a memory are found below the project", () => {
  const root = repository();
  expect(getTeamMemDir(root)).toBe(join(root, ".claude", "memory"));
  expect(getTeamMemPath(root, "project", "wal-mode")).toBe(join(root, ".claude", "memory", "project", "wal-mode.md"));
  expect(getTeamMemPath(root, "reference", "wal-mode.md")).toBe(join(root, ".claude/memory/reference/wal-mode.md"));
  expect(getTeamMemPath(root, "project", "日本語")).toBe(join(root, ".claude", "memory", "project", "日本語.md"));
});

test("a root that is no folder of a project is refused", () => {
  for (const given of [
    "",
    "relative/path",
    "/",
    "//server/share",
    "\\\\server\\share",
    "C:\\",
    "/a/../b",
    "/a\0b",
    "~",
  ])
    expect(`${given}: ${refusal(() => getTeamMemDir(given))}`).toBe(`${given}: PATH_ERROR`);
});

test("a name from others that leads elsewhere in any reading is refused", () => {
  const root = repository();
  const names = [
    "",
    ".",
    "..",
    "../secret",
    "a/b",
    "a\\b",
    "/etc/passwd",
    "C:evil",
    "~root",
    ".hidden",
    "a\0b",
    "%2e%2e%2fsecret",
    "%2E%2E",
    "..%2f",
    "%252e%252e%252fsecret",
    "%5csecret",
    "a%00b",
    "100%",
    "%zz",
    "．．／secret",
    "a／b",
    "a＼b",
    "‥",
    "a⁄b",
    "a∕b",
    "a\u202eb",
    "a\u200bb",
    "x".repeat(300),
  ];
  for (const name of names)
    expect(`${name}: ${refusal(() => getTeamMemPath(root, "project", name))}`).toBe(`${name}: PATH_ERROR`);
  expect(refusal(() => getTeamMemPath(root, "secrets" as "project", "a"))).toBe("PATH_ERROR");
  expect(refusal(() => getTeamMemPath(root, "../project" as "project", "a"))).toBe("PATH_ERROR");
});

test("links are refused: out of the repository, dangling, in a circle, in the file's own place", () => {
  const root = repository();
  const memory = join(root, ".claude", "memory");
  symlinkSync(tmpdir(), join(memory, "reference"));
  symlinkSync(join(root, "nowhere"), join(memory, "feedback"));
  symlinkSync(join(memory, "user"), join(memory, "user"));
  for (const type of ["reference", "feedback", "user"] as const)
    expect(`${type}: ${refusal(() => getTeamMemPath(root, type, "a"))}`).toBe(`${type}: PATH_ERROR`);
  writeFileSync(join(root, "target.md"), "");
  symlinkSync(join(root, "target.md"), join(memory, "project", "link.md"));
  symlinkSync(join(root, "gone.md"), join(memory, "project", "dangling.md"));
  expect(refusal(() => getTeamMemPath(root, "project", "link"))).toBe("PATH_ERROR");
  expect(refusal(() => getTeamMemPath(root, "project", "dangling"))).toBe("PATH_ERROR");
  const out = repository();
  rmSync(join(out, ".claude"), { recursive: true });
  symlinkSync(tmpdir(), join(out, ".claude"));
  expect(refusal(() => getTeamMemDir(out))).toBe("PATH_ERROR");
});
