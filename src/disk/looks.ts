/**
 * What somebody saw who looked at a place on the disk, in a few signs: while they are the same, whoever looks again sees
 * the same. Loaded before everything else, so it knows nothing but the calls.
 */

import { close, list, open, read, realpath, stampOf, stat } from "./calls.ts";
import { codeOf } from "./errors.ts";
import { type Attempt, setWatch } from "./faults.ts";

/**
 * `what`: whatever stands there, its contents too. `which`: a folder that was only passed through; what is put into it
 * does not count. `names`: what a folder holds. `real`: where a path leads. `text`: what the system itself says there.
 */
export type Look = readonly [how: "what" | "which" | "names" | "real" | "text", path: string];

/** Where the system itself makes the texts, such as the id of this start of the machine. */
const OF_SYSTEM = "/proc/sys/";
const LOOKING: readonly unknown[] = ["read", "follow", "folder"];
/** By descriptor: what was opened was noted. */
const PASSING: readonly string[] = ["read", "fstat", "close"];

/** What a call to the system looks at; "changes" where it is no look. Undefined is of what was looked at before. */
export function lookOf({ call, path, mode }: Attempt): Look | "changes" | undefined {
  if (PASSING.includes(call)) return undefined;
  if (call === "list") return ["names", path];
  if (call === "realpath") return ["real", path];
  if (call === "open" && path.startsWith(OF_SYSTEM)) return ["text", path];
  const isLook =
    call === "stat" || call === "readLink" || call === "access" || (call === "open" && LOOKING.includes(mode));
  return isLook ? ["what", path] : "changes";
}

/**
 * What this process looks at from now on, each with what `see` says just before the first time. Asked for it, nothing more is
 * noted; undefined where anything was changed, or so many files were opened that noting costs more than it saves.
 */
export function noteLooks<Seen>(see: (look: Look) => Seen): () => readonly (readonly [Look, Seen])[] | undefined {
  const looks = new Map<string, readonly [Look, Seen]>();
  let isVain = false;
  let isSeeing = false;
  let opened = 0;
  giveUp = () => {
    giveUp = undefined;
    isVain = true;
    setWatch(undefined);
  };
  setWatch((attempt) => {
    const look = isSeeing ? undefined : lookOf(attempt);
    if (look !== undefined && attempt.call === "open" && ++opened > MOST_OPENED) isVain = true;
    if (look === "changes") isVain = true;
    if (isVain) giveUp?.();
    else if (look !== undefined && look !== "changes" && !looks.has(look[0] + look[1])) {
      isSeeing = true;
      looks.set(look[0] + look[1], [look, see(look)]);
      isSeeing = false;
    }
    return undefined;
  });
  return () => {
    giveUp = undefined;
    setWatch(undefined);
    return isVain ? undefined : [...looks.values()];
  };
}

let giveUp: (() => void) | undefined;

/** Said by who is about to open so many files: too many of them are not worth noting from the first on. */
export function willOpen(files: number): void {
  if (files > MOST_OPENED) giveUp?.();
}

/** Of a larger folder only whether it was changed is told. */
const MOST_NAMES = 200;
const MOST_TEXT = 1_000;
/** A list opens each file of a small root, and few where an earlier process knew them. */
const MOST_OPENED = 80;

export function seenAt([how, path]: Look): string {
  try {
    if (how === "real") return realpath(path);
    if (how === "text") return textAt(path);
    return how === "names" ? namesIn(path) : standing(path, how);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code;
  }
}

function standing(path: string, how: "what" | "which"): string {
  const found = stat(path, path);
  if (found === undefined) return "";
  if (found.kind === "folder" && how === "which") return `${found.ino}`;
  const own = `${stampOf(found)}:${found.mode}`;
  return found.kind === "link" ? `${own} ${standing(realpath(path), how)}` : own;
}

/** Such a file has no times to go by. */
function textAt(path: string): string {
  const fd = open(path, path, "follow");
  try {
    const into = Buffer.alloc(MOST_TEXT);
    return into.toString("latin1", 0, read(fd, path, into, 0));
  } finally {
    close(fd, path);
  }
}

function namesIn(path: string): string {
  const entries = list(path, path);
  return entries.length > MOST_NAMES
    ? standing(path, "what")
    : entries
        .map(({ name, kind }) => `${name}:${kind}`)
        .sort()
        .join("/");
}
