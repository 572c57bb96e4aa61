/** The order of documents: by folder, then by name, so that the files of one folder are one range. Pure. */

import { folderOf } from "../../text/relative-path.ts";

export function comparePaths(a: string, b: string): number {
  const left = folderOf(a);
  const right = folderOf(b);
  if (left !== right) return left < right ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
