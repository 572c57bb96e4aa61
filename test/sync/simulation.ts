/**
 * One person's machines and everything that happens to them, by a seed: changes through Cairn and by hand, spells without
 * the place, syncs at the same moment, killed processes, disks that fail, clocks that disagree. In the end all of them sync
 * in turn, and what must hold is held against what was acknowledged.
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFaults } from "../../src/disk/faults.ts";
import type { KilledOrders } from "../crash/killed-driver.ts";
import { Chance } from "../support/chance.ts";
import { type Machine, type PlaceKind, type World, worldOf } from "./machines.ts";

const TITLES = ["Alpha", "Beta", "Gamma"] as const;
const SCOPES = ["project", "user"] as const;
/** Of every fifth seed, and of the others: many short lives show more than a few long ones. */
const STEPS = { long: 22, short: 10 };
const HOUR = 3_600_000;

interface Ran {
  /** What went wrong; empty where everything holds. */
  readonly wrong: readonly string[];
  readonly acknowledged: number;
  readonly syncs: number;
  readonly kills: number;
}

/** Where a memory lies and what an acknowledged change said, by a mark that stands nowhere else. */
interface Mark {
  readonly path: string;
  readonly mark: string;
  readonly by: Machine;
  /** The how manieth it is. */
  readonly n: number;
}

class Simulation {
  readonly #chance: Chance;
  readonly #steps: number;
  readonly #world: World;
  readonly #machines: readonly Machine[];
  readonly #driver: string;
  readonly #marks: Mark[] = [];
  readonly #forgotten = new Set<string>();
  /** Taken away by hand: what becomes of it depends on who changed it meanwhile. */
  readonly #deleted = new Set<string>();
  /** Said anew where no file of it ever was, by path how many marks there were before: it stays forgotten, or says one of those since. */
  readonly #saidAgain = new Map<string, number>();
  readonly #wrong: string[] = [];
  #said = 0;
  #syncs = 0;
  #kills = 0;

