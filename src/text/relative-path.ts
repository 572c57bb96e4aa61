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

/** A link's target with its percent signs read; one that is no UTF-8 stays as it stands. */
export function percentDecoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target; // a stray percent sign
  }
}

/** One name for all that some file systems cannot tell apart. */
export function foldedName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** A full path as seen from a folder above it; undefined where it lies elsewhere. */
export function pathFrom(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

/** Does it stay inside, whatever it names? */
export function isBelow(path: string): boolean {
  return !path.startsWith("/") && !path.split("/").includes("..");
}
