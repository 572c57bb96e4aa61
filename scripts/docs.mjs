// Writes the generated pages; with --check it writes nothing and fails if one is stale.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./bundle.mjs";
import { runSource } from "./run-source.mjs";

/** The paths of the pages that are not what they should be. */
export async function stalePages({ write }) {
  const stale = [];
  for (const [path, text] of Object.entries(await allPages())) {
    const file = join(root, path);
    if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
    stale.push(path);
    if (!write) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return stale;
}

async function allPages() {
  const { generatedPages } = await runSource("src/adapters/docs/pages.ts");
  const { kindPages } = await runSource("src/format/kinds-page.ts");
  const format = await readFile(join(root, "docs", "format.md"), "utf8");
  return { ...(await generatedPages()), ...kindPages(format) };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const check = process.argv.includes("--check");
  const stale = await stalePages({ write: !check });
  for (const path of stale) console.log(check ? `${path} is stale: run npm run docs` : `wrote ${path}`);
  if (check && stale.length > 0) process.exitCode = 1;
}
