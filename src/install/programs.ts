/** Whether a program can be found by its name. Nothing is run. */

import { delimiter, isAbsolute, join } from "node:path";
import { kindBehind } from "../places/paths.ts";

/** Its path, as a shell with this environment would find it. */
export function programOnPath(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find((path) => kindBehind(path) === "file");
}
