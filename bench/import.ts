/**
 * What a store costs to come in, as ratios in one run: to reading and parsing the same files alone, to a bare copy of
 * them, and to the least that would make as many files durable in batches: written, synced together, one log, renamed,
 * the folder synced. Processor time and the clock; with the largest memory the process had, the first time and when the
 * same comes again. Each import in a process of its own.
 * `npm run bench -- import [--sizes=1000,10000,50000] [--against=<another build's dist>] [--plots] [--json]`: the other
 * build by turns with this one; `--plots` draws docs/plots/import-memory.svg.
 */

import { spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  fdatasyncSync,
  fsync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { printPlot } from "./speed/plot.ts";

const SIZES = "1000,10000,50000";
const goals = { parse: 4, copy: 30 };
const BATCH = 80;
const HERE = "dist";
const synced = promisify(fsync);

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      sizes: { type: "string", default: SIZES },
      against: { type: "string" },
      plots: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const builds = [HERE, ...(values.against === undefined ? [] : [values.against])];
  const rows: Measured[] = [];
  for (const size of values.sizes.split(",").map(Number)) rows.push(await measured(size, builds));
  if (values.plots) writeFileSync("docs/plots/import-memory.svg", memoryPlot(rows, builds));
  if (values.json) return console.log(JSON.stringify({ bench: "import", goals, rows }));
  console.log(
    `to reading and parsing (goal <= ${goals.parse}), to a bare copy (<= ${goals.copy}), to bare durable batches; clock / processor time`,
  );
  for (const { records, parts } of rows) {
    console.log(`${records} records`);
    const [parse, copy, durable] = parts as [Part, Part, Part, ...Part[]];
    for (const { name, ms, cpuMs, megabytes } of parts) {
      const to = (other: Part) => `${(ms / other.ms).toFixed(1)} / ${(cpuMs / other.cpuMs).toFixed(1)}`.padStart(15);
      const times = `${(ms / 1_000).toFixed(2)} s / ${(cpuMs / 1_000).toFixed(2)} s`.padStart(18);
      const most = megabytes === undefined ? "" : `  most ${megabytes} MB`;
      console.log(`  ${name.padEnd(28)}${times}${to(parse)}${to(copy)}${to(durable)}${most}`);
    }
  }
}

function memoryPlot(rows: readonly Measured[], builds: readonly string[]): string {
  const lines = builds.flatMap((build, n) =>
    importsOf(build).map((name) => ({
      name: `${name.startsWith("the same") ? "again" : "first"}${n === 0 ? "" : ", before"}`,
      points: rows.map(({ records, parts }) => [records, megabytesOf(parts, name)] as const),
    })),
  );
  return printPlot({ title: "The most memory an import takes", x: "records", y: "MB", lines });
}

function megabytesOf(parts: readonly Part[], name: string): number {
  return parts.find((part) => part.name === name)?.megabytes ?? 0;
}

/** The first time, and the same again. */
function importsOf(build: string): [string, string] {
  return build === HERE ? ["import", "the same again"] : [`import by ${build}`, `the same again by ${build}`];
}

interface Measured {
  readonly records: number;
  readonly parts: readonly Part[];
}

interface Part {
  readonly name: string;
  readonly ms: number;
  /** Of the processor, the system's part with it. */
  readonly cpuMs: number;
  /** The most it had, of an import. */
  readonly megabytes?: number;
}

