/** One person's machines: each a home and a Cairn of its own, a clone of the same repository, and a place in common. */

import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { cairnWith, type OutputOf, type Setup, type TestCairn } from "../support/cairn-with.ts";
import { git, gitEnv } from "../support/git.ts";

export type PlaceKind = "git" | "folder";
export const placeKinds = ["git", "folder"] as const;

export interface World {
  readonly kind: PlaceKind;
  /** What `sync setup` is given. */
  readonly place: string;
  /** The repository the projects are clones of. */
  readonly origin: string;
  machine(setup?: Setup): Machine;
}

/** Gone when the test is over. */
export function worldOf(kind: PlaceKind): World {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-world-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const origin = join(base, "widget.git");
  const first = join(base, "first");
  mkdirSync(first);
  git(base, ["init", "-q", "--bare", origin]);
  git(first, ["init", "-q"]);
  git(first, ["commit", "-q", "--allow-empty", "-m", "start"]);
  git(first, ["push", "-q", origin, "HEAD:main"]);
  const place = join(base, kind === "git" ? "memory.git" : "shared");
  if (kind === "git") git(base, ["init", "-q", "--bare", place]);
  else mkdirSync(place);
  return { kind, place, origin, machine: (setup = {}) => new Machine(origin, place, setup) };
}

export class Machine {
  readonly cairn: TestCairn;
  readonly place: string;

  constructor(origin: string, place: string, setup: Setup) {
    this.cairn = cairnWith({ ...setup, env: { ...gitEnv, ...setup.env } });
    this.place = place;
    const { project } = this.cairn;
    execFileSync("git", ["clone", "-q", origin, project], {
      env: { ...gitEnv, PATH: process.env["PATH"] },
      stdio: "ignore",
    });
  }

  setup(more: object = {}) {
    return this.cairn.ask("sync", { action: "setup", place: this.place, ...more }, { confirmed: true });
  }

  sync(): Promise<OutputOf<"sync">> {
    return this.cairn.ask("sync", {});
  }

  /** Every memory file of both roots and what it says. */
  files(): Record<string, string> {
    const { root, userRoot } = this.cairn;
    return { ...filesIn(root, "project"), ...filesIn(userRoot, "user") };
  }
}

function filesIn(folder: string, name: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const paths = (readdirSync(folder, { recursive: true }) as string[]).filter((path) => /^[^/]+\/.+\.md$/.test(path));
  return Object.fromEntries(paths.sort().map((path) => [`${name}/${path}`, readFileSync(join(folder, path), "utf8")]));
}

/** Every file of the place in common: of a folder by its path, of a repository by its path in the branch. */
export function filesThere({ kind, place }: World): Record<string, string> {
  if (kind === "folder") {
    const base = join(place, "cairn-sync");
    const paths = existsSync(base) ? (readdirSync(base, { recursive: true }) as string[]) : [];
    const files = paths.filter((path) => statSync(join(base, path)).isFile()).sort();
    return Object.fromEntries(files.map((path) => [path, readFileSync(join(base, path), "utf8")]));
  }
  const names = git(place, ["ls-tree", "-r", "--name-only", "cairn/memory"]).split("\n").filter(Boolean);
  return Object.fromEntries(names.map((name) => [name, git(place, ["cat-file", "blob", `cairn/memory:${name}`])]));
}

/** Put there by somebody else: a file of any path and text. */
export function putThere({ kind, place }: World, path: string, text: string | Buffer): void {
  if (kind === "folder") {
    const file = join(place, "cairn-sync", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  const env = { ...gitEnv, PATH: process.env["PATH"] };
  const bytes = Buffer.from(text);
  const stream = Buffer.concat([
    Buffer.from(
      "commit refs/heads/cairn/memory\ncommitter x <x> 1700000000 +0000\ndata 1\nx\nfrom refs/heads/cairn/memory^0\n",
    ),
    Buffer.from(`M 100644 inline ${path}\ndata ${bytes.length}\n`),
    bytes,
    Buffer.from("\n"),
  ]);
  execFileSync("git", ["-c", "core.hooksPath=/dev/null", "-C", place, "fast-import", "--quiet", "--force"], {
    env,
    input: stream,
  });
}
