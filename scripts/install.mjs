// Installs what the lockfile names, if that is not what is there. Needs nothing but Node, npm and, for a first time, a network.

import { spawnSync } from "node:child_process";
import { statSync, utimesSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** npm writes the two within moments of each other, in either order. */
const SAME_MS = 10_000;
const root = fileURLToPath(new URL("..", import.meta.url));

/** True if everything is there now. */
export function ensureInstalled() {
  const wanted = timeOf("package-lock.json");
  const present = timeOf("node_modules/.package-lock.json");
  if (present !== undefined && present >= wanted - SAME_MS) return true;
  console.log("Installing what the lockfile names ...");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) return false;
  const now = new Date();
  utimesSync(new URL("../node_modules/.package-lock.json", import.meta.url), now, now);
  return true;
}

function timeOf(path) {
  return statSync(new URL(`../${path}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs;
}
