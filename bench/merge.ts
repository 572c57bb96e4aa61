/**
 * What merging and checking the team's memory costs, as ratios in one run: the merge driver for a file against starting a
 * bare node and against `git merge-file`, and `team check` of a folder against hashing its files, in processor time, which
 * another load changes little. `--files=10000`, `--json`.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { childrenMs, median } from "./speed/time.ts";

const ROUNDS = 21;
const FILES = 10_000;
const CHECKS = 5;
const goals = { driver: 1.6, check: 4 };
const driver = resolve("dist/merge.cjs");
const program = resolve("dist/cairn.cjs");

export async function run(words: readonly string[]): Promise<void> {
  const files = Number(words.find((word) => word.startsWith("--files="))?.slice(8) ?? FILES);
  const place = mkdtempSync(join(tmpdir(), "cairn-bench-merge-"));
  try {
    const merge = mergeMs(place);
    const check = checkMs(place, files);
    const rows = [
      {
        what: "merge driver, one file",
        ms: merge.driver,
        to: "node -e 0",
        ratio: merge.driver / merge.node,
        goal: goals.driver,
      },
      { what: "merge driver, one file", ms: merge.driver, to: "git merge-file", ratio: merge.driver / merge.git },
      {
        what: `team check, ${files} memories`,
        ms: check.check,
        to: "hashing the same files",
        ratio: check.check / check.hash,
        goal: goals.check,
      },
    ];
    if (words.includes("--json")) return console.log(JSON.stringify({ bench: "merge", rows }));
    for (const { what, ms, to, ratio, goal } of rows) {
      const aim = goal === undefined ? "" : `(<= ${goal}${ratio > goal ? " missed" : ""})`;
      console.log(what.padEnd(30), `${ms.toFixed(1)} ms`.padStart(11), `${ratio.toFixed(2)} x ${to} ${aim}`);
    }
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** In turns, so that whatever else the machine does falls on all of them. */
function mergeMs(place: string): { driver: number; node: number; git: number } {
  const [base, ours, theirs] = ["base.md", "ours.md", "theirs.md"].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(base, memory(1, "It holds.", "- 2025-01-01T00:00:00.000Z created"));
  writeFileSync(
    ours,
    memory(
      1,
      "It holds.\n\nAlso at night.",
      "- 2025-01-01T00:00:00.000Z created\n- 2025-01-02T00:00:00.000Z text added",
    ),
  );
  writeFileSync(theirs, memory(1, "It holds.", "- 2025-01-01T00:00:00.000Z created").replace("area-1", "area-1, door"));
  const work = join(place, "work.md");
  const times = { driver: [] as number[], node: [] as number[], git: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const one = { node: 0, driver: 0, git: 0 };
    one.node = timed(process.execPath, ["-e", "0"]);
    copyFileSync(ours, work);
    one.driver = timed(process.execPath, [driver, base, work, theirs, ".claude/memory/project/choice-1.md"]);
    copyFileSync(ours, work);
    one.git = timed("git", ["merge-file", work, base, theirs]);
    // The first round warms the disk.
    if (round > 0) for (const name of ["driver", "node", "git"] as const) times[name].push(one[name]);
  }
  return { driver: median(times.driver), node: median(times.node), git: median(times.git) };
}

const HASH = `const fs=require("fs"),c=require("crypto");for(const n of fs.readdirSync(process.argv[1]))c.createHash("sha256").update(fs.readFileSync(process.argv[1]+"/"+n)).digest("hex")`;

function checkMs(place: string, files: number): { check: number; hash: number } {
  const repository = join(place, "repository");
  const folder = join(repository, ".claude", "memory", "project");
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(place, "home"));
  execFileSync("git", ["init", "-q", repository]);
  writeFileSync(join(repository, ".gitattributes"), ".claude/memory/**/*.md text eol=lf merge=cairn\n");
  for (let n = 0; n < files; n++) {
    const text = memory(
      n,
      `Rule ${n} holds because case ${n} needed one, and nobody found a better one.`,
      "- 2025-01-01T00:00:00.000Z created",
    );
    writeFileSync(join(folder, `choice-${n}.md`), text);
  }
  const sum = { check: 0, hash: 0 };
  const env = { HOME: join(place, "home"), PATH: process.env["PATH"] ?? "" };
  const words = [program, "team", "check", "--json", "--cwd", repository];
  for (let round = 0; round <= CHECKS; round++) {
    const from = childrenMs();
    timed(process.execPath, ["-e", HASH, folder]);
    const between = childrenMs();
    timed(process.execPath, words, env);
    if (round === 0) continue;
    sum.hash += between - from;
    sum.check += childrenMs() - between;
  }
  return { check: sum.check / CHECKS, hash: sum.hash / CHECKS };
}

function timed(command: string, words: readonly string[], env = process.env): number {
  const before = performance.now();
  const { status, stderr } = spawnSync(command, words, { env, stdio: ["ignore", "ignore", "pipe"] });
  const ms = performance.now() - before;
  if (status !== 0) throw new Error(`${command} ${words[0] ?? ""} ended with ${status}: ${stderr}`);
  return ms;
}

function memory(n: number, text: string, changes: string): string {
  const at = new Date(1_700_000_000_000 + n * 60_000).toISOString();
  return `---
name: choice-${n}
description: Choice ${n} of the team's
metadata:
  type: project
  kind: project
  status: active
  created: ${at}
  updated: ${at}
  tags: [area-${n % 50}]
  trust: stated
---
# Choice ${n}

${text}

## Changes
${changes}
`;
}
