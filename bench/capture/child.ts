/** One measurement in a process of its own, so that its memory is its own: `read` or `triage` a transcript, or nothing. */

import { triage } from "../../src/distill/triage.ts";
import { leanTurns } from "../../src/transcripts/lean-turns.ts";
import { turnsOf } from "../../src/transcripts/read-transcript.ts";

const [what = "", path = ""] = process.argv.slice(2);
let turns = 0;
if (what === "read") for (const turn of turnsOf(path)) turns += turn.text.length >= 0 ? 1 : 0;
if (what === "triage") {
  const all = [...leanTurns(turnsOf(path))];
  triage(all);
  turns = all.length;
}
console.log(JSON.stringify({ turns, peakMb: process.resourceUsage().maxRSS / 1024 }));
