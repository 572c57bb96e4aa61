/** The order of documents: by folder, then by name, so that the files of one folder are one range. Pure. */

/** The folder a path lies in; empty for the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function comparePaths(a: string, b: string): number {
  const left = folderOf(a);
  const right = folderOf(b);
  if (left !== right) return left < right ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
