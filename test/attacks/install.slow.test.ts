/** S15: installed from the package without scripts or network, put into Claude Code, used, taken out: nothing is left. */

import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { leftAfter, MARK } from "../clients/processes.ts";
import { everythingIn } from "../support/bytes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const SETTINGS = '{\n    "model": "opus",\n    "hooks": {}\n}';

test("what the package puts outside its store is gone after uninstall, byte for byte, and nothing runs on", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-s15-")));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const [home, project] = ["home", "project"].map((name) => join(base, name)) as [string, string];
  for (const folder of [join(home, ".claude"), project]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, ".claude", "settings.json"), SETTINGS);

  const program = installed(base);
  const mark = randomUUID();
  const env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, [MARK]: mark };
  const run = (file: string, words: readonly string[], input = "") =>
    execFileSync(process.execPath, [file, ...words], { cwd: project, env, input, encoding: "utf8" });
  const before = outside(base);

  run(program, ["init", "--commands", "--yes"]);
  run(program, ["init", "--scope", "project", "--yes"]);
  const plugin = join(dirname(program), "plugin", "cairn.cjs");
  const payload = { session_id: randomUUID(), cwd: project, hook_event_name: "SessionStart", source: "startup" };
  run(plugin, ["hook", "claude-code", "session-start", "--payload-file", "-"], JSON.stringify(payload));
  run(program, ["remember", "Something.", "--kind", "project"]);
  expect(JSON.parse(run(program, ["doctor", "--json"]))).toMatchObject({ sound: true });
  expect(outside(base)).not.toEqual(before);

  run(program, ["uninstall", "--yes"]);
  expect(outside(base)).toEqual(before);
  expect(await leftAfter(mark, 2_000)).toEqual([]);
  expect(run(program, ["list"])).toContain("Something.");
});

/** As npm installs it, from one file, offline, and running nothing. */
function installed(base: string): string {
  const npm = (words: readonly string[], cwd: string) =>
    execFileSync("npm", [...words, "--offline", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--pack-destination", base], root));
  npm(["install", "--prefix", join(base, "prefix"), join(base, filename)], base);
  return join(base, "prefix", "node_modules", "cairn-memory", "dist", "cairn.cjs");
}

/** Every path but those of the store (memories, the page of projects, Cairn's own folder), with what stands in it. */
function outside(base: string): Record<string, string> {
  const kept = [".claude/cairn", ".claude/projects", ".claude/user", ".claude/workspace.md"];
  const ours = kept.map((part) => join(base, "home", part));
  const paths = everythingIn(base).filter((path) => !ours.some((own) => path === own || path.startsWith(`${own}/`)));
  const readable = paths.filter((path) => !path.startsWith(join(base, "prefix")));
  return Object.fromEntries(readable.map((path) => [path, textAt(path)]));
}

function textAt(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EISDIR") return "a folder";
    throw error;
  }
}
