import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";

test("the projects something was kept for are known, with where they are and whether they still are", async () => {
  const cairn = cairnWith();
  expect((await cairn.ask("workspace", {})).projects).toEqual([]);
  const [other, gone] = ["other", "gone"].map((name) => join(cairn.base, name)) as [string, string];
  for (const cwd of [other, gone, cairn.project]) {
    mkdirSync(cwd, { recursive: true });
    await cairn.ask("remember", { text: "Something." }, { cwd });
  }
  rmSync(gone, { recursive: true });
  const { projects } = await cairn.ask("workspace", {});
  expect(projects.map(({ project, path, status }) => ({ project, path, status }))).toEqual([
    { project: "project", path: cairn.project, status: "here" },
    { project: "gone", path: gone, status: "gone" },
    { project: "other", path: other, status: "there" },
  ]);
});
