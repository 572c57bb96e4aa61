/** D8: a file rots. Everything else is as it was, the damage is said, and nothing falls over. */

import { mkdirSync } from "node:fs";
import type { Rng } from "../secrets/rng.ts";
import { loadProgram, type Program } from "./build.ts";
import { inLife, live } from "./life.ts";
import { isSkipped, randomFor, Tally } from "./report.ts";
import { type Tree, World } from "./world.ts";

const MEMORIES = 200;

const SHOP = { cwd: "work/plain", at: "2030-03-01T12:00:00Z" };
const KINDS = ["decision", "runbook", "constraint", "tech_debt", "topic", "reference", "project", "feedback"];

/** So many damages, one after the other, each to the whole store. */
export async function rotHunt(file: string, damages: number): Promise<void> {
  const tally = new Tally("D8 rotten files", file);
  const program = await loadProgram();
  const world = new World();
  try {
    mkdirSync(world.home);
    mkdirSync(world.at("work/plain"), { recursive: true });
    const tree = await fillStore(program, world, MEMORIES);
    const before = await listen(program, world);
    const random = randomFor(8);
    for (let n = 0; n < damages; n++) {
      const damage = damageIn(tree, random);
      const point = `${n}:${damage.how} ${damage.path.split("/").at(-1)}+${damage.offset}`;
      if (isSkipped(point)) continue;
      const broken = rotten(tree, damage);
      world.become(broken);
      const heard = listen(program, world);
      await tally.note(
        point,
        heard.then((after) => faultsOfRot(before, after, damage, textAt(broken, damage.path))),
      );
      tally.count(`${sortOf(damage.path)}`);
    }
  } finally {
    world.remove();
  }
  tally.conclude();
}

/** Made as everybody makes them, in one life. */
async function fillStore(program: Program, world: World, count: number): Promise<Tree> {
  await inLife(program, world, undefined, async () => {
    const { openCairn, fixedClock, invoke, registry } = program;
    const clock = fixedClock(SHOP.at);
    const cairn = await openCairn({ cwd: world.at(SHOP.cwd), env: world.env, surface: "library", clock });
    const remember = await registry.remember();
    for (let n = 0; n < count; n++) {
      clock.advance(1_000);
      const text = `Number ${n} says ${"something worth knowing ".repeat(1 + (n % 40))}`;
      const input = {
        kind: KINDS[n % KINDS.length],
        title: `Memory number ${n}`,
        text,
        scope: n % 10 === 9 ? "user" : "project",
      };
      const outcome = await invoke(remember, input, cairn);
      if (!outcome.ok) throw outcome.error;
    }
    await cairn.close();
  });
  await live(program, world, { ...SHOP, op: "config", input: { action: "set", key: "index.maxLines", value: 150 } });
  await live(program, world, { ...SHOP, op: "rebuild", input: {} });
  return world.tree();
}

/** What is said of each memory, and what is said to be wrong. */
export interface Word {
  readonly memories: ReadonlyMap<string, string>;
  readonly bodies: ReadonlyMap<string, string>;
  readonly complaints: readonly string[];
}

async function listen(program: Program, world: World): Promise<Word> {
  const list = await answered(program, world, "list", { status: "all", limit: 1_000 });
  const doctor = await answered(program, world, "doctor", {});
  const { memories, problems } = list as { memories: Said[]; problems: { path: string; message: string }[] };
  const { checks } = doctor as { checks: { what: string; state: string; found: string }[] };
  return {
    memories: new Map(memories.map(({ scope, id, trust: _, ...rest }) => [`${scope}:${id}`, JSON.stringify(rest)])),
    bodies: new Map(memories.map(({ scope, id, path }) => [`${scope}:${id}`, path])),
    complaints: [
      ...problems.map(({ path, message }) => `${path}: ${message}`),
      ...checks.filter(({ state }) => state !== "ok").map(({ what, found }) => `${what}: ${found}`),
    ],
  };
}

