/** One life of a process inside this one: it opens Cairn, does one act, and ends, or is killed in the middle of it. */

import { closeSync } from "node:fs";
import type { Attempt, Faults, FaultVerdict } from "../../src/disk/faults.ts";
import type { CairnError } from "../../src/model/error.ts";
import type { Outcome } from "../../src/operations/operation.ts";
import type { Program } from "./build.ts";
import type { Act } from "./workload.ts";
import type { Tree, World } from "./world.ts";

type Asked = Pick<Act, "at" | "cwd" | "op" | "input">;

/** `killed`: nobody heard an answer. `bug`: an error that is no refusal. */
export type Answer =
  | { readonly is: "ok"; readonly output: unknown }
  | { readonly is: "refused"; readonly error: CairnError }
  | { readonly is: "killed" }
  | { readonly is: "bug"; readonly error: unknown };

/** Runs in a process of its own too, where nothing of the seam is used. */
export async function answerTo(
  program: Program,
  world: World,
  asked: Asked,
  heard: (outcome: Outcome) => void,
): Promise<void> {
  const { openCairn, fixedClock, registry, invoke } = program;
  const clock = fixedClock(asked.at);
  const cairn = await openCairn({ cwd: world.at(asked.cwd), env: world.env, surface: "cli", clock });
  const op = await registry[asked.op as keyof typeof registry]();
  heard((await invoke(op as never, asked.input, cairn, { confirmed: true })) as Outcome);
  await cairn.close();
}

/** A story begins in this world, the same every time it is told. */
export function begin({ life }: Program, world: World, tree: Tree): void {
  world.become(tree);
  life.again();
}

/** A fresh life; `faults` watches and disturbs each of its calls, `onAnswer` runs when the caller has heard. */
export async function live(
  program: Program,
  world: World,
  asked: Asked,
  faults?: Faults,
  onAnswer?: () => void,
): Promise<Answer> {
  return inLife(program, world, faults, async () => {
    let answer: Answer = { is: "killed" };
    const heard = (outcome: Outcome): void => {
      if (isDead(faults)) return;
      answer = outcome.ok ? { is: "ok", output: outcome.output } : { is: "refused", error: outcome.error };
      onAnswer?.();
    };
    try {
      await answerTo(program, world, asked, heard);
      return answer;
    } catch (error) {
      // No operation was even asked: the surfaces print this refusal as any other.
      if (answer.is === "killed" && !isDead(faults) && error instanceof program.CairnError)
        return { is: "refused", error };
      // Whoever was answered hears of nothing more: what cannot be noted after the answer, the next command notes.
      return isDead(faults) ? answer : { is: "bug", error };
    }
  });
}

/** Whatever is done in `work` is done by a process that did not exist before and is gone after. */
export async function inLife<T>(
  program: Program,
  world: World,
  faults: Faults | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const { life, setFaults } = program;
  life.pid += 1;
  life.boot = world.boot;
  life.locks.clear();
  life.atExit = () => {};
  setFaults(faults);
  try {
    return await work();
  } finally {
    life.atExit();
    setFaults(undefined);
    closeAll(program);
  }
}

/** As the system does for a process that is gone; what was left open is remembered. */
function closeAll({ life }: Program): void {
  life.left = [...life.descriptors.values()];
  for (const fd of life.descriptors.keys()) closeSync(fd);
  life.descriptors.clear();
}

export class Killed extends Error {
  readonly code = "EKILLED";
}

/** Where in a call the process dies. */
export const moments = ["before", "half", "after"] as const;
export type Moment = (typeof moments)[number];

/** A hook that can end the life it watches. */
export interface Reaper extends Faults {
  dead: boolean;
}

/** Dies at the `point`-th call. A dead process makes no call any more, whatever its code still tries. */
export function reaper(point: number, moment: Moment, note?: (attempt: Attempt) => void): Reaper {
  const hook = ((attempt: Attempt): FaultVerdict | undefined => {
    if (hook.dead) throw new Killed();
    note?.(attempt);
    if (attempt.n !== point) return undefined;
    if (moment === "before") die();
    return { ...(moment === "half" ? { half: true } : {}), after: die };
  }) as Reaper;
  const die = (): never => {
    hook.dead = true;
    throw new Killed();
  };
  hook.dead = false;
  return hook;
}

/** Dies at the `count`-th call that changes something: a process that knows more makes fewer other calls. */
export function reaperAtChange(count: number, moment: Moment): Reaper {
  let seen = 0;
  const inner = reaper(1, moment);
  const hook = ((attempt: Attempt) => {
    if (inner.dead) throw new Killed();
    if (!changes(attempt) || ++seen !== count) return undefined;
    return inner({ ...attempt, n: 1 });
  }) as Reaper;
  return Object.defineProperty(hook, "dead", { get: () => inner.dead });
}

function isDead(faults: Faults | undefined): boolean {
  return faults !== undefined && "dead" in faults && faults.dead === true;
}

const CHANGING = new Set(["write", "sync", "syncData", "truncate", "makeFolder", "rename", "link", "unlink", "chmod"]);

/** Could the world differ after this call from before it? */
export function changes({ call, mode }: Pick<Attempt, "call" | "mode">): boolean {
  return CHANGING.has(call) || (call === "open" && (mode === "create" || mode === "append"));
}
