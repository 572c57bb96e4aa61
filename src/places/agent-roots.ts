/** The agents' roots of a project that were ever written to: known by their state, so nobody has to name them. */

import { basename, dirname, join } from "node:path";
import { listOf } from "../disk/files.ts";
import type { Root } from "../model/scope.ts";
import { readKnownRoot } from "./known-root.ts";
import { folderStands } from "./paths.ts";

export function agentRootsOf(cairnHome: string, project: string): Root[] {
  const keys = (listOf(join(cairnHome, "roots")) ?? []).map(({ name }) => name).sort();
  return keys.flatMap((key) => {
    const known = readKnownRoot(cairnHome, key);
    if (known?.scope !== "agent" || known.project !== project || !folderStands(known.path)) return [];
    const agent = `${basename(dirname(known.path))}/${basename(known.path)}`;
    return [{ scope: "agent", path: known.path, key, agent, project, why: "in the repository, one named agent's" }];
  });
}
