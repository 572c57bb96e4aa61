/**
 * Several clones, real git, and everything people do to it, by a seed: changes through Cairn and by hand, merges in any
 * order, rebases, squash merges, cherry-picks, disks that fail in the middle, clocks that disagree. In the end everybody
 * merges with everybody, and what must hold is held against what was acknowledged.
 */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFaults } from "../../src/disk/faults.ts";
import type { KilledOrders } from "../crash/killed-driver.ts";
import { Chance } from "../support/chance.ts";
import { type Clone, cloneOf, hub } from "./clones.ts";

const TITLES = ["Alpha", "Beta", "Gamma", "Delta"] as const;
const STEPS = 18;

interface Ran {
  /** What went wrong; empty where everything holds. */
  readonly wrong: readonly string[];
  readonly acknowledged: number;
  readonly merges: number;
  /** Of processes that did not come to their end, or were refused. */
  readonly kills: number;
  /** What all of them ended with. */
  readonly files: Readonly<Record<string, string>>;
}

/** What is said of a memory by an acknowledged change, by a mark that stands nowhere else. */
interface Mark {
  readonly id: string;
  readonly mark: string;
}

class Simulation {
  readonly #chance: Chance;
  readonly #driver: string;
  readonly #clones: readonly Clone[];
  readonly #marks: Mark[] = [];
  readonly #forgotten = new Set<string>();
  readonly #wrong: string[] = [];
  #merges = 0;
  #kills = 0;

  constructor(seed: number, driver: string) {
    this.#chance = new Chance(seed);
    this.#driver = driver;
    const remote = hub();
    const hour = 3_600_000;
    const clocks = [0, 26 * hour, -26 * hour, 5 * hour, 0];
    const names = ["Ann", "Bob", "Cem", "Dora", "Eve"].slice(0, 3 + this.#chance.pick(3));
    const first = cloneOf(remote, names[0]!);
    first.git("commit", "-q", "--allow-empty", "-m", "start");
    first.push();
    const rest = names
      .slice(1)
      .map((name, n) => cloneOf(remote, name, { now: new Date(Date.UTC(2025, 5, 2, 12) + clocks[n + 1]!) }));
    this.#clones = [first, ...rest];
  }

  async run(): Promise<Ran> {
    for (const clone of this.#clones) await clone.cairn.ask("team", { action: "setup" }, { confirmed: true });
    for (const title of TITLES.slice(0, 3)) await this.#remember(this.#clones[0]!, title);
    await this.#join(this.#clones[0]!);
    for (const clone of this.#clones.slice(1)) await this.#join(clone);
    for (let step = 0; step < STEPS; step++) await this.#step(this.#clones[this.#chance.pick(this.#clones.length)]!);
    for (let round = 0; round < 2; round++) for (const clone of this.#clones) await this.#join(clone);
    for (const clone of this.#clones) clone.git("pull", "-q", "--ff-only", "origin", "main");
    this.#hold();
    return {
      wrong: this.#wrong,
      acknowledged: this.#marks.length + this.#forgotten.size,
      merges: this.#merges,
      kills: this.#kills,
      files: this.#clones[0]!.files(),
    };
  }

  async #step(clone: Clone): Promise<void> {
    const deeds = [
      () => this.#remember(clone),
      () => this.#append(clone),
      () => this.#append(clone),
      () => this.#append(clone),
      () => this.#describe(clone),
      () => this.#describe(clone),
      () => this.#byHand(clone),
      () => this.#byHand(clone),
      () => this.#forget(clone),
      () => this.#failing(clone),
      () => this.#killed(clone),
      () => this.#join(clone),
      () => this.#join(clone),
      () => this.#rebase(clone),
      () => this.#cherryPick(clone),
      () => this.#squash(clone),
    ];
    await deeds[this.#chance.pick(deeds.length)]!();
    this.#lookForMarkers(clone);
  }

  async #remember(clone: Clone, title: string = TITLES[this.#chance.pick(TITLES.length)]!): Promise<void> {
    const mark = this.#chance.mark();
    const outcome = await clone.cairn.outcome("remember", {
      title,
      text: `First said so: ${mark}.`,
      kind: "project",
      scope: "team",
    });
    if (outcome.ok && outcome.output.action !== "unchanged") this.#marks.push({ id: outcome.output.memory.id, mark });
  }

  async #append(clone: Clone): Promise<void> {
    const id = this.#someId(clone);
    const mark = this.#chance.mark();
    const outcome =
      id === undefined
        ? undefined
        : await clone.cairn.outcome("update", { id: `team:${id}`, append: `Added: ${mark}.` });
    if (id !== undefined && outcome?.ok) this.#marks.push({ id, mark });
  }

  async #describe(clone: Clone): Promise<void> {
    const id = this.#someId(clone);
    if (id !== undefined)
      await clone.cairn.outcome("update", {
        id: `team:${id}`,
        description: `Seen so: ${this.#chance.mark()}`,
        tags: [`t${this.#chance.pick(4)}`],
      });
  }

  async #byHand(clone: Clone): Promise<void> {
    const id = this.#someId(clone);
    if (id === undefined) return;
    const path = join(clone.cairn.project, ".claude", "memory", "project", `${id}.md`);
    const text = readFileSync(path, "utf8");
    if (text.includes("status: retired")) return;
    const mark = this.#chance.mark();
    writeFileSync(path, text.replace("\n## Changes\n", `\nBy hand: ${mark}.\n\n## Changes\n`));
    if (readFileSync(path, "utf8").includes(mark)) this.#marks.push({ id, mark });
  }

  async #forget(clone: Clone): Promise<void> {
    const id = this.#chance.random() < 0.4 ? this.#someId(clone) : undefined;
    const outcome = id === undefined ? undefined : await clone.cairn.outcome("forget", { id: `team:${id}` });
    if (id !== undefined && outcome?.ok) this.#forgotten.add(id);
  }

