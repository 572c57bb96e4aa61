// Installs what the lockfile names, if that is not what is there. Needs nothing but Node, npm and, for a first time, a network.

import { spawnSync } from "node:child_process";
import { statSync, utimesSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const HIDDEN_LOCK = "node_modules/.package-lock.json";
/** npm writes the two lockfiles within moments of each other, in either order. */
const SAME_MS = 10_000;

/** True if everything is there now. The lockfile itself is never changed. */
export function ensureInstalled() {
  const present = timeOf(HIDDEN_LOCK);
  if (present !== undefined && present >= timeOf("package-lock.json") - SAME_MS) return true;
  console.error("Installing what the lockfile names ...");
  // A lockfile written where some platforms' packages could not be seen is not complete enough for `npm ci`.
  if (!npm(["ci"], "ignore") && !npm(["install", "--no-save"], "inherit")) return false;
  const now = new Date();
  utimesSync(new URL(`../${HIDDEN_LOCK}`, import.meta.url), now, now);
  return true;
}

function npm(words, output) {
  const { status } = spawnSync("npm", [...words, "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", output, output],
    shell: process.platform === "win32",
  });
  return status === 0;
}

function timeOf(path) {
  return statSync(new URL(`../${path}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs;
}
