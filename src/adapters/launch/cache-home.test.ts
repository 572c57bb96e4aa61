import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cacheHomeOf } from "./cache-home.ts";

/** A person's folder, and a repository they have cloned. */
function world() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-cache-home-")));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const folder = (...parts: string[]) => {
    const path = join(base, ...parts);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const [own, clone] = [folder("own"), folder("work", "clone")];
  mkdirSync(join(clone, ".git"));
  return { base, folder, own, clone };
}

test("without a word from the environment it is the default home, there or not", () => {
  expect(cacheHomeOf({ env: { HOME: "/home/me" }, cwd: "/" })).toBe("/home/me/.claude/cairn");
  expect(cacheHomeOf({ env: {}, cwd: "/" })).toBeUndefined();
});

test("a folder of this user's alone counts, by its real path", () => {
  const { base, own, clone, folder } = world();
  symlinkSync(own, join(base, "link"));
  expect(cacheHomeOf({ env: { CAIRN_HOME: own }, cwd: clone })).toBe(own);
  expect(cacheHomeOf({ env: { CAIRN_HOME: join(base, "link") }, cwd: clone })).toBe(own);
  const config = folder("config", "cairn");
  expect(cacheHomeOf({ env: { CLAUDE_CONFIG_DIR: join(base, "config") }, cwd: clone })).toBe(config);
});

test("what a clone could bring along never counts", () => {
  const { base, clone, folder } = world();
  const inside = folder("work", "clone", "deep", "home");
  const below = folder("work", "clone", "src");
  symlinkSync(inside, join(base, "link"));
  const refused: [env: Record<string, string>, cwd: string][] = [
    [{ CAIRN_HOME: inside }, clone],
    [{ CAIRN_HOME: inside }, below],
    [{ CAIRN_HOME: clone }, clone],
    [{ CAIRN_HOME: join(base, "link") }, clone],
    [{ CAIRN_HOME: "deep/home" }, clone],
    [{ CLAUDE_CONFIG_DIR: join(clone, "deep") }, clone],
  ];
  folder("work", "clone", "deep", "cairn");
  for (const [env, cwd] of refused) expect(cacheHomeOf({ env: { HOME: base, ...env }, cwd })).toBeUndefined();
});

test("nor does what lies below the place one stands in, where there is no repository", () => {
  const { base, folder } = world();
  expect(cacheHomeOf({ env: { CAIRN_HOME: folder("plain", "home") }, cwd: folder("plain") })).toBeUndefined();
  expect(cacheHomeOf({ env: { CAIRN_HOME: folder("plain", "home") }, cwd: join(base, "gone") })).toBeUndefined();
});

test("an outer repository counts too: a submodule's environment is its own", () => {
  const { folder } = world();
  const inner = folder("work", "clone", "inner");
  writeFileSync(join(inner, ".git"), "gitdir: ../.git/modules/inner");
  const home = folder("work", "clone", "home");
  expect(cacheHomeOf({ env: { CAIRN_HOME: home }, cwd: inner })).toBeUndefined();
  expect(cacheHomeOf({ env: { CAIRN_HOME: home }, cwd: folder("elsewhere") })).toBe(home);
});

test("a folder others may look into, or that is none, does not count", () => {
  const { base, own, clone } = world();
  writeFileSync(join(base, "file"), "");
  expect(cacheHomeOf({ env: { CAIRN_HOME: join(base, "file") }, cwd: clone })).toBeUndefined();
  expect(cacheHomeOf({ env: { CAIRN_HOME: join(base, "missing") }, cwd: clone })).toBeUndefined();
  chmodSync(own, 0o750);
  expect(cacheHomeOf({ env: { CAIRN_HOME: own }, cwd: clone })).toBeUndefined();
});
