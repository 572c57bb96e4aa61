/**
 * Cairn in a world of its own: a real temporary home and project made from a literal, and a clock that stands still
 * between two requests. Each request opens Cairn anew, as a command line does; `warm` keeps one open, as a server does.
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { registry } from "../../src/adapters/registry.ts";
import { type Cairn, openCairn } from "../../src/cairn.ts";
import { type FixedClock, fixedClock } from "../../src/disk/clock.ts";
import type { CairnError } from "../../src/model/error.ts";
import type { z } from "../../src/model/schema.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { Caller } from "../../src/model/trust.ts";
import { invoke, type Operation, type Outcome } from "../../src/operations/operation.ts";
import { encodePath } from "../../src/places/root-names.ts";
import type { LogRecord } from "../../src/store/record.ts";
import type { Store } from "../../src/store/store.ts";

/** Relative paths and the texts that stand there. */
export type Files = Readonly<Record<string, string>>;

export interface Setup {
  /** In the project's own memory root. */
  readonly memory?: Files;
  readonly user?: Files;
  /** In the project itself. */
  readonly project?: Files;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: Date;
}

type Registry = typeof registry;
type Loaded<K extends keyof Registry> = Awaited<ReturnType<Registry[K]>>;
export type InputOf<K extends keyof Registry> = z.input<Loaded<K>["input"]>;
export type OutputOf<K extends keyof Registry> = z.output<Loaded<K>["output"]>;

export interface How {
  readonly surface?: Caller;
  /** The answer to the question an operation may ask. */
  readonly confirmed?: boolean;
  readonly session?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** By which the client that is played names its session: see `host.ts`. */
const sessionVariable = process.env["CAIRN_TEST_HOST"] === "waymark" ? "WAYMARK_RUN" : "CLAUDE_CODE_SESSION_ID";

/** Long past, so that no file of a test is ever a moment old by its clock unless it says so. */
export const noon = new Date("2025-06-02T12:00:00Z");
const TICK_MS = 1_000;

/** `given` is what lies in the project's memory root, or the whole setting. Gone when the test is over. */
export function cairnWith(given: Files | Setup = {}): TestCairn {
  const setup = isFiles(given) ? { memory: given } : given;
  const made = new TestCairn(setup);
  onTestFinished(() => made.remove());
  return made;
}

function isFiles(given: Files | Setup): given is Files {
  return Object.values(given).every((value) => typeof value === "string");
}

export class TestCairn {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-with-")));
  readonly home = join(this.base, "home");
  readonly project = join(this.base, "project");
  readonly cairnHome = join(this.home, ".claude", "cairn");
  readonly root = join(this.home, ".claude", "projects", encodePath(this.project), "memory");
  readonly userRoot = join(this.home, ".claude", "user");
  readonly clock: FixedClock;
  readonly env: Readonly<Record<string, string | undefined>>;

  constructor({ memory = {}, user = {}, project = {}, settings, env = {}, now = noon }: Setup) {
    this.clock = fixedClock(now);
    this.env = { HOME: this.home, PATH: process.env["PATH"], ...env };
    for (const folder of [this.home, this.project]) mkdirSync(folder);
    for (const [path, text] of Object.entries(memory)) put(join(this.root, path), text);
    for (const [path, text] of Object.entries(user)) put(join(this.userRoot, path), text);
    for (const [path, text] of Object.entries(project)) put(join(this.project, path), text);
    if (settings !== undefined) put(join(this.cairnHome, "settings.json"), JSON.stringify(settings));
  }

  /** Through the one door, a second later than the last time. A refusal is thrown. */
  async ask<K extends keyof Registry>(name: K, input: InputOf<K>, how: How = {}): Promise<OutputOf<K>> {
    const outcome = await this.outcome(name, input, how);
    if (outcome.ok) return outcome.output;
    throw outcome.error;
  }

