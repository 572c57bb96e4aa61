/** The golden stores of this folder, copied into a world of their own: nothing a test does can reach the originals. */

import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BroughtIn } from "../../src/layouts/report.ts";
import type { InputOf, TestCairn } from "../support/cairn-with.ts";

const golden = fileURLToPath(new URL("golden", import.meta.url));

export const seeds = ["infinite", "agents", "underscore", "memdir", "repo"] as const;

/** Where the copy lies. Not in the project: a store that lies there is another matter. */
export function storeOf(cairn: TestCairn, name: string): string {
  const place = join(cairn.base, `store-${name}`);
  cpSync(join(golden, name), place, { recursive: true, preserveTimestamps: true });
  return place;
}

export async function bringIn(cairn: TestCairn, input: InputOf<"import">): Promise<BroughtIn> {
  const told = await cairn.ask("import", input, { confirmed: true });
  if ("layout" in told) return told;
  throw new Error("that is the report of transcripts");
}

/** Every file below with its bytes and the time it changed. */
export function snapshotOf(folder: string): Record<string, string> {
  const paths = (readdirSync(folder, { recursive: true }) as string[]).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(
    files.map((path) => [
      path,
      `${statSync(join(folder, path)).mtimeMs} ${readFileSync(join(folder, path), "base64")}`,
    ]),
  );
}
