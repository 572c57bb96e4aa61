/**
 * How long a store takes to come in, as ratios in one run: to reading and parsing the same files alone, and to a bare
 * copy of them; with the largest memory the process had. Each size in a process of its own. `--sizes=1000,10000`, `--json`.
 */

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const SIZES = [1_000, 10_000];
const goals = { parse: 4, copy: 30 };
const program = resolve("dist/cairn.cjs");

export async function run(words: readonly string[]): Promise<void> {
  const given = words.find((word) => word.startsWith("--sizes="))?.slice(8);
  const sizes = given?.split(",").map(Number) ?? SIZES;
  const rows = sizes.map(measured);
  if (words.includes("--json")) return console.log(JSON.stringify({ bench: "import", rows }));
  console.log("records   import s   per s   / read and parse   / bare copy   again s   most MB");
  for (const { records, importS, perSecond, toParse, toCopy, againS, megabytes } of rows) {
    const marks = [toParse > goals.parse ? " missed" : "", toCopy > goals.copy ? " missed" : ""];
    console.log(
      String(records).padEnd(9),
      importS.toFixed(2).padStart(8),
      String(perSecond).padStart(7),
      `${toParse.toFixed(1)} (<= ${goals.parse}${marks[0]})`.padStart(18),
      `${toCopy.toFixed(1)} (<= ${goals.copy}${marks[1]})`.padStart(18),
      againS.toFixed(2).padStart(8),
      String(megabytes).padStart(9),
    );
  }
}

function measured(records: number) {
  const place = mkdtempSync(join(tmpdir(), "cairn-bench-import-"));
  try {
    const store = join(place, "store");
    const names = makeStore(store, records);
    mkdirSync(join(place, "copy", "decisions"), { recursive: true });
    const copyMs = timed(() => {
      for (const name of names) copyFileSync(join(store, name), join(place, "copy", name));
    });
    const parseMs = timed(() => {
      for (const name of names) JSON.parse(readFileSync(join(store, name), "utf8"));
    });
    const first = brought(place, store);
    const again = brought(place, store);
    if (first.created !== records || again.unchanged !== records)
      throw new Error("the import did not bring all of it in");
    return {
      records,
      importS: first.ms / 1_000,
      perSecond: Math.round((records / first.ms) * 1_000),
      toParse: first.ms / parseMs,
      toCopy: first.ms / copyMs,
      againS: again.ms / 1_000,
      megabytes: first.megabytes,
    };
  } finally {
    rmSync(place, { recursive: true });
  }
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

function timed(work: () => void): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

function brought(place: string, store: string) {
  const home = join(place, "home");
  const project = join(place, "project");
  for (const folder of [home, project]) mkdirSync(folder, { recursive: true });
  const from = performance.now();
  const args = ["-v", process.execPath, program, "import", "--from", "repo", store, "--yes", "--json"];
  const { stdout, stderr } = spawnSync("/usr/bin/time", args, {
    cwd: project,
    env: { HOME: home, PATH: process.env["PATH"] },
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  const ms = performance.now() - from;
  const kilobytes = Number(/Maximum resident set size \(kbytes\): (\d+)/.exec(stderr)?.[1] ?? 0);
  const { created, unchanged } = JSON.parse(stdout) as { created: number; unchanged: number };
  readdirSync(home);
  return { ms, created, unchanged, megabytes: Math.round(kilobytes / 1024) };
}
