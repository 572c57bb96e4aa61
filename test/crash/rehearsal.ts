/** The undisturbed run of a workload: the world before each act, every call it makes, and what it leaves. */

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Attempt } from "../../src/disk/faults.ts";
import type { Program } from "./build.ts";
import { changes, live } from "./life.ts";
import type { Expected } from "./oracle.ts";
import { KEPT, type Sight, see, VIEW } from "./sight.ts";
import type { Act, Workload } from "./workload.ts";
import type { Tree, World } from "./world.ts";

export interface Scene extends Expected {
  readonly index: number;
  /** The world as the act finds it. */
  readonly start: Tree;
  readonly calls: readonly Call[];
}

/** One call of the undisturbed act; `n` counts from 1. */
export interface Call {
  readonly n: number;
  readonly call: Attempt["call"];
  readonly path: string;
  readonly changes: boolean;
  /** Bytes written, where it is a write. */
  readonly size: number;
}

/** Throws where an act of the workload is refused: then it proves nothing. */
export async function rehearse(program: Program, world: World, { begin, acts }: Workload): Promise<Scene[]> {
  world.become(new Map());
  begin(world);
  const scenes: Scene[] = [];
  for (const [index, act] of acts.entries()) {
    act.hand?.(world);
    const start = world.tree();
    const before = await seen(program, world, start, act);
    const { calls, meanwhile } = await watched(program, world, act);
    const end = world.tree();
    const after = await seen(program, world, end, act);
    if (after.leftovers.length + after.damage.length > 0)
      throw new Error(`${act.name}: ${[...after.leftovers, ...after.damage].join("; ")}`);
    scenes.push({ index, act, start, calls, before, after, meanwhile, order: orderOf(before, after) });
    world.become(end);
  }
  return scenes;
}

/** What the next command finds, without it having been there. */
async function seen(program: Program, world: World, tree: Tree, act: Act): Promise<Sight> {
  world.become(tree);
  const sight = await see(program, world, act);
  world.become(tree);
  return sight;
}

async function watched(program: Program, world: World, act: Act): Promise<Pick<Scene, "calls" | "meanwhile">> {
  const calls: Call[] = [];
  const meanwhile = new Map<string, Set<string>>();
  const answer = await live(program, world, act, (attempt) => {
    const { n, call, path, bytes } = attempt;
    calls.push({ n, call, path, changes: changes(attempt), size: bytes?.length ?? 0 });
    if (call === "rename") noteText(world, attempt, meanwhile);
    return undefined;
  });
  if (answer.is !== "ok") throw new Error(`${act.name}: ${answer.is} ${"error" in answer ? String(answer.error) : ""}`);
  return { calls, meanwhile };
}

/** Views, settings and registry are replaced whole: what is about to be renamed over them is what they say next. */
function noteText(world: World, { path, to = "" }: Attempt, meanwhile: Map<string, Set<string>>): void {
  const target = to.slice(world.base.length + 1);
  if (!VIEW.test(basename(target)) && !KEPT.test(target)) return;
  const text = readFileSync(path, "latin1");
  meanwhile.set(target, (meanwhile.get(target) ?? new Set()).add(text));
}

/** From the lines that are new in the history. */
function orderOf(before: Sight, after: Sight): string[] {
  const lines = [...after.history.keys()].filter((line) => !before.history.has(line));
  const paths = lines.map((line) => line.split(" ")[3] ?? "");
  return paths.flatMap((path) =>
    [...after.files.keys(), ...before.files.keys()].filter((file) => file.endsWith(`/memory/${path}`)).slice(0, 1),
  );
}
