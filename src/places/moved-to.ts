/** Where a project is now that a folder once belonged to. */

import { isWithin } from "./paths.ts";
import { readRegistry } from "./registry.ts";

/** Undefined where nobody is known to have moved away from there. */
export function movedTo(cairnHome: string, folder: string): string | undefined {
  const { records } = readRegistry(cairnHome);
  return records.find(({ left = [] }) => left.some(({ path }) => isWithin(folder, path)))?.path;
}
