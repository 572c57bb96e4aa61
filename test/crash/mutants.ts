/** D12: Cairn without one of the lines that make it durable. Each mutant names the suite that must see it. */

import type { Edit, Program } from "./build.ts";
import { editAt, editorNames, isPlacing, targetsOf } from "./editors.ts";
import { lieAt, loseSyncAt } from "./errors.ts";
import { killAt, pointsOf } from "./kill.ts";
import { cutAt, statesAfterKill, statesOf } from "./power-loss.ts";
import { replayed, type Scene } from "./rehearsal.ts";
import type { World } from "./world.ts";

export interface Mutant {
  readonly name: string;
  readonly edit: Edit;
  readonly killedBy: keyof typeof hunts;
  /** The acts to look at. */
  readonly acts: readonly string[];
}

const ORDER = "    record(site, prepared);\n    return carryOut(site, prepared);";
const DISORDER = "    const done = carryOut(site, prepared);\n    record(site, prepared);\n    return done;";

function mutant(name: string, killedBy: Mutant["killedBy"], acts: string, from: string, to = ""): Mutant {
  return { name, killedBy, acts: acts.split(", "), edit: { from, to } };
}

export const mutants: readonly Mutant[] = [
  mutant("a temporary file is not synced", "power", "a changed mind", "if (durable) file.sync();"),
  mutant("the log is not synced", "power", "an addition", "if (durable) file.syncData();"),
  mutant(
    "the name of a new log is not synced",
    "power",
    "the first decision",
    "if (isFirst) this.#segments.syncNames();",
  ),
  mutant(
    "a changed folder is not synced",
    "power",
    "an addition",
    "for (const folder of folders.values()) folder.sync();",
  ),
  mutant("a new folder is not synced", "power", "the first decision", "  parent.sync();"),
  mutant(
    "an addition is not synced",
    "power",
    "the next line of the day",
    "      file.write(after);\n      file.sync();",
    "      file.write(after);",
  ),
  mutant(
    "a torn text of another program counts",
    "power",
    "a hand edit noted",
    "const torn = tornTexts(book);",
    "const torn: LogEntry[] = [];",
  ),
  mutant(
    "what was erased is not synced",
    "power",
    "a memory erased",
    "if (entries !== undefined) inFolder(folder, (opened) => opened.sync());",
  ),
  mutant(
    "recovery does not sync the folder",
    "kill, then power",
    "a changed mind",
    "    folder.sync();\n    return is;",
    "    return is;",
  ),
  mutant(
    "a log whose name was never synced is written on",
    "kill, then power",
    "the first decision",
    "if (!isFirst && !segment.named) this.#segments.syncNames();",
  ),
  mutant("the file is changed before its record is written", "kill", "an addition", ORDER, DISORDER),
  mutant(
    "recovery does not judge",
    "kill",
    "an addition",
    "verdict(judge(ground, book, entry), entry, now())",
    'verdict("done", entry, now())',
  ),
  mutant("half an addition stays", "kill", "the next line of the day", "if (!isWhole) cutBack(file, offset, added);"),
  mutant(
    "a forget is not taken up again",
    "kill",
    "a memory erased",
    "for (const entry of forgets) finishForget(entry);",
  ),
  mutant("what a dead writer left is not removed", "kill", "a changed mind", "removeTemp(folder, nameIn(temp));"),
  mutant(
    "records whose sync failed count",
    "failed sync",
    "an addition, more on the runbook, a blocker, a task",
    "bestEffort(() => this.#disown(this.refresh()));",
  ),
  mutant(
    "what was written is not read back",
    "lying disk",
    "an addition",
    "if (durable) compare(folder, name, bytes);",
  ),
  mutant(
    "the old descriptor is not read again",
    "editor",
    "an addition",
    "const late = attempt(() => lateText(step), undefined);",
    "const late = undefined as Buffer | undefined;",
  ),
  mutant(
    "the file is not compared before it is replaced",
    "editor",
    "an addition",
    "if (step.base !== undefined && !isSame(folder.stat(name), step.base.stat)) throw new Overtaken([]);",
  ),
];

type Hunt = (program: Program, world: World, scene: Scene) => AsyncGenerator<string[]>;

/** Each yields what one point of a suite finds; the first that finds something has killed the mutant. */
const hunts = {
  async *kill(program, world, scene) {
    for (const point of pointsOf(scene)) yield await killAt(program, world, point);
  },
  async *power(program, world, scene) {
    for await (const state of statesOf(program, world, [scene], { seed: 1, perMoment: 40 }))
      yield await cutAt(program, world, state);
  },
  async *"kill, then power"(program, world, scene) {
    for (const point of pointsOf(scene)) {
      for (const state of await statesAfterKill(program, world, point, { seed: 1, perMoment: 4 }))
        yield await cutAt(program, world, state);
    }
  },
  async *"failed sync"(program, world, scene) {
    for (const { n, call } of scene.calls) if (call === "syncData") yield await loseSyncAt(program, world, scene, n);
  },
  async *"lying disk"(program, world, scene) {
    for (const { n, call, path } of scene.calls)
      if (call === "write" && path.endsWith(".tmp")) yield await lieAt(program, world, scene, n);
  },
  async *editor(program, world, scene) {
    const target = targetsOf(scene)[0] as string;
    const at = scene.calls.findIndex((call) => isPlacing(call, world.at(target)));
    for (const { n } of scene.calls.slice(at - 6, at + 1)) {
      for (const editor of editorNames) yield (await editAt(program, world, scene, { n, editor, target })).faults;
    }
  },
} as const satisfies Record<string, Hunt>;

/** What gave the mutant away; undefined if nothing did. */
export async function hunt(
  program: Program,
  world: World,
  scenes: readonly Scene[],
  { killedBy, acts }: Mutant,
): Promise<string | undefined> {
  for (const scene of scenes.filter(({ act }) => acts.includes(act.name))) {
    const played = await replayed(program, world, scene);
    for await (const faults of hunts[killedBy](program, world, played)) if (faults[0] !== undefined) return faults[0];
  }
  return undefined;
}
