/** The undisturbed run of a workload: the world before each act, every call it makes, and what it leaves. */

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Attempt } from "../../src/disk/faults.ts";
import type { Program } from "./build.ts";
import { changes, live } from "./life.ts";
import type { Expected } from "./oracle.ts";
import { KEPT, placeIn, type Sight, see, VIEW } from "./sight.ts";
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
  readonly to: string;
  readonly changes: boolean;
  /** Bytes written, where it is a write. */
  readonly size: number;
}

/** Throws where an act of the workload is refused: then it proves nothing. */
export async function runUndisturbed(program: Program, world: World, { begin, acts }: Workload): Promise<Scene[]> {
  world.become(new Map(), { fresh: true });
  begin(world);
  const scenes: Scene[] = [];
  const views = new Map<string, Set<string>>();
  for (const [index, act] of acts.entries()) {
    act.hand?.(world);
    const start = world.tree();
    const last = scenes.at(-1);
    const isSame = last !== undefined && act.hand === undefined && last.act.cwd === act.cwd;
    const before = isSame ? last.after : await seen(program, world, start, act);
    const { calls, meanwhile } = await watched(program, world, act, views);
    const end = world.tree();
    const after = await seen(program, world, end, act);
    if (after.leftovers.length + after.damage.length > 0)
      throw new Error(`${act.name}: ${[...after.leftovers, ...after.damage].join("; ")}`);
    scenes.push({ index, act, start, calls, before, after, meanwhile, order: orderOf(act, before, after) });
    world.become(end, { fresh: true });
  }
  world.become(new Map(), { fresh: true });
  return scenes;
}

/** The same scene as another build plays it. */
export async function replayed(program: Program, world: World, scene: Scene): Promise<Scene> {
  world.become(scene.start);
  const { calls } = await watched(program, world, scene.act, new Map());
  return { ...scene, calls };
}

/** What the next command finds, without it having been there. */
async function seen(program: Program, world: World, tree: Tree, act: Act): Promise<Sight> {
  world.become(tree, { fresh: true });
  const sight = await see(program, world, act);
  world.become(tree, { fresh: true });
  return sight;
}

type Texts = Map<string, Set<string>>;

/** A view's name is not synced when it is printed: after a power cut any earlier text may stand there, whole. */
async function watched(
  program: Program,
  world: World,
  act: Act,
  views: Texts,
): Promise<Pick<Scene, "calls" | "meanwhile">> {
  const calls: Call[] = [];
  const kept: Texts = new Map();
  const answer = await live(program, world, act, (attempt) => {
    const { n, call, path, to = "", bytes } = attempt;
    calls.push({ n, call, path, to, changes: changes(attempt), size: bytes?.length ?? 0 });
    const target = (call === "rename" || call === "link" ? to : "").slice(world.base.length + 1);
    if (VIEW.test(basename(target))) noteText(path, target, views);
    if (KEPT.test(target)) noteText(path, target, kept);
    return undefined;
  });
  if (answer.is !== "ok") throw new Error(`${act.name}: ${answer.is} ${"error" in answer ? String(answer.error) : ""}`);
  const copies = [...views].map(([path, texts]) => [path, new Set(texts)] as const);
  return { calls, meanwhile: new Map([...kept, ...copies]) };
}

/** Views, settings and registry are replaced whole: what is about to be named so is what they say next. */
function noteText(from: string, target: string, texts: Texts): void {
  const known = texts.get(target) ?? new Set([""]);
  texts.set(target, known.add(readFileSync(from, "latin1")));
}

/** From the lines that are new in the history. A move brings old ones along, and its files go one by one as they lie. */
function orderOf({ op }: Act, before: Sight, after: Sight): string[] {
  if (op === "move") return [];
  const lines = [...after.history.keys()].filter((line) => !before.history.has(line));
  const files = [...after.files.keys(), ...before.files.keys()];
  return lines.flatMap((line) => {
    const [scope, , , path] = line.split(" ");
    return files.filter((file) => placeIn(file) === `${scope} ${path}`).slice(0, 1);
  });
}
