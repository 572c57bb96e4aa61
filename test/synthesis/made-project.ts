/**
 * A project that somebody works on for months: sessions that are summed up, decisions that are reversed, files that move and
 * go, all in a real repository. It knows what holds at every moment, so that a master can be judged by rule.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestCairn } from "../support/cairn-with.ts";
import { commitAll, git } from "../support/git.ts";

const DAY_MS = 86_400_000;

const PLACES = [
  "job queue",
  "session store",
  "search index",
  "image pipeline",
  "mail delivery",
  "audit trail",
] as const;
const OPTIONS = ["Redis", "Postgres", "RabbitMQ", "Kafka", "SQLite", "Memcached", "NATS", "Consul"] as const;
const PARTS = ["billing", "catalog", "checkout", "shipping", "reports", "login"] as const;
const FINDINGS = [
  "drops the last row when a page is full",
  "needs the clock to be in UTC",
  "is slow while the cache is cold",
  "trips over names with a slash",
  "holds its lock for the whole request",
  "retries without a limit",
] as const;

/** What somebody would have to know to judge a master. */
export interface Truth {
  /** What holds, by its place, in the words in which it was decided last. */
  readonly current: ReadonlyMap<string, string>;
  readonly reversed: ReadonlySet<string>;
  /** Statements by the file they name; the file as it was named. */
  readonly named: ReadonlyMap<string, string>;
  /** Files that are no longer where they were. */
  readonly gone: ReadonlySet<string>;
}

export class MadeProject {
  readonly cairn: TestCairn;
  readonly #current = new Map<string, string>();
  readonly #reversed = new Set<string>();
  readonly #named = new Map<string, string>();
  readonly #gone = new Set<string>();
  readonly #memories = new Map<string, string>();
  readonly #files: string[] = [];
  #sessions = 0;
  #seed = 7;

  constructor(cairn: TestCairn) {
    this.cairn = cairn;
    this.#put("README.md", "# Shop\n\nA shop for stones, sold by weight.\n");
    this.#put("_docs/plan.md", "# Plan\n\nThe shop opens in autumn.\n\n## Goals\n\nSell a thousand stones a day.\n");
    this.#put("package.json", '{"name":"shop","dependencies":{"zod":"^4.0.0"},"scripts":{"build":"tsc"}}\n');
    commitAll(cairn.project, "Begin", this.#now());
  }

  get truth(): Truth {
    return { current: this.#current, reversed: this.#reversed, named: this.#named, gone: this.#gone };
  }

  /** A session on one day: it works on a file, may decide something, and is summed up. Returns the bytes of its summary. */
  async session(): Promise<number> {
    const n = ++this.#sessions;
    const part = this.#pick(PARTS);
    const path = `src/${part}/step-${n}.ts`;
    this.#put(
      path,
      `export const step${n} = "${"x".repeat(80)}";\nexport function run${n}() { return step${n}; }\n`.repeat(3),
    );
    this.#files.push(path);
    commitAll(this.cairn.project, `Work on ${part}`, this.#now());
    const finding = `${path} ${this.#pick(FINDINGS)} in case ${n}`;
    this.#named.set(finding, path);
    const points = [`- **Discovery**: ${finding} — because nobody had measured it`];
    const decision = n % 2 === 0 ? this.#choice() : undefined;
    // What is a decision of its own is only reversed by another.
    const isOwn = n % 4 === 0 || this.#memories.has(decision?.place ?? "");
    if (decision !== undefined && isOwn) await this.#remember(decision);
    else if (decision !== undefined)
      points.push(`- **Decision**: ${this.#settle(decision)} — because it is less to run`);
    const done = `- Step ${n} of ${part} is done`;
    const text = `## Goal\nBring ${part} forward by step ${n}\n\n## Tracking Points\n${points.join("\n")}\n\n## Completed\n${done}\n\n## Next Actions\n- Measure step ${n}`;
    const title = `Step ${n} of ${part}`;
    await this.cairn.ask(
      "remember",
      { kind: "session_summary", title, text },
      { session: `s-${String(n).padStart(3, "0")}` },
    );
    if (n % 5 === 0) this.#move();
    if (n % 7 === 0) this.#drop();
    return Buffer.byteLength(`# ${title}\n\n${text}`);
  }

  rest(days: number): void {
    this.cairn.clock.advance(days * DAY_MS);
  }

  /** Something else for a place than what holds there. */
  #choice(): { place: string; option: string } {
    const place = this.#pick(PLACES);
    const held = this.#current.get(place) ?? "";
    const others = OPTIONS.filter((option) => !held.includes(option) && !this.#reversed.has(textOf(place, option)));
    return { place, option: others[this.#next() % others.length] ?? "Etcd" };
  }

  #settle({ place, option }: { place: string; option: string }): string {
    const before = this.#current.get(place);
    if (before !== undefined) this.#reversed.add(before);
    this.#current.set(place, textOf(place, option));
    return textOf(place, option);
  }

  /** As a decision of its own; one that is there already for the place is superseded. */
  async #remember(choice: { place: string; option: string }): Promise<void> {
    const text = `## Context\nThe ${choice.place} grew.\n\n## Decision\n${this.#settle(choice)}\n\n## Rationale\n- it is less to run`;
    const before = this.#memories.get(choice.place);
    const title = `${choice.option} for the ${choice.place}`;
    const asked = { kind: "decision" as const, title, text, tags: [choice.place.split(" ")[0] as string] };
    const { memory } = await this.cairn.ask(
      "remember",
      before === undefined ? asked : { ...asked, supersedes: before },
    );
    this.#memories.set(choice.place, memory.id);
  }

  #move(): void {
    const from = this.#files.splice(this.#next() % this.#files.length, 1)[0] as string;
    const to = from.replace("/step-", "/moved/step-");
    mkdirSync(dirname(join(this.cairn.project, to)), { recursive: true });
    git(this.cairn.project, ["mv", from, to]);
    commitAll(this.cairn.project, `Move ${from}`, this.#now());
    this.#gone.add(from);
  }

  #drop(): void {
    const path = this.#files.splice(this.#next() % this.#files.length, 1)[0] as string;
    rmSync(join(this.cairn.project, path));
    commitAll(this.cairn.project, `Drop ${path}`, this.#now());
    this.#gone.add(path);
  }

  #put(path: string, text: string): void {
    const place = join(this.cairn.project, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }

  #pick<T>(all: readonly T[]): T {
    return all[this.#next() % all.length] as T;
  }

  #next(): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return this.#seed >> 8;
  }

  #now(): string {
    return this.cairn.clock.now().toISOString();
  }
}

function textOf(place: string, option: string): string {
  return `Use ${option} for the ${place}`;
}
