/** The golden stores of this folder, copied into a world of their own: nothing a test does can reach the originals. */

import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BroughtIn } from "../../src/layouts/report.ts";
import { cairnWith, type Files, type InputOf, type TestCairn } from "../support/cairn-with.ts";

const golden = fileURLToPath(new URL("golden", import.meta.url));

export const seeds = ["infinite", "agents", "underscore", "memdir", "repo"] as const;

/** Where the copy lies. Not in the project: a store that lies there is another matter. */
export function storeOf(cairn: TestCairn, name: string): string {
  const place = join(cairn.base, `store-${name}`);
  cpSync(join(golden, name), place, { recursive: true, preserveTimestamps: true });
  return place;
}

/** A store written by hand, beside the project. */
export function withStoreBeside(files: Files): { cairn: TestCairn; path: string } {
  const cairn = cairnWith({});
  const path = join(cairn.base, "old");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text as string);
  }
  return { cairn, path };
}

/** A store written by hand, in a folder of the project. */
export function withStoreInside(files: Files, folder = "old"): { cairn: TestCairn; path: string } {
  const cairn = cairnWith({
    project: Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text])),
  });
  return { cairn, path: join(cairn.project, folder) };
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
