/**
 * What is concluded of every session here, ours, recorded of a client and made up: it stays as it is written down in
 * `concluded.txt`, whatever is done to make it quick. CAIRN_RECORD=1 writes that anew, where a rule was changed on purpose.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { writeTranscript } from "../../bench/capture/made-transcript.ts";
import { conclusionsIn } from "../../src/capture/conclusions/conclusions.ts";
import { segmentsOf } from "../../src/capture/conclusions/segments-of.ts";
import { triage } from "../../src/capture/triage.ts";
import { turnsOf } from "../../src/hosts/records.ts";
import { leanTurns } from "../../src/transcripts/lean-turns.ts";
import type { Turn } from "../../src/transcripts/turn.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const keptAt = here("concluded.txt");

test("what is concluded of the sessions here is what it was", () => {
  const ours = ["corpus", "../transcripts/recorded"].flatMap((folder) => sessionsBelow(here(folder)));
  const told = [...ours, madeUp()].map(([name, turns]) => concludedIn(name, turns)).join("\n");
  expect(ours.length).toBeGreaterThan(250);
  if (process.env["CAIRN_RECORD"] === "1") writeFileSync(keptAt, `${told}\n`);
  expect(`${told}\n`).toBe(readFileSync(keptAt, "utf8"));
});

type Session = readonly [name: string, turns: readonly Turn[]];

function sessionsBelow(folder: string): Session[] {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => /\.(?:txt|jsonl)$/.test(name));
  return names.sort().flatMap((name): Session[] => {
    const turns = [...leanTurns(turnsOf(join(folder, name)))];
    return turns.length === 0 ? [] : [[name, turns]];
  });
}

/** Long enough that what was heard and what an agent says on its way come into it. */
function madeUp(): Session {
  const place = mkdtempSync(join(tmpdir(), "cairn-concluded-"));
  try {
    const path = join(place, "made.jsonl");
    writeTranscript(path, 600);
    return ["made up, 600 turns", [...leanTurns(turnsOf(path))]];
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** In a few lines: who speaks in what role, what was judged, and each conclusion. */
function concludedIn(name: string, turns: readonly Turn[]): string {
  const roles = segmentsOf(turns).map((one) => (one.is === "agent" ? one.role : one.is));
  const counts = [...new Set(roles)].map((role) => `${role} ${roles.filter((other) => other === role).length}`);
  const verdicts = triage(turns).filter(({ score }) => score > 0);
  return [
    `${name}: ${counts.join(", ")}`,
    ...verdicts.map(({ kind, because, score }) => `  ${kind} ${because} ${score}`),
    ...conclusionsIn(turns).map(
      ({ kind, carrier, standing, likely, turns: places, title, text, over, aliases }) =>
        `  > ${kind} by ${carrier}, ${standing}, ${likely.toFixed(4)}, turns ${places.join(" ")}: ${JSON.stringify({ title, text, over, aliases })}`,
    ),
  ].join("\n");
}
