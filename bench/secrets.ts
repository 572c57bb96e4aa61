/** `npm run bench -- secrets [folder …]`: how many secrets of the kept-back set are taken out, by where they stand; and of real text, how much is. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { redact } from "../src/guard/redact.ts";
import {
  bare,
  barePlaces,
  encodings,
  isLeft,
  type Named,
  namedPlaces,
  namedSecret,
} from "../test/secrets/kept-back.ts";
import { rngFrom } from "../test/secrets/rng.ts";

const EACH = 40;
const MOST_BYTES = 60_000_000;

export async function run(words: readonly string[]): Promise<void> {
  const seed = Number(words.find((word) => /^--seed=/.test(word))?.slice(7) ?? 20261116);
  const folders = words.filter((word) => !word.startsWith("--"));
  console.log(`seed ${seed}`);
  bareFigures(seed);
  encodedFigures(seed);
  namedFigures(seed);
  for (const folder of folders) falseFigures(folder);
}

function share(taken: number, all: number): string {
  return `${taken} of ${all} (${((100 * taken) / all).toFixed(2)} %)`;
}

function bareFigures(seed: number): void {
  const missed = new Map<string, number>();
  let [taken, all] = [0, 0];
  for (const [shape, make] of Object.entries(bare))
    for (const [place, write] of Object.entries(barePlaces))
      for (let n = 0; n < EACH / 10; n++) {
        const value = make(rngFrom(seed + 7919 * all));
        all++;
        if (!isLeft(redact(write(value)).text, value)) taken++;
        else missed.set(`${shape} · ${place}`, (missed.get(`${shape} · ${place}`) ?? 0) + 1);
      }
  console.log(`known by their beginning: ${share(taken, all)}`);
  for (const [what, count] of missed) console.log(`  missed ${count}: ${what}`);
}

function encodedFigures(seed: number): void {
  for (const [name, encode] of Object.entries(encodings)) {
    let [taken, all] = [0, 0];
    const missed = new Set<string>();
    for (const [shape, make] of Object.entries(bare))
      for (let n = 0; n < 4; n++) {
        const value = encode(make(rngFrom(seed + 31 * all)));
        all++;
        if (!isLeft(redact(`data: ${value}`).text, value)) taken++;
        else missed.add(shape);
      }
    console.log(`in ${name}: ${share(taken, all)}${missed.size === 0 ? "" : `; missed: ${[...missed].join(", ")}`}`);
  }
}

function namedFigures(seed: number): void {
  let [taken, all] = [0, 0];
  for (const [place, write] of Object.entries(namedPlaces)) {
    const missed: Named[] = [];
    for (let n = 0; n < EACH * 5; n++) {
      const named = namedSecret(rngFrom(seed + 104_729 * n));
      if (isLeft(redact(write(named.name, named.value)).text, named.value)) missed.push(named);
    }
    taken += EACH * 5 - missed.length;
    all += EACH * 5;
    const shapes = [...new Set(missed.map(({ shape }) => shape))].join(", ");
    const example =
      missed[0] === undefined ? "" : `; ${shapes}; such as ${JSON.stringify(write(missed[0].name, missed[0].value))}`;
    console.log(`named, ${place}: ${share(EACH * 5 - missed.length, EACH * 5)}${example}`);
  }
  console.log(`named, all: ${share(taken, all)}`);
}

/** Of lines that nobody meant to hold a secret; `--show` is left to who may look at them. */
function falseFigures(folder: string): void {
  let [lines, found, bytes, ms] = [0, 0, 0, 0];
  const classes = new Map<string, number>();
  for (const path of filesBelow(folder)) {
    if (bytes > MOST_BYTES) break;
    const text = readFileSync(path, "utf8");
    const from = performance.now();
    const { found: finds } = redact(text);
    ms += performance.now() - from;
    bytes += text.length;
    lines += text.split("\n").length;
    found += finds.length;
    for (const find of finds) classes.set(find.class, (classes.get(find.class) ?? 0) + 1);
  }
  const list = [...classes].map(([name, count]) => `${name} ${count}`).join(", ");
  console.log(
    `${folder}: ${found} finds in ${lines} lines, ${(bytes / 1e6).toFixed(1)} MB, ${(ms / (bytes / 1e6)).toFixed(1)} ms a MB: ${list}`,
  );
}

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}
