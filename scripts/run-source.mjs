// Runs a TypeScript file of the repository: Node 20 does not know the types, so it is bundled first.

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, root } from "./bundle.mjs";

/** Resolves to the module's exports. */
export async function runSource(entry) {
  const { outputFiles } = await bundle({ entry, format: "esm" });
  const folder = join(root, "node_modules", ".cache", "cairn");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${entry.replaceAll(/[^\w]/g, "-")}-${process.pid}.mjs`);
  await writeFile(file, outputFiles[0].contents);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(file);
  }
}