interface Said {
  readonly scope: string;
  readonly id: string;
  readonly path: string;
  readonly trust: string;
}

async function answered(
  program: Program,
  world: World,
  op: string,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const answer = await live(program, world, { ...SHOP, op, input });
  if (answer.is === "ok") return answer.output;
  throw new Error(
    `${op}: ${answer.is} ${"error" in answer ? String(answer.error instanceof Error ? answer.error.stack : answer.error) : ""}`,
  );
}

export interface Damage {
  readonly path: string;
  readonly how: "flip" | "zero" | "truncate";
  readonly offset: number;
}

export const hows = ["flip", "zero", "truncate"] as const;

function rotten(tree: Tree, { path, how, offset }: Damage): Tree {
  const leaf = tree.get(path);
  if (leaf?.kind !== "file") throw new Error(`${path} is no file`);
  const bytes = Buffer.from(leaf.file.bytes);
  if (how === "flip") bytes[offset] = (bytes[offset] as number) ^ (1 << (offset % 8));
  if (how === "zero") bytes.fill(0, offset, Math.min(bytes.length, offset + 64));
  const file = { bytes: how === "truncate" ? bytes.subarray(0, offset) : bytes };
  return new Map(tree).set(path, { ...leaf, file });
}

function textAt(tree: Tree, path: string): string {
  const leaf = tree.get(path);
  return leaf?.kind === "file" ? leaf.file.bytes.toString("latin1") : "";
}

/** Every sort of file is as likely as any other; within one sort, every file. */
function damageIn(tree: Tree, random: Rng): Damage {
  const sorts = new Map<string, string[]>();
  for (const [path, leaf] of tree) {
    const sort = leaf.kind === "file" && leaf.file.bytes.length > 0 ? sortOf(path) : undefined;
    if (sort !== undefined) sorts.set(sort, [...(sorts.get(sort) ?? []), path]);
  }
  const path = random.pick(sorts.get(random.pick([...sorts.keys()])) as string[]);
  const leaf = tree.get(path);
  return { path, how: random.pick(hows), offset: random.int(leaf?.kind === "file" ? leaf.file.bytes.length : 1) };
}

export type Sort = "memory" | "log" | "view" | "settings" | "registry" | "derived";

function sortOf(path: string): Sort | undefined {
  if (/\/(?:MEMORY|_index[^/]*)\.md$/.test(path)) return "view";
  if (path.endsWith(".md")) return "memory";
  if (path.endsWith(".log")) return "log";
  if (path.endsWith("/settings.json")) return "settings";
  if (/\/cairn\/projects\/[^/]+\.json$/.test(path)) return "registry";
  return path.endsWith(".json") ? "derived" : undefined;
}

/** What is wrong with what is said after the damage. */
function faultsOfRot(before: Word, after: Word, { path }: Damage, text: string): string[] {
  const sort = sortOf(path);
  const isHit = (name: string): boolean => sort === "memory" && path.endsWith(`/${before.bodies.get(name)}`);
  const changed = [...before.memories].filter(([name, said]) => !isHit(name) && after.memories.get(name) !== said);
  const added = [...after.memories.keys()].filter((name) => !before.memories.has(name));
  const hit = [...before.memories.keys()].find(isHit);
  const said = after.complaints.some((complaint) => path.endsWith(complaint.split(":")[0] as string));
  // Whose project key turned into another is another project's now.
  const silent =
    hit?.startsWith("project:") &&
    text.includes("project: plain") &&
    !after.memories.has(hit) &&
    added.length === 0 &&
    !said;
  const unsaid = sort === "log" && after.complaints.length <= before.complaints.length;
  return [
    ...changed.map(([name]) => `another memory is affected: ${name}`),
    ...(sort !== "memory" && added.length > 0 ? [`a memory appeared: ${added[0]}`] : []),
    ...(silent ? [`gone without a word: ${hit}`] : []),
    ...(unsaid ? ["the history is damaged and nobody says so"] : []),
  ];
}
