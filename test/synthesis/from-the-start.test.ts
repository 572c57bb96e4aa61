/** Whatever happened to a store, a synthesis that takes up what the last one knew says what one that reads everything says. */

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { Chance } from "../support/chance.ts";

const yes = { confirmed: true };
const MATTERS = ["billing", "queue", "cache", "login"] as const;
const CHOICES = ["Redis", "Postgres", "SQLite", "plain files"] as const;

/** A store to which things happen by chance, by Cairn and by hand. */
class LivedIn {
  readonly cairn: TestCairn;
  readonly #chance: Chance;
  readonly #ids: string[] = [];
  #made = 0;

  constructor(cairn: TestCairn, seed: number) {
    this.cairn = cairn;
    this.#chance = new Chance(seed);
  }

  /** A request that is refused, as the memory is gone or says so already, changes nothing. */
  async live(): Promise<void> {
    const deeds = [
      () => this.#sumUp(),
      () => this.#sumUp(),
      () => this.#decide(),
      () => this.#putByHand(),
      () => this.#editByHand(),
      () => this.#deleteByHand(),
      () => this.#forget(false),
      () => this.#forget(true),
      () => this.#writeIntoMaster(),
    ];
    await deeds[this.#chance.pick(deeds.length)]!();
  }

  #some<T>(all: readonly T[]): T {
    return all[this.#chance.pick(all.length)]!;
  }

  #said(): string {
    const [matter, n] = [this.#some(MATTERS), this.#chance.pick(4)];
    return [
      `## Goal\nStep ${n} of the ${matter}`,
      `## Tracking Points\n- **Decision**: Use ${this.#some(CHOICES)} for the ${matter}\n- **Failed approach**: A lock of the ${matter} was too slow in step ${n}\n- **Learning**: The ${matter} wants ${n} workers\n- **Question**: Who runs the ${matter}?`,
      `## Completed\n- Step ${n} of the ${matter} is done`,
      `## Next Actions\n- Measure step ${n + 1} of the ${matter}`,
    ].join("\n\n");
  }

  async #sumUp(): Promise<void> {
    const session = `run-${this.#chance.pick(6)}`;
    const input = { kind: "session_summary", title: `Run ${this.#made++}`, text: this.#said() } as const;
    const outcome = await this.cairn.outcome("remember", input, { session });
    if (outcome.ok) this.#ids.push(outcome.output.memory.id);
  }

  async #decide(): Promise<void> {
    const text = `Use ${this.#some(CHOICES)} for the ${this.#some(MATTERS)}`;
    const supersedes = this.#chance.pick(2) === 0 ? undefined : this.#ids.at(-1);
    const outcome = await this.cairn.outcome("remember", {
      kind: "decision",
      title: `Choice ${this.#made++}`,
      text,
      anyway: true,
      ...(supersedes === undefined ? {} : { supersedes }),
    });
    if (outcome.ok) this.#ids.push(outcome.output.memory.id);
  }

  #putByHand(): void {
    const name = `hand-${this.#made++}`;
    const keys = "metadata:\n  type: project\n  kind: session_summary\n  status: active\n  tags: [by-hand]\n";
    this.cairn.write(
      `sessions/${name}.md`,
      `---\nname: ${name}\ndescription: By hand\n${keys}---\n# ${name}\n\n${this.#said()}\n`,
    );
    this.#ids.push(name);
  }

  #sources(): string[] {
    return this.cairn.paths().filter((path) => /^(?:sessions|decisions)\//.test(path));
  }

  #editByHand(): void {
    const paths = this.#sources();
    if (paths.length === 0) return;
    const turns: readonly ((text: string) => string)[] = [
      (text) => text.replace("Use ", "No longer use "),
      (text) => text.replaceAll("billing", "queue"),
      (text) => text.replace("status: active", "status: retired"),
      (text) => text.replace(/^ {2}tags: .*$/m, "  tags: [master-archive]"),
      (text) => `${text}\n## Blockers\n- Nobody has the key\n`,
    ];
    this.cairn.change(this.#some(paths), this.#some(turns));
  }

  #deleteByHand(): void {
    const paths = this.#sources();
    if (paths.length > 2) this.cairn.delete(this.#some(paths));
  }

  async #forget(hard: boolean): Promise<void> {
    if (this.#ids.length > 2) await this.cairn.outcome("forget", { id: this.#some(this.#ids), hard }, yes);
  }

  #writeIntoMaster(): void {
    if (!this.cairn.has("master.md")) return;
    const line = `- Ask about the ${this.#some(MATTERS)}`;
    this.cairn.change("master.md", (text) => text.replace(/^## [^\n]+\n/m, `$&\n${line}\n`));
  }
}

/** As it would be made now; nothing is written. */
async function proposed(cairn: TestCairn) {
  const { text, drifted, left } = await cairn.ask("synthesize", { dryRun: true });
  return { text, drifted, left };
}

async function fromTheStart(cairn: TestCairn) {
  const kept = join((await cairn.store()).state, "synthesis");
  const aside = join(cairn.base, "aside");
  cpSync(kept, aside, { recursive: true });
  rmSync(kept, { recursive: true });
  const made = await proposed(cairn);
  cpSync(aside, kept, { recursive: true });
  rmSync(aside, { recursive: true });
  return made;
}

test("law: whatever was summed up, decided, edited, deleted or forgotten since, by Cairn or by hand, the master is that of one who reads everything anew", async () => {
  for (const seed of [1, 2, 3]) {
    const cairn = cairnWith({ settings: { "synthesis.maxBytes": 4_000 } });
    const store = new LivedIn(cairn, seed);
    for (let n = 0; n < 6; n++) await store.live();
    for (let round = 0; round < 10; round++) {
      await cairn.ask("synthesize", {}, yes);
      for (let n = 0; n < 3; n++) await store.live();
      expect(await proposed(cairn), `seed ${seed}, round ${round}`).toEqual(await fromTheStart(cairn));
    }
    expect(cairn.paths().length).toBeGreaterThan(6);
  }
}, 120_000);
