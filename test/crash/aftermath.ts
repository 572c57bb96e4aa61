/** After the fault: the next command recovers, the one after it has nothing to do, and what was done can be undone. */

import type { Program } from "./build.ts";
import { type Answer, live } from "./life.ts";
import { faultsIn, placeOf } from "./oracle.ts";
import { lookAt, type Sight, see } from "./sight.ts";
import type { Scene } from "./undisturbed.ts";
import type { Act } from "./workload.ts";
import type { Leaf, Tree, World } from "./world.ts";

/** What spares the next process the reading is written anew whenever files have new dates, as they have here. */
const DERIVED = /\/roots\/[^/]+\/index\//;

export interface Care {
  /** Also a second look, which changes nothing, and an undo, which takes back what it should. */
  readonly thorough: boolean;
}

/** What is wrong with the world as the next commands find it. */
export async function faultsAfter(
  program: Program,
  world: World,
  scene: Scene,
  answer: Answer,
  { thorough }: Care,
): Promise<string[]> {
  const found = await see(program, world, scene.act);
  const faults = faultsIn(found, scene, answer);
  if (faults.length > 0 || !thorough) return faults;
  const again = await see(program, world, scene.act);
  return [
    ...differing(found.tree, again.tree)
      .filter((path) => !DERIVED.test(path))
      .map((path) => `changed by a second look: ${path}`),
    ...(await undoFaults(program, world, scene, found, answer)),
  ];
}

/** Undo takes back the last change that was acknowledged; what nobody was told of, nobody asks to have undone. */
async function undoFaults(
  program: Program,
  world: World,
  scene: Scene,
  found: Sight,
  answer: Answer,
): Promise<string[]> {
  const place = placeOf(found, scene);
  if (place === "between" || (place === "after" && answer.is !== "ok")) return [];
  const wanted = await undone(program, world, scene, place);
  const files = await undoFrom(program, world, found.tree, scene.act);
  return files === wanted
    ? []
    : [`undo after the fault leaves something else than without it: ${firstDifference(files, wanted)}`];
}

const known = new WeakMap<Scene, Map<string, string>>();

/** What undo leaves where nothing went wrong. */
async function undone(program: Program, world: World, scene: Scene, place: "before" | "after"): Promise<string> {
  const texts = known.get(scene) ?? new Map<string, string>();
  known.set(scene, texts);
  const text = texts.get(place) ?? (await undoFrom(program, world, scene[place].tree, scene.act));
  texts.set(place, text);
  return text;
}

/** The memories after an undo, or the refusal. */
async function undoFrom(program: Program, world: World, tree: Tree, { cwd, at }: Act): Promise<string> {
  world.become(tree);
  const answer = await live(program, world, { cwd, at, op: "undo", input: {} });
  if (answer.is === "refused") return answer.error.code;
  if (answer.is !== "ok") return answer.is;
  return JSON.stringify([...lookAt(world.tree()).files]);
}

function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((letter, n) => letter !== other[n]);
  return `${one.slice(Math.max(0, at - 60), at + 60)} instead of ${other.slice(Math.max(0, at - 60), at + 60)}`;
}

function differing(one: Tree, other: Tree): string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => !same(one.get(path), other.get(path)));
}

function same(one: Leaf | undefined, other: Leaf | undefined): boolean {
  if (one?.kind !== "file" || other?.kind !== "file") return one?.kind === other?.kind;
  return one.file.bytes.equals(other.file.bytes);
}
