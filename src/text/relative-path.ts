/** Paths inside a root, with `/` on every system: the folder, the name, and both together. Pure. */

/** The folder part; "" for the root itself. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function under(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Does it stay inside, whatever it names? */
export function isBelow(path: string): boolean {
  return !path.startsWith("/") && !path.split("/").includes("..");
}