  /** As if it were killed there: what is not acknowledged may or may not be, but nothing is half. */
  async #failing(clone: Clone): Promise<void> {
    const at = this.#chance.pick(120);
    let n = 0;
    setFaults(({ call }) =>
      (call === "write" || call === "rename" || call === "link" || call === "sync") && ++n >= at
        ? { error: "EIO" }
        : undefined,
    );
    try {
      await this.#append(clone).catch(() => undefined);
    } finally {
      setFaults(undefined);
    }
  }

  /** A process of its own that gets a kill -9 at one of its calls: what it acknowledged before is held against it. */
  async #killed(clone: Clone): Promise<void> {
    const { cairn } = clone;
    const id = this.#someId(clone);
    if (id === undefined) return;
    const mark = this.#chance.mark();
    const orders: KilledOrders = {
      cwd: cairn.project,
      env: cairn.env,
      now: cairn.clock.now().toISOString(),
      op: "update",
      input: { id: `team:${id}`, append: `Added: ${mark}.` },
      n: 1 + this.#chance.pick(45),
      moment: (["before", "half", "after"] as const)[this.#chance.pick(3)]!,
    };
    const run = spawnSync(process.execPath, [this.#driver, JSON.stringify(orders)], { encoding: "utf8" });
    if (run.stdout.startsWith("ok")) this.#marks.push({ id, mark });
    else if (run.signal === "SIGKILL") this.#kills += 1;
    else if (!run.stdout.startsWith("refused")) this.#wrong.push(`a process failed: ${run.stdout}${run.stderr}`);
  }

  /** Commits, merges what the others pushed, pushes. */
  async #join(clone: Clone): Promise<void> {
    clone.commit();
    clone.git("fetch", "-q", "origin");
    this.#settled(clone, clone.tries("merge", "-q", "--no-edit", "origin/main"), "merge");
    clone.push();
  }

  async #rebase(clone: Clone): Promise<void> {
    clone.commit();
    clone.git("fetch", "-q", "origin");
    this.#settled(clone, clone.tries("rebase", "-q", "origin/main"), "rebase");
    clone.push();
  }

  /** A commit of somebody else's by itself; one that brings nothing new is passed over. */
  async #cherryPick(clone: Clone): Promise<void> {
    clone.commit();
    clone.git("fetch", "-q", "origin");
    const commit = clone.git("rev-list", "--no-merges", "-1", "origin/main").trim();
    const code = clone.tries("cherry-pick", commit);
    if (code === 0) return;
    const open = clone.git("diff", "--name-only", "--diff-filter=U").trim();
    if (open !== "") this.#wrong.push(`${clone.name}: a cherry-pick left ${open}`);
    if (clone.tries("cherry-pick", "--skip") !== 0) clone.tries("cherry-pick", "--abort");
  }

  async #squash(clone: Clone): Promise<void> {
    clone.commit();
    clone.git("fetch", "-q", "origin");
    this.#settled(clone, clone.tries("merge", "-q", "--squash", "origin/main"), "squash merge");
    clone.commit("squashed");
  }

  #settled(clone: Clone, code: number, what: string): void {
    this.#merges += 1;
    if (code === 0) return;
    const open = clone.git("diff", "--name-only", "--diff-filter=U").trim();
    this.#wrong.push(`${clone.name}: a ${what} left ${open || "an error"} (${code})`);
    throw new Error(this.#wrong.at(-1));
  }

  #lookForMarkers(clone: Clone): void {
    for (const [path, text] of Object.entries(clone.files())) {
      if (/^(?:<{7}|>{7})/m.test(text)) this.#wrong.push(`${clone.name}: markers in ${path}`);
      if (!path.endsWith(".md")) this.#wrong.push(`${clone.name}: ${path} lies there`);
    }
  }

  #hold(): void {
    const [first, ...rest] = this.#clones;
    const files = first!.files();
    for (const clone of rest)
      if (JSON.stringify(clone.files()) !== JSON.stringify(files))
        this.#wrong.push(`${clone.name} has other bytes than ${first!.name}`);
    for (const { id, mark } of this.#marks) {
      const text = files[`project/${id}.md`] ?? "";
      if (!text.includes(mark) && !this.#forgotten.has(id)) this.#wrong.push(`${mark} of ${id} is lost`);
    }
    for (const id of this.#forgotten)
      if (!(files[`project/${id}.md`] ?? "").includes("status: retired")) this.#wrong.push(`${id} came back`);
    this.#lookForMarkers(first!);
  }

  #someId(clone: Clone): string | undefined {
    const ids = Object.keys(clone.files()).flatMap((path) => /^project\/(.+)\.md$/.exec(path)?.[1] ?? []);
    return ids[this.#chance.pick(ids.length)];
  }
}

/** The same numbers for the same seed. */
export async function simulate(seed: number, driver: string): Promise<Ran> {
  const simulation = new Simulation(seed, driver);
  try {
    return await simulation.run();
  } finally {
    setFaults(undefined);
  }
}
