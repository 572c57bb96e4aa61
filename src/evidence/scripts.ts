/** The commands a project defines for itself, as its manifest and its Makefile name them. Reads only. */

import { join } from "node:path";
import { readObject, readText } from "../places/paths.ts";

const LARGEST = 1_000_000;

/** Undefined where nothing defines any. */
export function scriptsOf(project: string): Set<string> | undefined {
  const given = readObject(join(project, "package.json"), LARGEST)?.["scripts"];
  const npm = typeof given === "object" && given !== null ? Object.keys(given) : [];
  const makefile = readText(join(project, "Makefile"), LARGEST) ?? "";
  const targets = [...makefile.matchAll(/^([\w./-]+(?: [\w./-]+)*)\s*:(?!=)/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  const all = [...npm, ...targets];
  return all.length === 0 ? undefined : new Set(all);
}
