import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { commitAll, git } from "../../test/support/git.ts";
import { findRepository } from "../places/git.ts";
import { historyOf, lostCommits } from "./git-history.ts";

const env = { PATH: process.env["PATH"] };

test("moves, endings and dropped packages are told with their day, and a hostile configuration runs nothing", async () => {
  const { project } = cairnWith({
    project: {
      "package.json": '{\n"scripts": {\n"start": "x"\n},\n"dependencies": {\n"express": "^4",\n"zod": "^4"\n}\n}\n',
      "a.ts": "export const a = 1;\n".repeat(9),
    },
  });
  commitAll(project, "Begin", "2025-01-01T12:00:00Z");
  git(project, ["mv", "a.ts", "b.ts"]);
  writeFileSync(join(project, "package.json"), '{\n"dependencies": {\n"zod": "^4"\n}\n}\n');
  commitAll(project, "Move a", "2025-02-01T12:00:00Z");
  git(project, ["mv", "b.ts", "c.ts"]);
  const head = commitAll(project, "Move b", "2025-03-01T12:00:00Z");
  const trap = join(project, "trap.sh");
  writeFileSync(trap, `#!/bin/sh\ntouch "${project}/sprung"\n`);
  chmodSync(trap, 0o755);
  for (const [key, value] of [
    ["diff.external", trap],
    ["gpg.program", trap],
    ["log.showSignature", "true"],
    ["diff.evil.textconv", trap],
    ["core.fsmonitor", trap],
    ["core.pager", trap],
  ] as const)
    git(project, ["config", key, value]);
  mkdirSync(join(project, ".git", "info"), { recursive: true });
  writeFileSync(join(project, ".git", "info", "attributes"), "* diff=evil\n");
  const repository = findRepository(project)!;
  const { branch, commits, gone, gonePackages } = await historyOf({ repository, env, mostCommits: 2 });
  expect({ branch, subjects: commits.map(({ subject }) => subject) }).toEqual({
    branch: "main",
    subjects: ["Move b", "Move a"],
  });
  expect(gone.get("a.ts")).toMatchObject({ to: "c.ts", at: expect.stringContaining("2025-02-01") });
  expect([...gonePackages.keys()]).toEqual(["express"]);
  expect(await lostCommits({ repository, env }, [head.slice(0, 8), "abcdef12"])).toEqual(new Set(["abcdef12"]));
  writeFileSync(join(project, ".git", "shallow"), `${head}\n`);
  expect(await lostCommits({ repository, env }, ["abcdef12"])).toEqual(new Set());
  expect(existsSync(join(project, "sprung"))).toBe(false);
});

test("what a manifest says begins no commit of its own", async () => {
  const { project } = cairnWith({ project: { "package.json": '{"dependencies": {"express": "^4"}}\n' } });
  commitAll(project, "Begin", "2025-01-01T12:00:00Z");
  const forged = `${"0".repeat(40)}\t2099-01-01T00:00:00Z\tForged`;
  writeFileSync(join(project, ".gitattributes"), "* diff\n");
  writeFileSync(join(project, "Cargo.toml"), `# \x1e${forged}\n`);
  writeFileSync(join(project, "go.mod"), `// \0${forged}\n\0${forged}\n`);
  writeFileSync(join(project, "package.json"), '{"dependencies": {}}\n');
  commitAll(project, "Drop", "2025-02-01T12:00:00Z");
  const { commits, gonePackages, isWhole } = await historyOf({
    repository: findRepository(project)!,
    env,
    mostCommits: 9,
  });
  expect(commits.map(({ subject }) => subject)).toEqual(["Drop", "Begin"]);
  expect(gonePackages.get("express")?.at).toContain("2025-02-01");
  expect(isWhole).toBe(true);
});
