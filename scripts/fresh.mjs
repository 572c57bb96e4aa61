// Builds dist/ if a source changed since it was built.

import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = ["src", "plugin", "scripts", "package.json", "package-lock.json"];
/** Its time is when the last build began. */
const STAMP = join(root, "node_modules", ".cache", "cairn", "built");

export async function ensureBuilt() {
  const built = existsSync(join(root, "dist", "cairn.cjs")) ? timeOf(STAMP) : 0;
  const began = new Date();
  if (Math.max(...SOURCES.map((path) => newestIn(join(root, path)))) < built) return;
  console.error("Building ...");
  const { buildAll } = await import("./build.mjs");
  await buildAll();
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, "");
  utimesSync(STAMP, began, began);
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await ensureBuilt();
