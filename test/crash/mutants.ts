/** D12: Cairn without one of the lines that make it durable. Each mutant names the suite that must see it. */

import { expect } from "vitest";
import { type Edit, loadProgram, type Program } from "./build.ts";
import { editAt, editorNames, isPlacing, targetsOf } from "./editors.ts";
import { lieAt, loseSyncAt } from "./errors.ts";
import { killAt, pointsOf } from "./kill.ts";
import { cutAt, statesAfterKill, statesAfterNext, statesOf } from "./power-loss.ts";
import { seed } from "./report.ts";
import { onStage } from "./stage.ts";
import { replayed, type Scene } from "./undisturbed.ts";
import type { Workload } from "./workload.ts";
import type { World } from "./world.ts";

export interface Mutant {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly killedBy: keyof typeof hunts;
  /** The acts to look at, and where they stand. */
  readonly acts: readonly string[];
  readonly workload: Workload["name"];
}

const ORDER = "    record(context, prepared);\n    return carryOut(context, prepared, order);";
const DISORDER =
  "    const done = carryOut(context, prepared, order);\n    record(context, prepared);\n    return done;";

function mutant(name: string, killedBy: Mutant["killedBy"], acts: string, from: string, to = ""): Mutant {
  return { name, killedBy, acts: acts.split(", "), edits: [{ from, to }], workload: "plain" };
}

/** Every append begins a segment: then each of them is the last of one, and the first. */
export const shortSegments: Edit = { from: "const SEGMENT_BYTES = 1_000_000;", to: "const SEGMENT_BYTES = 1;" };

/** A root too small for a snapshot: before one is kept, all of the log is synced, whoever left it unsynced. */
const noSnapshots: Edit = { from: "const FEW = 50;", to: "const FEW = 1_000_000;" };

function among(conditions: readonly Edit[], mutant: Mutant): Mutant {
  return { ...mutant, edits: [...mutant.edits, ...conditions] };
}

export const mutants: readonly Mutant[] = [
  mutant("a temporary file is not synced", "power", "a changed mind", "if (durable) file.sync();"),
  mutant(
    "the log is not synced",
    "power",
    "an addition",
    "segment.size = file.stat().size;\n      if (durable) file.syncData();",
    "segment.size = file.stat().size;",
  ),
  mutant(
    "the name of a new log is not synced",
    "power",
    "the first decision",
    "if (isFirst) this.#segments.syncNames();",
  ),
  mutant("a changed folder is not synced", "power", "an addition", "    if (!isAnyOrder) acknowledge(change);"),
  mutant(
    "two changes that belong together are synced together",
    "power",
    "a changed mind",
    "    if (!isAnyOrder) acknowledge(change);",
    "    if (!isAnyOrder && change === prepared.at(-1)) acknowledge(change);",
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
    "const torn = tornTexts(history);",
    "const torn: LogEntry[] = [];",
  ),
  mutant(
    "a torn copy of a text whose segment goes counts",
    "power",
    "history trimmed",
    "return NOTES.has(record.op) || isCopy(record);",
    "return NOTES.has(record.op) || record.from !== undefined;",
  ),
  mutant(
    "who only reads does not look for torn texts",
    "power",
    "a hand edit noted",
    "inDoubt || (!this.#looked && tornTexts(this.history).length > 0)",
    "inDoubt",
  ),
  mutant(
    "the note of a view keeps the words of what was erased",
    "power",
    "a memory erased",
    "    else replaceFile(place, Buffer.from(left));",
    "    else void left;",
  ),
  mutant(
    "the emptied folder of the index is not synced",
    "power after the answer",
    "a memory erased",
    "  inFolder(folder, (opened) => opened.sync());\n}",
    "}",
  ),
  mutant(
    "the folder of an erased file is not synced",
    "power after the answer",
    "a memory erased",
    "    unlessMissing(() => folder.unlink(nameIn(path)));\n    folder.sync();",
    "    unlessMissing(() => folder.unlink(nameIn(path)));",
  ),
  mutant("scrubbed views are not synced", "power after the answer", "a memory erased", "    root.sync();"),
  among(
    [shortSegments, noSnapshots],
    mutant(
      "a segment is begun before the one before it is synced",
      "power, two acts",
      "a debt",
      "if (isFirst) this.#segments.syncBefore(segment);\n    else if",
      "if",
    ),
  ),
  among([noSnapshots], {
    ...mutant(
      "a log whose name was never synced is written on",
      "kill, then the next act, then power",
      "files found",
      "    else if (!segment.named) this.#segments.syncNames();",
    ),
    workload: "found",
  }),
  mutant(
    "recovery does not sync the folder",
    "kill, then power",
    "a changed mind",
    "    folder.sync();\n    return is;",
    "    return is;",
  ),
  mutant(
    "a forget is taken up before its record is synced",
    "kill, then power",
    "a memory erased",
    "  secure(history.log, [...history.open, ...ended]);",
  ),
  among(
    [noSnapshots],
    mutant(
      "what is whole in a torn segment is not synced",
      "kill, then power",
      "an update over a hand edit",
      "history.log.closeTorn() ? history.log.entries.slice(-1) : []",
      "(history.log.closeTorn(), [])",
    ),
  ),
  mutant("the file is changed before its record is written", "kill", "an addition", ORDER, DISORDER),
  mutant(
    "recovery does not judge",
    "kill",
    "an addition",
    "verdict(judge(rootFolder, history, entry), entry, now())",
    'verdict("done", entry, now())',
  ),
  mutant("half an addition stays", "kill", "the next line of the day", "if (!isWhole) cutBack(file, offset, added);"),
  mutant(
    "a forget is not taken up again",
    "kill",
    "a memory erased",
    "for (const entry of forgets) finishForget(entry);",
  ),
  mutant(
    "what a dead writer left is not removed",
    "kill",
    "a changed mind",
    "if (folder === undefined || removeTemp(folder, nameIn(temp))) temps.delete(temp);",
  ),
  mutant(
    "records whose sync failed count",
    "failed sync",
    "an addition, more on the runbook, a blocker, a task",
    "bestEffort(() => this.#disown(this.refresh()));",
  ),
  mutant("what was written is not read back", "lying disk", "an addition", "compare(folder, temp.name, bytes);"),
  mutant(
    "the old descriptor is not read again",
    "editor",
    "an addition",
    'const late = attempt(() => (step.op === "append" ? undefined : lateText(step.base)), undefined);',
    "const late = undefined as Buffer | undefined;",
  ),
  mutant(
    "the file is not compared before it is replaced",
    "editor",
    "an addition",
    "if (step.base !== undefined && !isSame(folder.stat(name), step.base.stat)) throw new Overtaken([]);",
  ),
];