  constructor(seed: number, kind: PlaceKind, driver: string) {
    this.#chance = new Chance(seed);
    this.#steps = seed % 5 === 0 ? STEPS.long : STEPS.short;
    this.#driver = driver;
    this.#world = worldOf(kind);
    const clocks = [0, 26 * HOUR, -26 * HOUR, 5 * HOUR];
    this.#machines = clocks
      .slice(0, 2 + this.#chance.pick(3))
      .map((skew) => this.#world.machine({ now: new Date(Date.UTC(2025, 5, 2, 12) + skew) }));
  }

  async run(): Promise<Ran> {
    const [first, ...rest] = this.#machines;
    for (const title of TITLES.slice(0, 2)) await this.#remember(first!, title);
    await first!.setup();
    // Some join at once and some when they have memories of their own.
    for (const machine of rest) {
      if (this.#chance.random() < 0.3) await this.#remember(machine);
      await machine.setup();
    }
    for (let step = 0; step < this.#steps; step++)
      await this.#step(this.#machines[this.#chance.pick(this.#machines.length)]!);
    for (let round = 0; round < 3; round++) for (const machine of this.#machines) await this.#sync(machine);
    await this.#hold();
    const acknowledged = this.#marks.length + this.#forgotten.size;
    return { wrong: this.#wrong, acknowledged, syncs: this.#syncs, kills: this.#kills };
  }

  async #step(machine: Machine): Promise<void> {
    const deeds = [
      () => this.#remember(machine),
      () => this.#append(machine),
      () => this.#append(machine),
      () => this.#append(machine),
      () => this.#describe(machine),
      () => this.#byHand(machine),
      () => this.#byHand(machine),
      () => this.#forget(machine),
      () => this.#deleteByHand(machine),
      () => this.#sync(machine),
      () => this.#sync(machine),
      () => this.#together(),
      () => this.#together(),
      () => this.#offline(machine),
      () => this.#killed(machine),
      () => this.#failing(machine),
    ];
    await deeds[this.#chance.pick(deeds.length)]!();
  }

  async #remember(machine: Machine, title: string = TITLES[this.#chance.pick(TITLES.length)]!): Promise<void> {
    const mark = this.#chance.mark();
    const scope = SCOPES[this.#chance.pick(2)]!;
    const words = { title, text: `First said so: ${mark}.`, kind: "project", scope } as const;
    const wasRetired = retiredOn(machine);
    const outcome = await machine.cairn.outcome("remember", words);
    if (!outcome.ok || outcome.output.action === "unchanged") return;
    const path = `${scope}/project/${outcome.output.memory.id}.md`;
    // Said anew where it was known to be forgotten, more than a day ago by this machine's clock: that brings it back.
    if (wasRetired.has(path)) this.#sayAnew(path);
    // Where no file of it ever was, it depends on whether the machine had heard that it was forgotten.
    else if (this.#forgotten.has(path) && outcome.output.action === "created" && !this.#saidAgain.has(path))
      this.#saidAgain.set(path, this.#said);
    this.#say(path, mark, machine);
  }

  #sayAnew(path: string): void {
    this.#forgotten.delete(path);
    for (const said of this.#marks.filter((one) => one.path === path)) this.#marks.splice(this.#marks.indexOf(said), 1);
  }

  async #append(machine: Machine): Promise<void> {
    const path = this.#somePath(machine);
    const mark = this.#chance.mark();
    if (path === undefined) return;
    const outcome = await machine.cairn.outcome("update", { id: addressOf(path), append: `Added: ${mark}.` });
    if (outcome.ok) this.#say(path, mark, machine);
  }

  async #describe(machine: Machine): Promise<void> {
    const path = this.#somePath(machine);
    if (path === undefined) return;
    const said = { description: `Seen so: ${this.#chance.mark()}`, tags: [`t${this.#chance.pick(4)}`] };
    await machine.cairn.outcome("update", { id: addressOf(path), ...said });
  }

  async #byHand(machine: Machine): Promise<void> {
    const path = this.#somePath(machine);
    if (path === undefined) return;
    const file = fileOf(machine, path);
    const text = readFileSync(file, "utf8");
    if (text.includes("status: retired")) return;
    const mark = this.#chance.mark();
    writeFileSync(file, text.replace("\n## Changes\n", `\nBy hand: ${mark}.\n\n## Changes\n`));
    if (readFileSync(file, "utf8").includes(mark)) this.#say(path, mark, machine);
  }

  async #forget(machine: Machine): Promise<void> {
    const path = this.#chance.random() < 0.4 ? this.#somePath(machine) : undefined;
    const outcome = path === undefined ? undefined : await machine.cairn.outcome("forget", { id: addressOf(path) });
    if (path === undefined || !outcome?.ok || outcome.output.action !== "updated") return;
    this.#forgotten.add(path);
    if (this.#saidAgain.has(path)) this.#saidAgain.set(path, this.#said);
  }

  async #deleteByHand(machine: Machine): Promise<void> {
    const path = this.#chance.random() < 0.3 ? this.#somePath(machine) : undefined;
    if (path === undefined) return;
    // Seen by Cairn before: what was never seen is not known to be taken away.
    await machine.cairn.ask("list", {});
    rmSync(fileOf(machine, path));
    this.#deleted.add(path);
  }

  async #sync(machine: Machine): Promise<void> {
    this.#syncs += 1;
    const outcome = await machine.cairn.outcome("sync", {});
    if (!outcome.ok) this.#wrong.push(`a sync was refused: ${outcome.error.message}`);
    else if (outcome.output.unreachable !== undefined) this.#wrong.push(outcome.output.unreachable.line);
    else for (const { path, reason } of outcome.output.skipped ?? []) this.#wrong.push(`left alone: ${path} ${reason}`);
  }

  /** All at the same moment. */
  async #together(): Promise<void> {
    this.#syncs += this.#machines.length;
    const all = await Promise.all(this.#machines.map((machine) => machine.cairn.outcome("sync", {})));
    for (const outcome of all) if (!outcome.ok) this.#wrong.push(`together: ${outcome.error.message}`);
  }

  /** The place is gone for a while; the machine works on. */
  async #offline(machine: Machine): Promise<void> {
    const { place } = this.#world;
    renameSync(place, `${place}.gone`);
    try {
      const outcome = await machine.cairn.outcome("sync", {});
      if (!outcome.ok || outcome.output.unreachable === undefined)
        this.#wrong.push("a place that is gone was not told");
      await this.#append(machine);
    } finally {
      renameSync(`${place}.gone`, place);
    }
  }

  /** By SIGKILL, in a process of its own, at one of its calls. */
  async #killed(machine: Machine): Promise<void> {
    await this.#append(machine);
    const { project, env, clock } = machine.cairn;
    const moment = (["before", "half", "after"] as const)[this.#chance.pick(3)]!;
    const orders: KilledOrders = {
      cwd: project,
      env,
      now: clock.now().toISOString(),
      n: 1 + this.#chance.pick(90),
      moment,
    };
    const run = spawnSync(process.execPath, [this.#driver, JSON.stringify(orders)], { encoding: "utf8" });
    if (run.signal === "SIGKILL") this.#kills += 1;
    else if (!run.stdout.startsWith("ok"))
      this.#wrong.push(`a sync of its own process failed: ${run.stdout}${run.stderr}`);
  }

  /** A disk that refuses from some call on. */
  async #failing(machine: Machine): Promise<void> {
    const at = this.#chance.pick(80);
    let n = 0;
    const calls = new Set(["write", "rename", "link", "sync"]);
    setFaults(({ call }) => (calls.has(call) && ++n >= at ? { error: "EIO" } : undefined));
    try {
      await machine.cairn.outcome("sync", {}).catch(() => undefined);
    } finally {
      setFaults(undefined);
    }
  }

  async #hold(): Promise<void> {
    const all = this.#machines.map((machine) => liveFiles(machine));
    const [files] = all as [Record<string, string>];
    for (const [n, other] of all.entries())
      if (JSON.stringify(other) !== JSON.stringify(files))
        this.#wrong.push(`machine ${n} has other bytes: ${differing(files, other)}`);
    for (const { path, mark } of this.#marks) {
      if (this.#forgotten.has(path) || this.#deleted.has(path)) continue;
      if (!(files[path] ?? "").includes(mark)) this.#wrong.push(`${mark} of ${path} is lost`);
    }
    for (const path of this.#forgotten) {
      const text = files[path];
      if (text === undefined || this.#deleted.has(path)) continue;
      const before = this.#saidAgain.get(path) ?? this.#said;
      const isSince = (said: Mark) => said.path === path && said.n > before && text.includes(said.mark);
      if (!this.#marks.some(isSince)) this.#wrong.push(`${path} came back`);
    }
    // Where another machine's forgetting won, who said it still has it: in the retired file, or in the history.
    for (const machine of this.#machines) {
      const kept = machine.cairn.everything();
      for (const { path, mark, by } of this.#marks)
        if (by === machine && !kept.includes(mark)) this.#wrong.push(`${mark} of ${path} is gone where it was said`);
    }
    for (const machine of this.#machines)
      for (const [path, text] of Object.entries(machine.files()))
        if (/^(?:<{7}|>{7})/m.test(text) || text.includes("<!-- cairn:")) this.#wrong.push(`marks in ${path}`);
  }

  #say(path: string, mark: string, by: Machine): void {
    this.#said += 1;
    this.#marks.push({ path, mark, by, n: this.#said });
  }

  #somePath(machine: Machine): string | undefined {
    const paths = Object.keys(machine.files()).filter((path) => path.split("/")[1] === "project");
    return paths[this.#chance.pick(paths.length)];
  }
}

function addressOf(path: string): string {
  const [scope, , name = ""] = path.split("/");
  return `${scope}:${name.replace(/\.md$/, "")}`;
}

function fileOf({ cairn }: Machine, path: string): string {
  const inner = path.slice(path.indexOf("/") + 1);
  return join(path.startsWith("user/") ? cairn.userRoot : cairn.root, inner);
}

function retiredOn(machine: Machine): ReadonlySet<string> {
  const live = liveFiles(machine);
  return new Set(Object.keys(machine.files()).filter((path) => live[path] === undefined));
}

/** What is retired need not be everywhere: who never had it does not get it. */
function liveFiles(machine: Machine): Record<string, string> {
  const isLive = ([, text]: [string, string]) => !/^ {2}status: retired$/m.test(text);
  return Object.fromEntries(Object.entries(machine.files()).filter(isLive));
}

function differing(one: Record<string, string>, other: Record<string, string>): string {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((path) => one[path] !== other[path])
    .join(", ");
}

/** The same numbers for the same seed. */
export async function simulate(seed: number, kind: PlaceKind, driver: string): Promise<Ran> {
  if (!existsSync(driver)) throw new Error("the driver is not built");
  const simulation = new Simulation(seed, kind, driver);
  try {
    return await simulation.run();
  } finally {
    setFaults(undefined);
  }
}
