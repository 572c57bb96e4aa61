import { chmodSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rootCommitOf } from "../../src/places/ask-git.ts";
import { blobId, findRepository, headOf, isShallow, remoteOf } from "../../src/places/git.ts";
import { lastOf, type World, world } from "./world.ts";

// Which folder the host takes for the repository: each row was observed on clients 2.1.197 and 2.1.325
// (rows marked * on the newer one only: the older took the work tree for itself).
const layouts: [what: string, make: (w: World) => [from: string, main: string]][] = [
  ["the repository itself", (w) => [w.repository("r"), w.at("r")]],
  ["a folder in it", (w) => [w.folder("r/a/b"), lastOf(w.repository("r"), w.at("r"))]],
  ["its git folder", (w) => [join(w.repository("r"), ".git", "refs"), w.at("r")]],
  ["a work tree", (w) => [worktree(w), w.at("r")]],
  ["a folder in a work tree", (w) => [w.folder(lastOf(worktree(w), "wt/a")), w.at("r")]],
  ["a submodule", (w) => [join(superproject(w), "mod"), w.at("super/mod")]],
  ["the repository around a submodule", (w) => [superproject(w), w.at("super")]],
  ["a work tree of a submodule", (w) => [submoduleWorktree(w), w.at("super/.git/modules/mod")]],
  ["a submodule in a work tree", (w) => [worktreeSubmodule(w), w.at("superwt/mod")]],
  ["a bare repository", (w) => [w.clone(w.repository("r"), "bare.git", "--bare"), w.at("bare.git")]],
  ["a work tree of a bare repository", (w) => [bareWorktree(w, "bare.git"), w.at("bare.git")]],
  ["a work tree of a bare repository called .git", (w) => [bareWorktree(w, "b/.git"), w.at("b")]],
  ["a work tree whose git folder is elsewhere", (w) => [separate(w), w.at("work")]],
  ["a broken pointer", (w) => [w.folder(lastOf(w.file("b/.git", "gitdir: /nowhere\n"), "b/a")), w.at("b")]],
  ["a pointer of nonsense", (w) => [w.folder(lastOf(w.file("b/.git", "nonsense\n"), "b/a")), w.at("b")]],
  ["an empty git folder", (w) => [w.folder(lastOf(w.folder("b/.git"), "b/a")), w.at("b")]],
  ["a work tree moved by hand", (w) => [lastOf(renameSync(worktree(w), w.at("wt2")), w.at("wt2")), w.at("wt2")]],
  [
    "a work tree whose repository was moved",
    (w) => [worktree(w), lastOf(renameSync(w.at("r"), w.at("r2")), w.at("wt"))],
  ],
  ["a pointer without blank and newline", (w) => [pointer(w, `gitdir:${w.at("r/.git/worktrees/wt")}`), w.at("r")]],
  ["a pointer with Windows line ends", (w) => [pointer(w, `gitdir: ${w.at("r/.git/worktrees/wt")}\r\n`), w.at("r")]],
  ["a relative pointer", (w) => [pointer(w, "gitdir: ../r/.git/worktrees/wt\n"), w.at("r")]],
  ["a pointer through a link", (w) => [linkedPointer(w), w.at("link")]],
  ["a relative way back *", (w) => [wayBack(w, "../../../../wt/.git\n"), w.at("r")]],
  ["a way back with a slash at its end *", (w) => [wayBack(w, `${w.at("wt/.git/")}\n`), w.at("r")]],
  ["a way back to somewhere else", (w) => [wayBack(w, `${w.at("else/.git")}\n`), w.at("wt")]],
];

test.each(layouts)("the repository is found as the host finds it from %s", (_, make) => {
  const [from, main] = make(world());
  expect(findRepository(from)?.main).toBe(main);
});

test("a folder outside git is in no repository", () => {
  expect(findRepository(world().folder("plain/a"))).toBeUndefined();
});

describe("a forged pointer does not lend a repository's identity", () => {
  const forgeries: [what: string, make: (w: World) => string][] = [
    ["to a repository that does not know it", (w) => forgedCommon(w)],
    ["to a work tree that is elsewhere", (w) => lastOf(worktree(w), forged(w, "r/.git/worktrees/wt"))],
    ["to a repository's own git folder", (w) => lastOf(w.repository("r", "h:secret"), forged(w, "r/.git"))],
    ["to a submodule of another", (w) => lastOf(superproject(w), forged(w, "super/.git/modules/mod"))],
    ["by a link to a git folder", (w) => lastOf(w.repository("r", "h:secret"), linkedGit(w))],
  ];
  test.each(forgeries)("%s", (_, make) => {
    const w = world();
    const found = findRepository(make(w));
    expect(found?.main).toBe(w.at("forged"));
    expect(found && remoteOf(found)).toBeUndefined();
  });
});

