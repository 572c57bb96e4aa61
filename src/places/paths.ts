/** Where a path really leads, and text files that may be anything because someone else wrote them. */

import { basename, dirname, join, sep } from "node:path";
import {
  codeOf,
  isDenied,
  isRefused,
  NotAFileError,
  readFileAt,
  realPathOf,
  type Stat,
  statOf,
  TooLargeError,
} from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { jsonObjectFrom } from "../text/json.ts";

/** What may stand in the way of looking at a stranger's file; anything else is a bug or a broken disk. */
const CLOSED = new Set(["EACCES", "EPERM", "ELOOP", "EISDIR", "ENAMETOOLONG", "ENXIO", "EINVAL"]);

/** Undefined when it is missing, closed to us, too large or no file. */
export function readText(path: string, maxBytes: number): string | undefined {
  try {
    return readFileAt(path, maxBytes)?.toString("utf8");
  } catch (error) {
    if (error instanceof TooLargeError || error instanceof NotAFileError || isClosed(error)) return undefined;
    throw error;
  }
}

/** The values of a JSON file that holds an object; undefined when there is none to be read. */
export function readObject(path: string, maxBytes: number): Record<string, unknown> | undefined {
  const text = readText(path, maxBytes);
  return text === undefined ? undefined : jsonObjectFrom(text);
}

/** The same of a file that is Cairn's own: what the disk refuses to show is not missing. */
export function readOwnObject(path: string, maxBytes: number): Record<string, unknown> | undefined {
  try {
    return jsonObjectFrom(readFileAt(path, maxBytes)?.toString("utf8") ?? "");
  } catch (error) {
    if (isRefused(error)) throw error;
    return readObject(path, maxBytes);
  }
}

/** Like `statOf`, but what we may not see is not there. */
export function visible(path: string): Stat | undefined {
  try {
    return statOf(path);
  } catch (error) {
    if (isClosed(error)) return undefined;
    throw error;
  }
}

export function isFolder(path: string): boolean {
  return kindBehind(path) === "folder";
}

/** The same of a place where memories are kept: one that may not be looked at is closed, not gone. */
export function folderStands(path: string): boolean {
  try {
    const real = realPathOf(path);
    return real !== undefined && statOf(real)?.kind === "folder";
  } catch (error) {
    if (isDenied(error)) return true;
    if (isClosed(error)) return false;
    throw error;
  }
}

/** What a path leads to, through links. */
export function kindBehind(path: string): Stat["kind"] | undefined {
  const kind = visible(path)?.kind;
  if (kind !== "link") return kind;
  const real = realPath(path);
  return real === undefined ? undefined : visible(real)?.kind;
}

/** The real path of what is there; undefined when nothing is, or a link leads nowhere or in a circle. */
export function realPath(path: string): string | undefined {
  try {
    return realPathOf(path);
  } catch (error) {
    if (isClosed(error)) return undefined;
    throw error;
  }
}

/** The real path of a folder that must be there; undefined when none is. A closed door is unavailable. */
export function realFolder(path: string, field: string): string | undefined {
  try {
    const real = followed(path);
    return real !== undefined && statOf(real)?.kind === "folder" ? real : undefined;
  } catch (error) {
    throw isDenied(error) ? shut(field, error) : error;
  }
}

/**
 * Where a folder is, or would come to be: the real path of its deepest existing ancestor and the rest. A dangling link,
 * a circle or a file in the way is refused; a place that may not be looked at is unavailable.
 */
export function realPlace(path: string, field: string): string {
  try {
    return placeBehind(path, field);
  } catch (error) {
    throw isDenied(error) ? shut(field, error) : error;
  }
}

function placeBehind(path: string, field: string): string {
  const rest: string[] = [];
  for (let place = path; ; place = dirname(place)) {
    const real = followed(place);
    if (real !== undefined) {
      if (statOf(real)?.kind !== "folder") throw refused(field, "leads through something that is not a folder");
      return join(real, ...rest);
    }
    if (existsUnreadably(place)) {
      // Another process may have made it just now: at a host's first start two of ours do.
      if (followed(place) !== undefined) return placeBehind(path, field);
      throw refused(field, "leads through a link that goes nowhere or cannot be followed");
    }
    rest.unshift(basename(place));
  }
}

/** As `realPath`, but a closed door is not an end. */
function followed(path: string): string | undefined {
  try {
    return realPathOf(path);
  } catch (error) {
    if (isClosed(error) && !isDenied(error)) return undefined;
    throw error;
  }
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

export function refused(field: string, why: string): CairnError {
  return new CairnError("PATH_ERROR", `${field} ${why}.`, {
    field,
    hint: "Give the absolute path of an ordinary folder, or ~/ and a name.",
  });
}

function shut(field: string, cause: unknown): CairnError {
  return new CairnError("ROOT_UNAVAILABLE", `${field} may not be looked at (${codeOf(cause)}).`, {
    hint: "Check who owns the folder and whether it may be read.",
    cause,
  });
}

/** There is something here, or it cannot be told: then the answer is yes, so that nothing is written past it. */
function existsUnreadably(place: string): boolean {
  try {
    return statOf(place) !== undefined || dirname(place) === place;
  } catch (error) {
    if (isClosed(error) && !isDenied(error)) return true;
    throw error;
  }
}

function isClosed(error: unknown): boolean {
  return CLOSED.has(codeOf(error) ?? "");
}
