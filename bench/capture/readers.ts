/** What reads and judges a transcript, of this tree or of another, each bundled apart; and the program that tells its memory. */

import { rmSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as esbuild from "esbuild";
import type { triage } from "../../src/capture/triage.ts";
import type { turnsOf } from "../../src/hosts/records.ts";
import type { leanTurns } from "../../src/transcripts/lean-turns.ts";

export interface Reader {
  readonly triage: typeof triage;
  readonly turnsOf: typeof turnsOf;
  readonly leanTurns: typeof leanTurns;
}

const PARTS = `
export { triage } from "./src/capture/triage.ts";
export { turnsOf } from "./src/hosts/records.ts";
export { leanTurns } from "./src/transcripts/lean-turns.ts";
`;

const required = module.createRequire(import.meta.url);
let made = 0;

export async function readerOf(tree: string): Promise<Reader> {
  const file = await bundled({ stdin: { contents: PARTS, resolveDir: tree, loader: "ts" } });
  try {
    return required(file) as Reader;
  } finally {
    rmSync(file);
  }
}

export function bundledChild(): Promise<string> {
  return bundled({ entryPoints: ["bench/capture/child.ts"] });
}

/** Beside this bundle; asked for by name at run time, because a copy of esbuild inside it would not find its own program. */
async function bundled(entry: esbuild.BuildOptions): Promise<string> {
  const { build } = required("esbuild") as typeof esbuild;
  const outfile = join(dirname(fileURLToPath(import.meta.url)), `capture-${process.pid}-${++made}.cjs`);
  await build({
    ...entry,
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "error",
  });
  return outfile;
}