test("a submodule and a work tree have their own remote", () => {
  const w = world();
  expect(remoteOf(findRepository(join(superproject(w), "mod"))!)).toBe(w.at("r"));
  w.git(w.at("r"), "remote", "add", "origin", "h:a/b");
  expect(remoteOf(findRepository(worktree(w, { made: true }))!)).toBe("h:a/b");
});

test("the branch and the commit are read from loose and packed refs, and from a detached head", () => {
  const w = world();
  const repository = findRepository(w.repository("r"))!;
  const commit = w.git(repository.main, "rev-parse", "HEAD");
  expect(headOf(repository)).toEqual({ branch: "main", commit });
  w.git(repository.main, "branch", "other/b");
  w.git(repository.main, "pack-refs", "--all");
  w.git(repository.main, "checkout", "-q", "other/b");
  expect(headOf(repository)).toEqual({ branch: "other/b", commit });
  w.git(repository.main, "checkout", "-q", "--detach");
  expect(headOf(repository)).toEqual({ commit });
  expect(headOf(findRepository(worktree(w, { made: true }))!)).toEqual({ branch: "wt", commit });
});

test("before the first commit there is a branch and no commit", () => {
  const w = world();
  w.git(w.folder("r"), "init", "-q");
  expect(headOf(findRepository(w.at("r"))!)).toEqual({ branch: "main" });
});

test("a ref that leads out of the repository is not followed", () => {
  const w = world();
  const repository = findRepository(w.repository("r"))!;
  w.file("outside", "0".repeat(40));
  w.file("r/.git/HEAD", "ref: refs/../../../outside\n");
  expect(headOf(repository)).toEqual({});
});

test("the name of a file's contents is git's", () => {
  const w = world();
  for (const text of ["", "one\n", "é\0x"]) {
    w.file("a", text);
    expect(blobId(Buffer.from(text))).toBe(w.git(w.base, "hash-object", w.at("a")));
  }
});

test("the first commit is found, also from a work tree, and stays when another history is merged in", async () => {
  const w = world();
  const repository = findRepository(w.repository("r"))!;
  const first = w.git(repository.main, "rev-parse", "HEAD");
  expect(await rootCommitOf(repository, w.env)).toBe(first);
  w.git(repository.main, "fetch", "-q", w.repository("other"), "main");
  w.git(repository.main, "merge", "-q", "-s", "ours", "--allow-unrelated-histories", "-m", "merge", "FETCH_HEAD");
  expect(await rootCommitOf(repository, w.env)).toBe(first);
  expect(await rootCommitOf(findRepository(worktree(w, { made: true }))!, w.env)).toBe(first);
});

test("without the git program, without commits or with a broken pointer there is no first commit", async () => {
  const w = world();
  const repository = findRepository(w.repository("r"))!;
  expect(await rootCommitOf(repository, { PATH: w.folder("empty") })).toBeUndefined();
  w.git(w.folder("new"), "init", "-q");
  expect(await rootCommitOf(findRepository(w.at("new"))!, w.env)).toBeUndefined();
  w.file("b/.git", "gitdir: /nowhere\n");
  expect(await rootCommitOf(findRepository(w.at("b"))!, w.env)).toBeUndefined();
});

test("a shallow clone is known by its file", () => {
  const w = world();
  w.repository("r");
  expect(isShallow(findRepository(w.clone(`file://${w.at("r")}`, "deep"))!)).toBe(false);
  expect(isShallow(findRepository(w.clone(`file://${w.at("r")}`, "shallow", "--depth", "1"))!)).toBe(true);
});

test("a git program that lies in the repository is not run, nor are variables obeyed that point elsewhere", async () => {
  const w = world();
  const repository = findRepository(w.repository("r"))!;
  const first = w.git(repository.main, "rev-parse", "HEAD");
  program(w, "r/.git/git");
  const env = {
    ...w.env,
    PATH: `.:${w.env.PATH}`,
    GIT_DIR: w.at("none"),
    GIT_EXEC_PATH: w.at("none"),
    GIT_TRACE: w.at("ran"),
  };
  expect(await rootCommitOf(repository, env)).toBe(first);
  expect(readdirSync(w.base)).not.toContain("ran");
});

test("opening a hostile repository runs nothing", async () => {
  const w = world();
  w.repository("r", "h:a/b");
  const evil = program(w, "evil.sh");
  hostile(w, evil);
  const repository = findRepository(w.at("r"))!;
  expect(headOf(repository).branch).toBe("main");
  expect(remoteOf(repository)).toBe(w.at("r"));
  await rootCommitOf(repository, w.env);
  await w.places(w.at("r"));
  await w.registered(w.at("r"));
  expect(readdirSync(w.base)).not.toContain("ran");
});

test.each([["status"], ["rev-list", "--max-parents=0", "HEAD"]])(
  "the hostile repository bites when git is left to itself: %s",
  (...command) => {
    const w = world();
    w.repository("r");
    hostile(w, program(w, "evil.sh"));
    expect(() => w.git(w.at("r"), ...command)).toThrow();
    expect(readdirSync(w.base)).toContain("ran");
  },
);

