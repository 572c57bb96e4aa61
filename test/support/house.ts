/** A temporary home with a project in it, and every way of asking Cairn there. Far from the caller's own. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { main } from "../../src/adapters/cli/main.ts";
import { registry } from "../../src/adapters/registry.ts";
import { openCairn as openCore } from "../../src/cairn.ts";
import { type CairnLibrary, type OpenOptions, openCairn } from "../../src/library.ts";
import { gitEnv } from "./git.ts";
import { McpClient } from "./mcp-client.ts";
import { type Ran, type Running, runProgram } from "./program.ts";

export type Asking = Partial<Omit<Running, "env">> & { readonly env?: Readonly<Record<string, string>> };

export class House {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-house-")));
  readonly home = this.folder("home");
  readonly project = this.folder("work", "shop");
  readonly env = { HOME: this.home, PATH: process.env["PATH"] ?? "" };
  readonly claude = join(this.home, ".claude");
  readonly cairnHome = join(this.claude, "cairn");
  readonly userRoot = join(this.claude, "user");

  /** Where the host keeps the memory of the project. */
  get root(): string {
    return join(this.claude, "projects", this.project.replace(/[^A-Za-z0-9]/g, "-"), "memory");
  }

  at(...parts: string[]): string {
    return join(this.base, ...parts);
  }

  folder(...parts: string[]): string {
    mkdirSync(this.at(...parts), { recursive: true });
    return this.at(...parts);
  }

  /** `path` is absolute, or counts from the base. */
  write(path: string, text: string | Uint8Array): string {
    const place = path.startsWith("/") ? path : this.at(path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    return place;
  }

  /** The command line in this process: everything but the start of a program. */
  async cli(argv: readonly string[], { cwd = this.project, env, input = "" }: Asking = {}): Promise<Ran> {
    const texts = { out: "", err: "" };
    const stream = (name: "out" | "err") => ({
      write(text: string, done: () => void) {
        texts[name] += text;
        setImmediate(done);
      },
    });
    const stdin = Readable.from([Buffer.from(input)]);
    const world = { argv, cwd, env: { ...this.env, ...env }, stdin, stdout: stream("out"), stderr: stream("err") };
    return { code: await main(world, { registry, open: openCore }), ...texts };
  }

  /** The answer of a command that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by the tests, field by field
  async ask(argv: readonly string[], asking: Asking = {}): Promise<any> {
    const { code, out, err } = await this.cli([...argv, "--json"], asking);
    if (code !== 0) throw new Error(`cairn ${argv.join(" ")}: exit code ${code}\n${out}${err}`);
    return JSON.parse(out);
  }

  /** The program itself, as a process of its own. */
  run(argv: readonly string[], { cwd = this.project, env, ...rest }: Asking = {}): Promise<Ran> {
    return runProgram(argv, { cwd, env: { ...this.env, ...env }, ...rest });
  }

  library(options: OpenOptions = {}): Promise<CairnLibrary> {
    return openCairn({ cwd: this.project, env: this.env, ...options });
  }

  serve({ cwd = this.project, env }: Asking = {}, words: readonly string[] = []): Promise<McpClient> {
    return McpClient.start({ cwd, env: { ...this.env, ...env } }, words);
  }

  git(cwd: string, ...args: string[]): string {
    const env = { PATH: this.env.PATH, HOME: this.home, ...gitEnv };
    const options = ["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"];
    return execFileSync("git", [...options, ...args], { cwd, env, encoding: "utf8", stdio: "pipe" }).trim();
  }

  /** A repository with one commit, which no other has. */
  repository(path: string, remote?: string): string {
    const place = this.folder(path);
    this.git(place, "init", "-q");
    this.git(place, "commit", "-q", "--allow-empty", "-m", place);
    if (remote !== undefined) this.git(place, "remote", "add", "origin", remote);
    return place;
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** For one test: gone when it is over. */
export function house(): House {
  const made = new House();
  onTestFinished(() => made.remove());
  return made;
}

/** Every path below a folder, relative to it. */
export function pathsIn(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).sort();
}

export function textOf(path: string): string {
  return readFileSync(path, "utf8");
}
