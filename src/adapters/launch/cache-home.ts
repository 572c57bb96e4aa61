/**
 * Below which folder compiled code may be kept. Whoever can write there can make Cairn run anything, so a folder that the
 * environment names counts only if it is this user's alone and lies outside whatever a repository brought along.
 */

import { dirname, isAbsolute, join, sep } from "node:path";
import { realPathOf, statOf } from "../../disk/files.ts";

interface Standpoint {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Cairn's home, if it may be used for that. It need not exist. */
export function cacheHomeOf({ env, cwd }: Standpoint): string | undefined {
  const config = env["CLAUDE_CONFIG_DIR"];
  const given = env["CAIRN_HOME"] || (config && join(config, "cairn"));
  if (!given) return env["HOME"] ? join(env["HOME"], ".claude", "cairn") : undefined;
  const real = isAbsolute(given) ? realPathOf(given) : undefined;
  return real !== undefined && isPrivate(real) && !cameAlong(real, cwd) ? real : undefined;
}

function isPrivate(folder: string): boolean {
  const stat = statOf(folder);
  return stat?.kind === "folder" && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0;
}

/** Does it lie below where one stands, or in a repository that this place belongs to? */
function cameAlong(folder: string, cwd: string): boolean {
  const here = realPathOf(cwd);
  if (here === undefined || isWithin(folder, here)) return true;
  for (let place = here; ; place = dirname(place)) {
    if (statOf(join(place, ".git")) !== undefined && isWithin(folder, place)) return true;
    if (dirname(place) === place) return false;
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