  async refusal<K extends keyof Registry>(name: K, input: InputOf<K>, how: How = {}): Promise<CairnError> {
    const outcome = await this.outcome(name, input, how);
    if (!outcome.ok) return outcome.error;
    throw new Error(`${name} was not refused: ${outcome.text}`);
  }

  async outcome<K extends keyof Registry>(name: K, input: InputOf<K>, how: How = {}): Promise<Outcome<OutputOf<K>>> {
    const cairn = await this.open(how);
    try {
      this.clock.advance(TICK_MS);
      return await askOf(cairn, name, input, how);
    } finally {
      await cairn.close();
    }
  }

  open({ surface = "cli", session, cwd = this.project, env: more = {} }: How = {}): Promise<Cairn> {
    const env = { ...this.env, ...more, ...(session === undefined ? {} : { [sessionVariable]: session }) };
    return openCairn({ cwd, env, surface, clock: this.clock });
  }

  /** One Cairn for several requests. */
  async warm(how: How = {}): Promise<Warm> {
    const cairn = await this.open(how);
    return {
      cairn,
      ask: async (name, input) => {
        this.clock.advance(TICK_MS);
        const outcome = await askOf(cairn, name, input, how);
        if (outcome.ok) return outcome.output;
        throw outcome.error;
      },
    };
  }

  /** The store as a new process finds it. */
  async store(scope: Scope = "project"): Promise<Store> {
    return (await (await this.open()).stores(undefined, { lenient: true })).of(scope);
  }

  /** What the log of a root holds, oldest first. */
  async records(scope: Scope = "project"): Promise<LogRecord[]> {
    return (await this.store(scope)).history.log.entries.map(({ record }) => record);
  }

  path(path: string): string {
    return join(this.root, path);
  }

  has(path: string): boolean {
    return existsSync(this.path(path));
  }

  read(path: string): string {
    return readFileSync(this.path(path), "utf8");
  }

  /** As an editor does that writes in place, an hour ago by the test's clock unless said otherwise. */
  write(path: string, text: string | Buffer, agoMs = 3_600_000): void {
    put(this.path(path), text);
    const time = new Date(this.clock.now().getTime() - agoMs);
    utimesSync(this.path(path), time, time);
  }

  change(path: string, edit: (text: string) => string): void {
    this.write(path, edit(this.read(path)));
  }

  rename(from: string, to: string): void {
    mkdirSync(dirname(this.path(to)), { recursive: true });
    renameSync(this.path(from), this.path(to));
  }

  delete(path: string): void {
    rmSync(this.path(path));
  }

  /** Every file of the project's root, sorted. */
  paths(): string[] {
    return filesBelow(this.root);
  }

  /** Every byte under the home and the project, for searches that must find nothing. */
  everything(): string {
    return filesBelow(this.base)
      .map((path) => `${path}\n${readFileSync(join(this.base, path), "latin1")}`)
      .join("\n");
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

export interface Warm {
  readonly cairn: Cairn;
  ask<K extends keyof Registry>(name: K, input: InputOf<K>): Promise<OutputOf<K>>;
}

async function askOf<K extends keyof Registry>(
  cairn: Cairn,
  name: K,
  input: InputOf<K>,
  { confirmed = false }: How,
): Promise<Outcome<OutputOf<K>>> {
  const op = (await registry[name]()) as unknown as Operation;
  return (await invoke(op, input, cairn, { confirmed })) as Outcome<OutputOf<K>>;
}

/** A memory file as Cairn prints one, with only what matters to a test. */
export function memoryText(name: string, body: string, metadata: Readonly<Record<string, string>> = {}): string {
  const keys = { type: "project", kind: "project", status: "active", ...metadata };
  const lines = Object.entries(keys).map(([key, value]) => `  ${key}: ${value}`);
  return `---\nname: ${name}\ndescription: About ${name}\nmetadata:\n${lines.join("\n")}\n---\n# ${name}\n\n${body}\n`;
}

function put(path: string, text: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true }) as string[];
  return all.filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile()).sort();
}