function worktree(w: World, { made = false } = {}): string {
  if (!made) w.repository("r");
  w.git(w.at("r"), "worktree", "add", "-q", w.at("wt"), "-b", "wt");
  return w.at("wt");
}

function superproject(w: World): string {
  w.git(w.repository("super"), "submodule", "add", "-q", w.repository("r"), "mod");
  w.git(w.at("super"), "commit", "-qm", "with a submodule");
  return w.at("super");
}

function submoduleWorktree(w: World): string {
  w.git(join(superproject(w), "mod"), "worktree", "add", "-q", w.at("wt"), "-b", "wt");
  return w.at("wt");
}

function worktreeSubmodule(w: World): string {
  w.git(superproject(w), "worktree", "add", "-q", w.at("superwt"), "-b", "wt");
  w.git(w.at("superwt"), "submodule", "update", "--init", "-q");
  return w.at("superwt/mod");
}

function bareWorktree(w: World, bare: string): string {
  w.clone(w.repository("r"), bare, "--bare");
  w.git(w.at(bare), "worktree", "add", "-q", w.at("wt"), "-b", "wt");
  return w.at("wt");
}

function separate(w: World): string {
  w.git(w.base, "init", "-q", "--separate-git-dir", w.at("gitdir"), w.at("work"));
  return w.at("work");
}

function pointer(w: World, text: string): string {
  worktree(w);
  writeFileSync(w.at("wt/.git"), text);
  return w.at("wt");
}

function linkedPointer(w: World): string {
  symlinkSync(w.at("r"), w.at("link"));
  return pointer(w, `gitdir: ${w.at("link/.git/worktrees/wt")}\n`);
}

function wayBack(w: World, text: string): string {
  worktree(w);
  writeFileSync(w.at("r/.git/worktrees/wt/gitdir"), text);
  return w.at("wt");
}

function forged(w: World, gitDir: string): string {
  w.file("forged/.git", `gitdir: ${w.at(gitDir)}\n`);
  return w.at("forged");
}

function forgedCommon(w: World): string {
  w.repository("r", "h:secret");
  w.file("forged/gd/commondir", `${w.at("r/.git")}\n`);
  w.file("forged/gd/HEAD", "ref: refs/heads/main\n");
  return forged(w, "forged/gd");
}

function linkedGit(w: World): string {
  symlinkSync(w.at("r/.git"), join(w.folder("forged"), ".git"));
  return w.at("forged");
}

/** Something that leaves a mark when it is run. */
function program(w: World, name: string): string {
  w.file(name, `#!/bin/sh\necho "$0 $*" >> '${w.at("ran")}'\n`);
  chmodSync(w.at(name), 0o755);
  return w.at(name);
}

/** Everything in a repository's configuration that names a program; also an object git would fetch by running one. */
function hostile(w: World, evil: string): void {
  w.file("more.config", `[core]\n\tfsmonitor = ${evil}\n\tpager = ${evil}\n`);
  const values: Record<string, string> = {
    "core.fsmonitor": evil,
    "core.hooksPath": w.folder("hooks"),
    "core.pager": evil,
    "core.editor": evil,
    "core.sshCommand": evil,
    "core.askPass": evil,
    "core.gitProxy": evil,
    "core.alternateRefsCommand": evil,
    "core.repositoryformatversion": "1",
    "extensions.partialClone": "origin",
    "remote.origin.url": w.at("r"),
    "remote.origin.promisor": "true",
    "remote.origin.uploadpack": evil,
    "protocol.allow": "always",
    "protocol.ext.allow": "always",
    "protocol.file.allow": "always",
    "pager.rev-list": evil,
    "alias.rev-list": `!${evil}`,
    "filter.x.clean": evil,
    "filter.x.smudge": evil,
    "diff.x.textconv": evil,
    "diff.external": evil,
    "gpg.program": evil,
    "log.showSignature": "true",
    "credential.helper": `!${evil}`,
    "include.path": w.at("more.config"),
  };
  for (const [name, value] of Object.entries(values)) w.git(w.at("r"), "config", name, value);
  w.file("r/.gitattributes", "* filter=x diff=x\n");
  for (const hook of [
    "post-checkout",
    "pre-commit",
    "reference-transaction",
    "fsmonitor-watchman",
    "post-index-change",
  ]) {
    program(w, join("hooks", hook));
    program(w, join("r/.git/hooks", hook));
  }
  // The commit HEAD names is not there: a partial clone asks its remote for it, and starts `uploadpack`.
  mkdirSync(w.at("r/.git/refs/heads"), { recursive: true });
  writeFileSync(w.at("r/.git/refs/heads/main"), `${"1".repeat(40)}\n`);
}
