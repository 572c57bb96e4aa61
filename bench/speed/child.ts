/**
 * One engine in a process of its own, so that its memory and start are its own: `build <engine> <size> <file>`,
 * `ask <engine> <file>` or `once <engine> <file> <question>`. Prints one JSON object.
 */

import { engines, megabytesOf } from "./engines.ts";
import { memories, questions } from "./made.ts";
import { timed } from "./time.ts";

const WARM_UP = 150;
const ASKED = 400;

const [, , what, name, ...rest] = process.argv;
const engine = engines[name!]!;

async function build(size: number, file: string) {
  const units = memories(size);
  const before = process.cpuUsage();
  const started = performance.now();
  await engine.build(units, file);
  const { user, system } = process.cpuUsage(before);
  return {
    buildMs: performance.now() - started,
    buildCpuMs: (user + system) / 1000,
    megabytes: megabytesOf(file),
  };
}

async function ask(file: string) {
  const answer = await engine.open(file);
  const texts = questions(WARM_UP + ASKED);
  for (const text of texts.slice(0, WARM_UP)) await answer(text);
  const times: number[] = [];
  for (const text of texts.slice(WARM_UP)) times.push(timed(() => answer(text)));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  return { p50: at(0.5), p99: at(0.99), residentMb: process.memoryUsage().rss / 1e6 };
}

async function once(file: string, text: string) {
  const answer = await engine.open(file);
  await answer(text);
  return {};
}

const done =
  what === "build" ? build(Number(rest[0]), rest[1]!) : what === "ask" ? ask(rest[0]!) : once(rest[0]!, rest[1]!);
console.log(JSON.stringify(await done));
