/**
 * The documents a project keeps: those in its folder for them, and the usual ones. Each is a stranger's text: bounded, its
 * secrets taken out before anybody sees it, and nothing in it is ever more than words.
 */

import { join } from "node:path";
import { redact } from "../guard/redact.ts";
import { isWithin, readText, realPath, visible } from "../places/paths.ts";
import { projectEntriesOf } from "./project-files.ts";

interface Document {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
}

const USUAL = /^(?:readme|architecture|changelog|changes|history|roadmap|design)(?:\.(?:md|markdown|txt|rst))?$/i;
const TEXT = /\.(?:md|markdown|txt|rst)$/i;
const FOLDER = "docs";
const MOST = 60;
const MOST_BYTES = 2_000_000;
const LARGEST = 256_000;
const DEEPEST = 4;

/** In the order of their paths, the folder for them first. `folder` is the setting's. */
export function documentsOf(project: string, folder: string): Document[] {
  const real = realPath(project);
  if (real === undefined) return [];
  const top = (projectEntriesOf(real) ?? [])
    .filter(({ name, kind }) => kind === "file" && USUAL.test(name))
    .map(({ name }) => name);
  const paths = [...textsIn(real, folder), ...top.sort(), ...textsIn(real, FOLDER)];
  let room = MOST_BYTES;
  const read: Document[] = [];
  for (const path of [...new Set(paths)].slice(0, MOST)) {
    const text = visible(join(real, path))?.kind === "file" ? readText(join(real, path), LARGEST) : undefined;
    if (text === undefined || text.trim() === "" || text.includes("\0")) continue;
    room -= Buffer.byteLength(text);
    if (room < 0) break;
    read.push({ path, text: redact(text).text });
  }
  return read;
}

/** Only what really lies in the project. */
function textsIn(real: string, folder: string): string[] {
  const start = folder.replaceAll("\\", "/").replace(/^(?:\.\/)+|\/+$/g, "");
  const place = start === "" ? undefined : realPath(join(real, start));
  if (place === undefined || place === real || !isWithin(place, real)) return [];
  return listed(real, start, 0);
}

function listed(real: string, below: string, depth: number): string[] {
  const entries = [...(projectEntriesOf(join(real, below)) ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries
    .filter(({ name, kind }) => kind === "file" && TEXT.test(name))
    .map(({ name }) => `${below}/${name}`);
  const folders = depth < DEEPEST ? entries.filter(({ name, kind }) => kind === "folder" && !name.startsWith(".")) : [];
  return [...files, ...folders.flatMap(({ name }) => listed(real, `${below}/${name}`, depth + 1))].slice(0, MOST);
}
