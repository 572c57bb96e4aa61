/** What can be seen of another process: whether it exists, and when it started. */

import { execFileSync } from "node:child_process";
import { defined } from "../model/defined.ts";
import { bestEffort, codeOf, isDenied, isMissing } from "./errors.ts";
import { openAt } from "./files.ts";

/** A zombie counts as gone: it runs no more code. No `start`: it exists, but the system does not tell since when. */
export type ProcessSighting = "gone" | { readonly start?: string };

/** Asking `ps` takes milliseconds: only for a lock that has been waited for so long. */
const ASK_PS_AFTER_MS = 200;
const ASK_PS_EVERY_MS = 500;

export function sightingOf(pid: number, waitedMs: number): ProcessSighting {
  if (process.platform === "linux") return sightingOnLinux(pid);
  if (!exists(pid)) return "gone";
  return process.platform === "darwin" && waitedMs >= ASK_PS_AFTER_MS ? askedSeldom(pid) : {};
}

/** Empty if unknown. Always the same words for the same process. */
export function startOf(pid: number): string {
  const seen = process.platform === "darwin" ? askPs(pid) : sightingOf(pid, 0);
  return seen === "gone" ? "" : (seen.start ?? "");
}

/** The first lines of a small file of the system; empty if there is none. */
export function smallText(path: string, most = 4096): string {
  try {
    const file = openAt(path, "read");
    try {
      return file.read(0, most).toString("latin1").trim();
    } finally {
      bestEffort(() => file.close());
    }
  } catch (error) {
    // ESRCH: the process went away between open and read. Denied: hidden from us (a /proc mounted with hidepid).
    if (isMissing(error) || isDenied(error) || codeOf(error) === "ESRCH") return "";
    throw error;
  }
}

/** Does it wait for something to happen, and has dealt with all that did? Only Linux tells, and not to everybody. */
export function isWaiting(pid: number): boolean {
  return process.platform === "linux" && /(?:^|_)ep(?:oll)?_/.test(smallText(`/proc/${pid}/wchan`));
}

/** Exported for its test. `pid (any name) state ppid …`; the name may hold spaces and brackets, field 22 is the start. */
export function parseProcStat(text: string): ProcessSighting {
  const [state = "", ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return "gone";
  const start = rest[18];
  return defined({ start });
}

function sightingOnLinux(pid: number): ProcessSighting {
  const text = smallText(`/proc/${pid}/stat`);
  if (text !== "") return parseProcStat(text);
  return exists(pid) ? {} : "gone";
}

/** Asked even where /proc shows nothing: it may hide the processes of others. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

let lastAsked: { readonly pid: number; readonly at: number; readonly seen: ProcessSighting } | undefined;

function askedSeldom(pid: number): ProcessSighting {
  const now = performance.now();
  if (lastAsked?.pid !== pid || now - lastAsked.at > ASK_PS_EVERY_MS) lastAsked = { pid, at: now, seen: askPs(pid) };
  return lastAsked.seen;
}

function askPs(pid: number): ProcessSighting {
  try {
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const text = execFileSync("ps", ["-o", "stat=", "-o", "lstart=", "-p", String(pid)], { env, encoding: "latin1" });
    const [state = "", ...start] = text.trim().split(/\s+/);
    return state.startsWith("Z") ? "gone" : { start: start.join(" ") };
  } catch {
    // No `ps`, or no such process any more: the caller has just seen that it exists, so it counts as living.
    return {};
  }
}

const HIGHEST = 64;
const ENVIRONMENT_BYTES = 262_144;

/**
 * The environments with which the programs above this process were started, the nearest first: a command cannot take out
 * of them what it takes out of its own. Nothing where the system does not tell.
 */
export function* environmentsAbove(): Generator<Record<string, string>, void, undefined> {
  let pid = process.ppid;
  for (let up = 0; up < HIGHEST && process.platform === "linux" && pid > 0; up++) {
    const names = smallText(`/proc/${pid}/environ`, ENVIRONMENT_BYTES).split("\0");
    yield Object.fromEntries(
      names.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
    );
    const stat = smallText(`/proc/${pid}/stat`);
    pid = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  }
}
