/** What is measured of every engine at every size, and of Cairn alone. */

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AfterChange } from "./changes.ts";
import { questions } from "./made.ts";
import { type Scripts, say } from "./scripts.ts";
import { median, rounded, type Surroundings, spentBy } from "./time.ts";
import type { SpeedWorld } from "./world.ts";

export interface Figures {
  /** Texts in memory to an index. */
  readonly buildMs: number;
  readonly buildCpuMs: number;
  readonly p50: number;
  readonly p99: number;
  /** A whole process over `node -e 0`. */
  readonly coldCpuMs: number;
  readonly coldMs: number;
  readonly megabytes: number;
  readonly residentMb: number;
}

export interface Row extends Figures {
  readonly engine: string;
  readonly size: number;
}

/** Of Cairn alone, over real files. */
export interface OwnRow extends AfterChange {
  readonly size: number;
  /** Every file read and parsed, the index written. */
  readonly fromFilesMs: number;
  /** Through the finder: the files of the hits are read too. */
  readonly answerP50: number;
  readonly answerP99: number;
  /** `cairn recall` as a person starts it, over `node -e 0`. */
  readonly commandCpuMs: number;
  readonly commandMs: number;
}

const COLD_RUNS = 11;
/** Of the whole program, which may take seconds. */
const COMMAND_RUNS = 5;

export function figuresOf(engine: string, size: number, place: string, scripts: Scripts): Row {
  const file = join(place, `${engine}-${size}`);
  const built = say(scripts, ["build", engine, String(size), file]);
  const warm = say(scripts, ["ask", engine, file]);
  const { cpu, wall } = cold(scripts, (text) => [scripts.coldOther, engine, file, text]);
  rmSync(file);
  return inShort({ engine, size, ...built, ...warm, coldCpuMs: cpu, coldMs: wall });
}

export function figuresOfCairn(size: number, place: string, scripts: Scripts): { row: Row; own: OwnRow } {
  const world = say<SpeedWorld>(scripts, ["make", String(size), place]);
  const at = ["cairn", world.folder, world.state];
  const { fromFilesMs, fromFilesCpuMs, ...built } = say(scripts, ["build", ...at]);
  const warm = say(scripts, ["ask", ...at]);
  const cache = mkdtempSync(join(place, "cache-"));
  const launched = [scripts.launch, scripts.cold, scripts.hash, cache, world.folder, world.state];
  const glance = cold(scripts, (text) => [...launched, text]);
  const command = cold(scripts, (text) => [join(process.cwd(), "dist", "cairn.cjs"), "recall", text], {
    cwd: world.cwd,
    env: { HOME: world.home },
    runs: COMMAND_RUNS,
  });
  const answer = say(scripts, ["answer", ...at]);
  const changes = say<AfterChange>(scripts, ["changes", ...at]);
  rmSync(place, { recursive: true });
  return {
    row: inShort({ engine: "cairn", size, ...built, ...warm, coldCpuMs: glance.cpu, coldMs: glance.wall }),
    own: inShort({
      size,
      fromFilesMs: fromFilesMs!,
      fromFilesCpuMs: fromFilesCpuMs!,
      answerP50: answer["p50"]!,
      answerP99: answer["p99"]!,
      commandCpuMs: command.cpu,
      commandMs: command.wall,
      ...changes,
    }),
  };
}

/** Medians over a bare process that takes turns with it. The first two only fill the caches. */
function cold(
  scripts: Scripts,
  args: (text: string) => readonly string[],
  { runs: count = COLD_RUNS, ...where }: Surroundings & { readonly runs?: number } = {},
) {
  const runs = questions(count + 2).map((text) => {
    const one = spentBy(scripts.report, args(text), where);
    const bare = spentBy(scripts.report, ["-e", "0"], where);
    return { cpu: one.cpuMs - bare.cpuMs, wall: one.wallMs - bare.wallMs };
  });
  const middle = (of: (run: (typeof runs)[number]) => number) => median(runs.slice(2).map(of));
  return { cpu: middle(({ cpu }) => cpu), wall: middle(({ wall }) => wall) };
}

function inShort<T>(figures: Record<string, string | number>): T {
  const entries = Object.entries(figures).map(([key, value]) => [
    key,
    typeof value === "number" && key !== "size" ? rounded(value) : value,
  ]);
  return Object.fromEntries(entries) as T;
}