async function measured(records: number, builds: readonly string[]): Promise<Measured> {
  const place = mkdtempSync(join(tmpdir(), "cairn-bench-import-"));
  try {
    const store = join(place, "store");
    const names = makeStore(store, records);
    for (const folder of ["copy", "durable"]) mkdirSync(join(place, folder, "decisions"), { recursive: true });
    const parse = await timed("read and parse", () => {
      for (const name of names) JSON.parse(readFileSync(join(store, name), "utf8"));
    });
    const copy = await timed("a bare copy, nothing synced", () => {
      for (const name of names) copyFileSync(join(store, name), join(place, "copy", name));
    });
    const durable = await timed("bare durable batches", () => durably(store, join(place, "durable"), names));
    const imports = builds.flatMap((build, n) => {
      const home = join(place, `home-${n}`);
      const [first, again] = importsOf(build).map((name) => brought(home, store, build, name)) as [Brought, Brought];
      if (first.created !== records || again.unchanged !== records)
        throw new Error("the import did not bring all of it in");
      return [first, again];
    });
    return { records, parts: [parse, copy, durable, ...imports] };
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** No less than any program has to do that may lose nothing it has acknowledged, and shows no half file. */
async function durably(from: string, to: string, names: readonly string[]): Promise<void> {
  const log = openSync(join(to, "log"), "a");
  const folder = openSync(join(to, "decisions"), "r");
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH);
    const files = batch.map((name) => {
      const file = openSync(join(to, `${name}.tmp`), "wx");
      const bytes = readFileSync(join(from, name));
      writeSync(file, bytes);
      writeSync(log, bytes);
      return file;
    });
    await Promise.all(files.map((file) => synced(file)));
    fdatasyncSync(log);
    for (const file of files) closeSync(file);
    for (const name of batch) {
      linkSync(join(to, `${name}.tmp`), join(to, name));
      unlinkSync(join(to, `${name}.tmp`));
    }
    fsyncSync(folder);
  }
  for (const file of [log, folder]) closeSync(file);
}

function makeStore(store: string, records: number): string[] {
  mkdirSync(join(store, "decisions"), { recursive: true });
  return Array.from({ length: records }, (_, n) => {
    const name = `decisions/choice-${n}.json`;
    const at = new Date(1_700_000_000_000 + n * 60_000).toISOString();
    const content = {
      status: "accepted",
      context: `Case ${n} needed a rule.`,
      decision: `Rule ${n} holds.`,
      rationale: [`reason ${n}`],
      consequences: [`effect ${n}`],
    };
    const record = {
      schema_version: "1.0",
      category: "decision",
      id: `choice-${n}`,
      title: `Choice ${n}`,
      created_at: at,
      updated_at: at,
      tags: [`area-${n % 50}`],
      related_files: [`src/file-${n}.ts`],
      confidence: 0.8,
      record_status: "active",
      changes: [{ date: at, summary: "created" }],
      times_updated: 0,
      content,
    };
    writeFileSync(join(store, name), JSON.stringify(record, undefined, 2));
    return name;
  });
}

async function timed(name: string, work: () => void | Promise<void>): Promise<Part> {
  const from = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { name, ms: performance.now() - from, cpuMs: (user + system) / 1_000 };
}

interface Brought extends Part {
  readonly created: number;
  readonly unchanged: number;
}

function brought(place: string, store: string, build: string, name: string): Brought {
  const home = join(place, "home");
  const project = join(place, "project");
  for (const folder of [home, project]) mkdirSync(folder, { recursive: true });
  const from = performance.now();
  const args = [
    "-v",
    process.execPath,
    resolve(build, "cairn.cjs"),
    "import",
    "--from",
    "repo",
    store,
    "--yes",
    "--json",
  ];
  const { stdout, stderr } = spawnSync("/usr/bin/time", args, {
    cwd: project,
    env: { HOME: home, PATH: process.env["PATH"] },
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  const ms = performance.now() - from;
  const told = (label: string) => Number(new RegExp(`${label}: ([\\d.]+)`).exec(stderr)?.[1] ?? 0);
  const cpuMs = (told("User time \\(seconds\\)") + told("System time \\(seconds\\)")) * 1_000;
  const { created, unchanged } = JSON.parse(stdout) as { created: number; unchanged: number };
  const megabytes = Math.round(told("Maximum resident set size \\(kbytes\\)") / 1024);
  return { name, ms, cpuMs, created, unchanged, megabytes };
}
