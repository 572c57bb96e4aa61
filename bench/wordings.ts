/**
 * `npm run bench -- wordings [--explain <set>]`: single statements, each heard by itself, that were written without a look
 * at the cues: how many of each kind triage finds, how many the rules can draft, and what is kept of what is none.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { contextShown } from "../src/capture/context-file.ts";
import { none } from "../src/capture/scribe/none.ts";
import { triage } from "../src/capture/triage.ts";
import type { Turn } from "../src/transcripts/turn.ts";

const folder = join(process.cwd(), "test", "distill", "wordings");

interface Heard {
  readonly kind: string;
  readonly text: string;
  /** The kinds kept of it, and those of them that the rules could draft. */
  readonly kept: readonly string[];
  readonly drafted: readonly string[];
}

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...words], options: { explain: { type: "string" } } });
  for (const file of readdirSync(folder).sort()) {
    const heard = await Promise.all(linesOf(file).map(hear));
    console.log(file.replace(".txt", ""));
    for (const kind of new Set(heard.map((one) => one.kind))) console.log(`  ${figures(kind, heard)}`);
    if (values.explain === file.replace(".txt", "")) for (const one of heard.filter(isOff)) console.log(offLine(one));
  }
}

function linesOf(file: string): string[] {
  return readFileSync(join(folder, file), "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

/** A person says it by itself; an agent after something failed. */
async function hear(line: string): Promise<Heard> {
  const [, kind = "", who, text = ""] = /^(\w+) ([UA]) (.*)$/.exec(line) ?? [];
  const turns = who === "U" ? [turn("person", text)] : [...FAILED, turn("agent", text), ...PASSED];
  const kept = triage(turns).filter(({ keep }) => keep);
  const drafted: string[] = [];
  for (const verdict of kept) {
    const { kind: found, passages } = verdict;
    const { penned } = await none.write({ kind: found, turns, passages, shown: () => contextShown(verdict, turns) });
    if (penned.length > 0) drafted.push(found);
  }
  return { kind, text, kept: kept.map((verdict) => verdict.kind), drafted };
}

function turn(by: Turn["by"], text: string): Turn {
  return { by, text, from: 0 };
}

const FAILED: readonly Turn[] = [
  turn("person", "have a look at it"),
  { ...turn("agent", ""), uses: [{ id: "1", tool: "Bash", input: { command: "make check" } }] },
  { ...turn("tool", "make: *** [check] Error 1"), result: { of: "1", isError: true, size: 25 } },
];

const PASSED: readonly Turn[] = [
  { ...turn("agent", ""), uses: [{ id: "2", tool: "Bash", input: { command: "make check" } }] },
  { ...turn("tool", "ok"), result: { of: "2", isError: false, size: 2 } },
];

function figures(kind: string, heard: readonly Heard[]): string {
  const own = heard.filter((one) => one.kind === kind);
  if (kind === "none") return `none: ${own.filter(({ kept }) => kept.length > 0).length} of ${own.length} kept`;
  const share = (count: number, of: number) => (of === 0 ? "–" : (count / of).toFixed(2));
  const found = own.filter(({ kept }) => kept.includes(kind)).length;
  const drafted = own.filter((one) => one.drafted.includes(kind)).length;
  const kept = heard.filter((one) => one.kept.includes(kind)).length;
  return `${kind}: recall ${share(found, own.length)} of ${own.length}, drafted ${share(drafted, own.length)}, precision ${share(found, kept)} of ${kept}`;
}

function isOff({ kind, kept, drafted }: Heard): boolean {
  return kept.some((one) => one !== kind) || (kind !== "none" && !drafted.includes(kind));
}

function offLine({ kind, text, kept, drafted }: Heard): string {
  return `    ${kind} → kept ${kept.join(", ") || "nothing"}; drafted ${drafted.join(", ") || "nothing"}: ${text}`;
}
