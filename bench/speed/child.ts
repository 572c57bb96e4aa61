/**
 * One engine in a process of its own, so that its memory is its own. Prints one JSON object:
 * `build <engine> <size> <file>`, `ask <engine> <file>`; for Cairn `make <size> <place>`, then `build cairn`,
 * `ask cairn`, `answer cairn` and `changes cairn`, each with `<folder> <state>`.
 */

import { type Ask, engines, megabytesOf } from "./engines.ts";
import { memories, questions } from "./made.ts";
import { measured, spentOn } from "./time.ts";

const WARM_UP = 150;
const ASKED = 400;

const [, , what, first = "", second = "", third = ""] = process.argv;
const place = { folder: second, state: third };

async function build() {
  if (first === "cairn") return (await import("./cairn.ts")).buildFrom(place);
  const made = [...memories(Number(second))];
  const { wallMs, cpuMs } = await spentOn(async () => engines[first]!.build(made, third));
  return { buildMs: wallMs, buildCpuMs: cpuMs, megabytes: megabytesOf(third) };
}

async function ask() {
  const answer: Ask =
    first === "cairn" ? (await import("./cairn.ts")).asking(place) : await engines[first]!.open(second);
  const texts = questions(WARM_UP + ASKED);
  for (const text of texts.slice(0, WARM_UP)) await answer(text);
  const { p50, p99 } = await measured(texts.slice(WARM_UP), answer);
  return { p50, p99, residentMb: process.memoryUsage().rss / 1e6 };
}

/** What only one command needs is loaded by it alone. */
const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  build,
  ask,
  make: async () => (await import("./world.ts")).makeSpeedWorld(second, Number(first)),
  answer: async () => (await import("./changes.ts")).measureAnswers(place, questions(WARM_UP + ASKED), WARM_UP),
  changes: async () => (await import("./changes.ts")).measureChanges(place),
};
console.log(JSON.stringify(await commands[what!]!()));
