/**
 * One process of a storm: writes through the library, and says before and after each write, through a pipe, what it is
 * about to do and what it was told. Whoever reads the pipe knows more than the store can hide.
 */

import { writeSync } from "node:fs";
import { setFaults } from "../../src/disk/faults.ts";
import { CairnError, type CairnLibrary, openCairn } from "../../src/library.ts";
import { type Rng, rngFrom } from "../secrets/rng.ts";

export interface Orders {
  readonly name: string;
  readonly rounds: number;
  readonly seed: number;
  /** `mixed`: everything a store can be asked. `tokens`: one memory, grown by all. */
  readonly manner: "mixed" | "tokens";
  /** How many of a hundred writes the process dies in, somewhere among its disk calls. */
  readonly deaths: number;
}

/** Of one write. `token` stands in the text it writes, and nowhere else. */
export interface Began {
  readonly n: number;
  readonly what: "remember" | "update" | "forget" | "restore" | "rebuild";
  readonly id?: string;
  readonly token?: string;
}

export interface Ended {
  readonly n: number;
  readonly action?: string;
  readonly id?: string;
  readonly code?: string;
}

export type Line = { readonly began: Began } | { readonly ended: Ended };

/** A write makes about two hundred disk calls; who is told to die after more of them lives. */
const LONGEST_LIFE = 260;
const MOST_TRIES = 200;
/** Kinds with a file each, one with numbers, and those that add to a file all share. */
const KINDS = ["project", "project", "decision", "decision", "feedback", "runbook", "log", "blocker"] as const;

class Writer {
  readonly #orders: Orders;
  readonly #rng: Rng;
  readonly #cairn: CairnLibrary;
  /** Memories this process made, with the state it last heard of. */
  readonly #own = new Map<string, "active" | "retired">();
  #n = 0;

  constructor(orders: Orders, cairn: CairnLibrary) {
    this.#orders = orders;
    this.#rng = rngFrom(orders.seed);
    this.#cairn = cairn;
  }

  async run(): Promise<void> {
    for (let round = 0; round < this.#orders.rounds; round++) {
      this.#arm();
      if (this.#orders.manner === "tokens") await this.#grow();
      else await this.#mixed();
      setFaults(undefined);
    }
  }

  /** Some writes are the last: killed before, in or after one of their disk calls. */
  #arm(): void {
    if (this.#rng.int(100) >= this.#orders.deaths) return;
    const last = 1 + this.#rng.int(LONGEST_LIFE);
    const late = this.#rng.int(2) === 0;
    setFaults(({ n, call }) => {
      if (n < last) return undefined;
      if (!late) die();
      return call === "write" && this.#rng.int(2) === 0 ? { half: true, after: die } : { after: die };
    });
  }

  async #mixed(): Promise<void> {
    const fate = this.#rng.int(100);
    if (fate < 60) return this.#remember();
    if (fate < 85) return this.#update();
    if (fate < 95) return this.#forgetOrRestore();
    await this.#write({ what: "rebuild" }, () => this.#cairn.rebuild());
  }

  async #remember(): Promise<void> {
    const { name } = this.#orders;
    const token = this.#token();
    const title = `Note ${name} ${this.#n}`;
    const kind = this.#rng.pick(KINDS);
    const ended = await this.#write({ what: "remember", token }, () =>
      this.#cairn.remember({ title, kind, text: `${name} was here. It left ${token}.`, tags: [name] }),
    );
    if (ended.action === "created" && kind !== "log" && kind !== "blocker" && ended.id !== undefined) {
      this.#own.set(ended.id, "active");
    }
  }

  async #update(): Promise<void> {
    const own = [...this.#own].filter(([, state]) => state === "active").map(([id]) => id);
    const id = own.length === 0 || this.#rng.int(3) === 0 ? "common-ground" : this.#rng.pick(own);
    await this.#append(id);
  }

  /** Half by `update`, which must ask again after a conflict, half by `remember`, which adds to what is there. */
  async #grow(): Promise<void> {
    if (this.#rng.int(2) === 0) return this.#append("common-ground");
    const token = this.#token();
    await this.#write({ what: "remember", id: "common-ground", token }, () =>
      this.#cairn.remember({ title: "Common ground", kind: "project", text: `It left ${token}.` }),
    );
  }

  async #append(id: string): Promise<void> {
    const token = this.#token();
    await this.#write({ what: "update", id, token }, async () => {
      for (let tries = 1; ; tries++) {
        try {
          return await this.#cairn.update({ id, append: `Added ${token}.` });
        } catch (error) {
          if (!isConflict(error) || tries === MOST_TRIES) throw error;
        }
      }
    });
  }

  async #forgetOrRestore(): Promise<void> {
    if (this.#own.size === 0) return this.#remember();
    const [id, state] = this.#rng.pick([...this.#own]);
    const what = state === "active" ? "forget" : "restore";
    const { action } = await this.#write({ what, id }, () => this.#cairn[what]({ id }));
    if (action !== undefined) this.#own.set(id, state === "active" ? "retired" : "active");
  }

  async #write(about: Omit<Began, "n">, act: () => Promise<unknown>): Promise<Ended> {
    const n = this.#n++;
    say({ began: { n, ...about } });
    const ended = { n, ...(await outcomeOf(act)) };
    say({ ended });
    return ended;
  }

  #token(): string {
    return `tok-${this.#orders.name}-${this.#n}-${this.#rng.chars("abcdefghij", 8)}`;
  }
}

async function outcomeOf(act: () => Promise<unknown>): Promise<Omit<Ended, "n">> {
  try {
    const { action = "done", memory } = (await act()) as { action?: string; memory?: { id: string } };
    return { action, ...(memory === undefined ? {} : { id: memory.id }) };
  } catch (error) {
    return { code: error instanceof CairnError ? error.code : `BUG ${(error as Error).stack}` };
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof CairnError && error.code === "OCC_CONFLICT";
}

function say(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

async function main(): Promise<void> {
  const library = await openCairn();
  await new Writer(JSON.parse(process.argv[2] ?? "") as Orders, library).run();
  await library.close();
}

void main();