type Hunt = (program: Program, world: World, scene: Scene, next: Scene) => AsyncGenerator<readonly string[]>;

/** Each yields what one point of a suite finds; the first that finds something has killed the mutant. */
const hunts = {
  async *kill(program, world, scene) {
    for (const point of pointsOf(scene)) yield await killAt(program, world, point);
  },
  async *power(program, world, scene) {
    for await (const state of statesOf(program, world, [scene], { seed: 1, perMoment: 40 }))
      yield await cutAt(program, world, state);
  },
  async *"power after the answer"(program, world, scene) {
    for await (const state of statesOf(program, world, [scene], { seed: 1, perMoment: 40 }))
      if (state.answer.is === "ok") yield await cutAt(program, world, state);
  },
  async *"power, two acts"(program, world, scene, next) {
    for await (const state of statesOf(program, world, [scene, next], { seed: 1, perMoment: 20 }))
      if (state.scene === next) yield await cutAt(program, world, state);
  },
  async *"kill, then the next act, then power"(program, world, scene, next) {
    for (const point of pointsOf(scene)) {
      for (const state of await statesAfterNext(program, world, point, next, { seed: 1, perMoment: 4 }))
        yield await cutAt(program, world, state);
    }
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

/** Hunts of thousands of states each: a power cut after a death, or in a second act. */
const LONG: readonly Mutant["killedBy"][] = [
  "kill, then power",
  "kill, then the next act, then power",
  "power, two acts",
];

/** One for each way of hunting that is not long. */
export const common = mutants.filter(
  ({ killedBy }, n) =>
    !LONG.includes(killedBy) && mutants.slice(0, n).filter((other) => other.killedBy === killedBy).length === 0,
);

/** Hunts each of them, and fails where one is not seen through. */
export async function seeThrough(chosen: readonly Mutant[]): Promise<void> {
  const table: string[] = [];
  const survivors: string[] = [];
  for (const name of new Set(chosen.map(({ workload }) => workload))) {
    await onStage(name, seed, async ({ world, scenes }) => {
      for (const mutant of chosen.filter(({ workload }) => workload === name)) {
        const found = await hunt(await loadProgram(mutant.edits), world, scenes, mutant);
        table.push(`  ${mutant.name} | ${mutant.killedBy} | ${found?.split("\n")[0]?.slice(0, 100) ?? "SURVIVED"}`);
        if (found === undefined) survivors.push(mutant.name);
      }
    });
  }
  console.log(
    `D12 mutants: ${chosen.length} mutants, ${survivors.length} survivors (seed ${seed})\n${table.join("\n")}`,
  );
  expect(survivors).toEqual([]);
}

/** What gave the mutant away; undefined if nothing did. */
export async function hunt(
  program: Program,
  world: World,
  scenes: readonly Scene[],
  { killedBy, acts }: Mutant,
): Promise<string | undefined> {
  for (const scene of scenes.filter(({ act }) => acts.includes(act.name))) {
    const played = await replayed(program, world, scene);
    const next = scenes[scene.index + 1] as Scene;
    for await (const faults of hunts[killedBy](program, world, played, next))
      if (faults[0] !== undefined) return faults[0];
  }
  return undefined;
}
