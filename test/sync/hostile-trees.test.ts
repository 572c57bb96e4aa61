/** What git itself fetches unchecked: names and modes that lead elsewhere. */

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryText } from "../support/cairn-with.ts";
import { git } from "../support/git.ts";
import { worldOf } from "./machines.ts";

test("a tree no git would write is judged entry by entry: the good one comes, the others are named", async () => {
  const world = worldOf("git");
  const [laptop, desk] = [world.machine(), world.machine()];
  await laptop.cairn.ask("remember", { title: "WAL mode", text: "SQLite runs in WAL mode.", kind: "project" });
  await laptop.setup();
  await desk.setup();
  await desk.sync();
  const object = (type: string, bytes: Buffer) => {
    writeFileSync(join(world.place, "object"), bytes);
    return git(world.place, ["hash-object", "-w", "-t", type, "--literally", join(world.place, "object")]);
  };
  const blob = object("blob", Buffer.from(memoryText("port", "The port is 8080.")));
  const entries = (rows: readonly (readonly [mode: string, name: string, id: string])[]) =>
    Buffer.concat(rows.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]));
  const names = ["..", ".git", "../../../../evil.md", "a/../../evil.md", "b\\..\\evil.md", "zz.md", "zz.md", "port.md"];
  const bad = object(
    "tree",
    entries([...names.map((name) => ["100644", name, blob] as const), ["120000", "x.md", blob]]),
  );
  const user = object("tree", entries([["040000", "reference", bad]]));
  const projects = git(world.place, ["rev-parse", "cairn/memory:projects"]);
  const root = object(
    "tree",
    entries([
      ["40000", "projects", projects],
      ["40000", "user", user],
      ["0100644", ".git", blob],
    ]),
  );
  const commit = git(world.place, ["commit-tree", "-p", "cairn/memory", "-m", "x", root]);
  git(world.place, ["update-ref", "refs/heads/cairn/memory", commit]);
  const { arrived, skipped, unreachable } = await desk.sync();
  expect(unreachable).toBeUndefined();
  // Two files with one text: the same name is claimed twice.
  expect(arrived?.map(({ id }) => id)).toEqual(["user:port", "user:port"]);
  expect(skipped?.map(({ path }) => path)).toContain("user/reference/x.md");
  const all = (readdirSync(desk.cairn.base, { recursive: true }) as string[]).filter((path) => !path.includes(".git/"));
  expect(all.filter((path) => /evil|(?:reference|user)\/\.git$/.test(path))).toEqual([]);
  expect((await laptop.sync()).arrived).toHaveLength(2);
});
