// npm run bench -- <name> [words]: builds, then runs bench/<name>.ts, which exports run(words).

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const folder = fileURLToPath(new URL("../bench", import.meta.url));
const [name = "", ...words] = process.argv.slice(2);

if (!/^[a-z-]+$/.test(name) || !existsSync(join(folder, `${name}.ts`))) {
  const names = readdirSync(folder).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  console.error(
    `Usage: npm run bench -- <name> [--json]\nThere are: ${names.map((file) => file.slice(0, -3)).join(", ")}`,
  );
  process.exit(2);
}

if (!ensureInstalled()) process.exit(1);
const { ensureBuilt } = await import("./fresh.mjs");
const { runSource } = await import("./run-source.mjs");
await ensureBuilt();
const { run } = await runSource(`bench/${name}.ts`);
await run(words);
