/** A temporary world with a home, folders and real git repositories, far from the caller's own. */

import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { register } from "../../src/places/register.ts";
import { type Places, type PlacesQuestion, resolvePlaces } from "../../src/places/resolve.ts";
import { gitEnv } from "../support/git.ts";

export const noon = new Date("2026-11-15T12:00:00Z");

let repositories = 0;

export interface Asking extends Partial<Omit<PlacesQuestion, "cwd" | "settings">> {
  readonly settings?: Partial<PlacesQuestion["settings"]>;
}

export class World {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-places-")));
  readonly home = this.folder("home");
  readonly env = { HOME: this.home, PATH: process.env["PATH"] };

  at(...parts: string[]): string {
    return join(this.base, ...parts);
  }

  folder(...parts: string[]): string {
    mkdirSync(this.at(...parts), { recursive: true });
    return this.at(...parts);
  }

  file(path: string, text: string): string {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
    return this.at(path);
  }

  read(path: string): string {
    return readFileSync(path, "utf8");
  }

  git(cwd: string, ...args: string[]): string {
    const options = ["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"];
    const env = { PATH: process.env["PATH"], HOME: this.home, ...gitEnv };
    return execFileSync("git", [...options, ...args], { cwd, env, encoding: "utf8", stdio: "pipe" }).trim();
  }

  /** A repository with one commit, whose id no other has. */
  repository(name: string, remote?: string): string {
    const path = this.folder(name);
    this.git(path, "init", "-q");
    this.git(path, "commit", "-q", "--allow-empty", "-m", `first of ${++repositories}`);
    if (remote !== undefined) this.git(path, "remote", "add", "origin", remote);
    return path;
  }

  clone(from: string, name: string, ...options: string[]): string {
    this.git(this.base, "clone", "-q", ...options, from, this.at(name));
    return this.at(name);
  }

  places(cwd: string, { settings, env, ...rest }: Asking = {}): Promise<Places> {
    return resolvePlaces({
      cwd,
      env: { ...this.env, ...env },
      settings: { worktrees: "shared", "team.enabled": false, ...settings },
      ...rest,
    });
  }

  /** As after the first write there: known to the registry, and with the folder of its root. */
  async registered(cwd: string, asking: Asking = {}): Promise<Places> {
    const places = await register(await this.places(cwd, asking), { env: this.env, now: noon });
    mkdirSync(places.roots.project.path, { recursive: true });
    return places;
  }

  /** The folder a project's memories are in, below the host's `projects`. */
  hostFolder(places: Places): string {
    return dirname(places.roots.project.path).slice(join(this.home, ".claude", "projects").length + 1);
  }
}

export function world(): World {
  const made = new World();
  onTestFinished(() => rmSync(made.base, { recursive: true, force: true }));
  return made;
}

/** For tables: does one thing after the other and gives back the last. */
export function lastOf<T>(...steps: [...unknown[], T]): T {
  return steps.at(-1) as T;
}

/** Every path below a folder, with what kind of thing it is and its mode. */
export function tree(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).sort().map((path) => {
    const stat = lstatSync(join(folder, path), { throwIfNoEntry: false });
    return `${stat?.isDirectory() ? "d" : stat?.isSymbolicLink() ? "l" : "f"} ${((stat?.mode ?? 0) & 0o777).toString(8)} ${path}`;
  });
}
