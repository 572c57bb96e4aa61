/** The commands a project defines for itself, as its manifest and its Makefile name them. Reads only. */

import { join } from "node:path";
import { readObject, readText } from "../places/paths.ts";

const LARGEST = 1_000_000;

export interface Commands {
  /** Of the manifest; undefined where there is none. */
  readonly scripts: ReadonlySet<string> | undefined;
  /** Of the Makefile; undefined where there is none. */
  readonly targets: ReadonlySet<string> | undefined;
}

export function commandsOf(project: string): Commands {
  const given = readObject(join(project, "package.json"), LARGEST)?.["scripts"];
  const scripts = typeof given === "object" && given !== null ? new Set(Object.keys(given)) : undefined;
  const makefile = readText(join(project, "Makefile"), LARGEST);
  return { scripts, targets: makefile === undefined ? undefined : targetsIn(makefile) };
}

function targetsIn(makefile: string): Set<string> {
  const rules = [...makefile.matchAll(/^([\w./-]+(?: [\w./-]+)*)\s*:(?!=)/gm)];
  return new Set(rules.flatMap(([, names = ""]) => names.split(" ")));
}
