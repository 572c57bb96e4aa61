/** What others on the machine may see of it: nothing. */

import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { everythingIn } from "../support/bytes.ts";
import { type House, house } from "../support/house.ts";

/** Folders that are not 0700, files that are not 0600, and what is neither. */
function wrongModes(folder: string): string[] {
  return [folder, ...everythingIn(folder)].flatMap((path) => {
    const stat = lstatSync(path);
    const wanted = stat.isDirectory() ? 0o700 : 0o600;
    return (stat.mode & 0o777) === wanted ? [] : [`${(stat.mode & 0o777).toString(8)} ${path}`];
  });
}

async function useEverything(place: House): Promise<void> {
  const words = ["remember", "Words.", "--title", "One", "--kind", "project"];
  expect((await place.run(words)).code).toBe(0);
  expect((await place.run(["remember", "Words.", "--kind", "preference", "--scope", "user"])).code).toBe(0);
  for (const kind of ["decision", "log", "blocker", "subagent", "analysis", "session_summary"]) {
    await place.ask(["remember", `Words of ${kind}.`, "--kind", kind]);
  }
  await place.ask(["update", "one", "More."]);
  await place.ask(["forget", "one"]);
  await place.ask(["undo"]);
  await place.ask(["config", "set", "views", "MEMORY.md,_index.md,_index-archive.md"]);
  await place.ask(["rebuild"]);
  await place.ask(["gc"]);
  await place.ask(["forget", "one", "--hard", "--yes"]);
  const client = await place.serve();
  await client.call("remember", { text: "Words of a tool." });
  await client.close();
}

test("folders are 0700 and files 0600 in the person's and the project's root and in Cairn's own folder", async () => {
  const place = house();
  const before = process.umask(0o000);
  try {
    await useEverything(place);
  } finally {
    process.umask(before);
  }
  expect(wrongModes(place.cairnHome)).toEqual([]);
  expect(wrongModes(place.userRoot)).toEqual([]);
  expect(wrongModes(place.root)).toEqual([]);
});

test("a file that had another mode keeps it, and a folder that was open is told of", async () => {
  const place = house();
  mkdirSync(place.root, { recursive: true, mode: 0o755 });
  chmodSync(place.root, 0o755);
  const file = place.write(join(place.root, "shared.md"), "---\nname: shared\n---\n# Shared\n");
  chmodSync(file, 0o644);
  await place.ask(["update", "shared", "More."]);
  expect((lstatSync(file).mode & 0o777).toString(8)).toBe("644");
  const { checks } = await place.ask(["doctor"]);
  expect(JSON.stringify(checks)).toContain("chmod 700");
});

test("the team's folder holds memories and their view, and no state", async () => {
  const place = house();
  await place.ask(["config", "set", "team.enabled", "true"]);
  await place.ask(["remember", "For all.", "--kind", "project", "--scope", "team"]);
  const made = everythingIn(join(place.project, ".claude")).map((path) => path.slice(place.project.length + 1));
  expect(made.filter((path) => path.endsWith(".md")).sort()).toEqual([
    ".claude/memory/MEMORY.md",
    ".claude/memory/project/for-all.md",
  ]);
  expect(made.filter((path) => !path.endsWith(".md")).sort()).toEqual([".claude/memory", ".claude/memory/project"]);
});
