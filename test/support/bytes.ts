/** Looks for bytes in everything that lies below a folder: names, link targets and contents. */

import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";

export interface Sighting {
  readonly path: string;
  readonly needle: string;
}

/** Where any of these texts stands below the folders. `except` names paths that may hold them. */
export function sightings(
  folders: readonly string[],
  needles: readonly string[],
  except: (path: string) => boolean = () => false,
): Sighting[] {
  const wanted = needles.map((needle) => ({ needle, bytes: Buffer.from(needle) }));
  const found: Sighting[] = [];
  for (const folder of folders) {
    for (const path of everythingIn(folder)) {
      if (except(path)) continue;
      const words = Buffer.concat([Buffer.from(`${relative(folder, path)}\n`), contentsOf(path)]);
      for (const { needle, bytes } of wanted) if (words.includes(bytes)) found.push({ path, needle });
    }
  }
  return found;
}

/** Absolute paths; links are not followed. */
export function everythingIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...everythingIn(path)] : [path];
  });
}

function contentsOf(path: string): Buffer {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) return Buffer.from(readlinkSync(path));
  return stat?.isFile() ? readFileSync(path) : Buffer.alloc(0);
}
