/** The files a memory is about: paths of the project, each with the content it had when the memory was written. */

import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Cairn } from "../cairn.ts";
import { codeOf, NotAFileError, readFileAt, TooLargeError } from "../disk/files.ts";
import { hasSecret } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import type { Anchor } from "../model/memory.ts";
import { blobId } from "../places/git.ts";
import { realPath, visible } from "../places/paths.ts";

const LARGEST = 8_000_000;
const BLOB_DIGITS = 12;
const MOST = 100;
/** For one answer that shows a memory. */
const MOST_COMPARED = 10;

interface Anchors {
  readonly anchors: readonly Anchor[];
  readonly warnings: readonly string[];
}

export function anchorsFor(files: readonly string[], cairn: Cairn): Anchors {
  if (files.length > MOST) throw refused(`at most ${MOST} files`);
  const anchors: Anchor[] = [];
  const warnings: string[] = [];
  for (const file of files) {
    const path = projectPath(file, cairn);
    const blob = blobOf(path, cairn);
    if (blob === undefined && !/[*?[{]/.test(path))
      warnings.push(`${path} is not a file of this project now; kept as a name.`);
    anchors.push(blob === undefined ? { path } : { path, blob });
  }
  return { anchors, warnings };
}

export const anchorStates = ["fresh", "changed", "missing"] as const;
export type AnchorState = (typeof anchorStates)[number];

/** How the files a memory is about stand to what they were when it was written; those of which nothing was kept are left out. */
export function anchorStatesOf(files: readonly Anchor[], cairn: Cairn): { path: string; state: AnchorState }[] {
  return files.slice(0, MOST_COMPARED).flatMap(({ path, blob }) => {
    if (blob === undefined) return [];
    const now = blobOf(path, cairn);
    const state = now === undefined ? "missing" : isSameBlob(now, blob) ? "fresh" : "changed";
    return [{ path, state }];
  });
}

function isSameBlob(one: string, other: string): boolean {
  const digits = Math.min(one.length, other.length);
  return one.slice(0, digits) === other.slice(0, digits);
}

/** Is there such a file in the project? A pattern counts as there: nobody can say it will never match. */
export function isInProject(path: string, cairn: Cairn): boolean {
  return /[*?[{]/.test(path) || visible(join(cairn.places.project.path, path)) !== undefined;
}

/** Relative to the project, given from the project's root or from where the caller stands. */
function projectPath(file: string, cairn: Cairn): string {
  if (file.trim() === "" || file.length > 1_000 || /[\0\n\r]/.test(file)) throw refused("a path in one line");
  if (hasSecret(file)) throw refused("no name that holds a secret");
  const root = realPath(cairn.places.project.path) ?? cairn.places.project.path;
  const cwd = realPath(cairn.cwd) ?? cairn.cwd;
  const fromHere = resolve(cwd, file);
  const whole = isAbsolute(file) ? resolve(file) : visible(fromHere) !== undefined ? fromHere : resolve(root, file);
  const path = relative(root, whole).split(sep).join("/");
  if (path === "" || path.startsWith("..") || isAbsolute(path)) throw refused("a file inside the project");
  return path;
}

/** Only what really lies inside the project is read: a link that leads out is kept as a name. */
function blobOf(path: string, cairn: Cairn): string | undefined {
  const root = realPath(cairn.places.project.path);
  const real = realPath(join(cairn.places.project.path, path));
  if (root === undefined || real === undefined || !real.startsWith(root + sep)) return undefined;
  const bytes = readable(real);
  return bytes === undefined ? undefined : blobId(bytes).slice(0, BLOB_DIGITS);
}

/** A folder, a device, too large or closed to us: then there is no blob to note. */
function readable(path: string): Buffer | undefined {
  try {
    return visible(path)?.kind === "file" ? readFileAt(path, LARGEST) : undefined;
  } catch (error) {
    if (error instanceof TooLargeError || error instanceof NotAFileError || codeOf(error) !== undefined)
      return undefined;
    throw error;
  }
}

function refused(wanted: string): CairnError {
  return new CairnError("PATH_ERROR", `Related files: ${wanted}.`, {
    field: "files",
    hint: "Give paths relative to the project's root.",
  });
}
