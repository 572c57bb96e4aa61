// Writes what follows from the kind table: docs/schemas/<kind>.schema.json and the kinds in docs/format.md.

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./bundle.mjs";
import { runSource } from "./run-source.mjs";

const { kindPages } = await runSource("src/format/kinds-page.ts");
const schemas = join(root, "docs", "schemas");
await mkdir(schemas, { recursive: true });
for (const name of await readdir(schemas)) await rm(join(schemas, name));
const pages = kindPages(await readFile(join(root, "docs", "format.md"), "utf8"));
for (const [path, text] of Object.entries(pages)) await writeFile(join(root, path), text);
console.log(`Wrote ${Object.keys(pages).length} pages.`);
