/**
 * One measurement in a process of its own, so that its memory is its own: `read` or `triage` a transcript, `hold` its turns
 * besides, or nothing.
 */

import { readFileSync } from "node:fs";
import { triage } from "../../src/capture/triage.ts";
import { turnsOf } from "../../src/hosts/records.ts";
import { leanTurns } from "../../src/transcripts/lean-turns.ts";
import type { Turn } from "../../src/transcripts/turn.ts";

const [what = "", path = ""] = process.argv.slice(2);
let turns = 0;
if (what === "read") for (const turn of turnsOf(path)) turns += turn.text.length >= 0 ? 1 : 0;
if (what === "triage") triage(counted(leanTurns(turnsOf(path))));
if (what === "hold") {
  const all = [...leanTurns(turnsOf(path))];
  triage(all);
  turns = all.length;
}
console.log(JSON.stringify({ turns, peakMb: peakKb() / 1024 }));

function* counted(all: Iterable<Turn>): Generator<Turn, void, undefined> {
  for (const turn of all) {
    turns++;
    yield turn;
  }
}

/** The system's own count of a process includes what it was forked from; that of Linux for its memory does not. */
function peakKb(): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS; // no Linux
  }
}
