/** The agents' roots of a project that were ever written to: known by their state, so nobody has to name them. */

import { basename, dirname } from "node:path";
import type { Root } from "../model/scope.ts";
import { everyKnownRoot } from "./known-root.ts";
import { folderStands } from "./paths.ts";

export function agentRootsOf(cairnHome: string, names: readonly string[]): Root[] {
  const isOwn = ({ scope, project }: Root) => scope === "agent" && project !== undefined && names.includes(project);
  const roots = everyKnownRoot(cairnHome).filter(isOwn);
  return roots
    .filter(({ path }) => folderStands(path))
    .map((root) => {
      const agent = `${basename(dirname(root.path))}/${basename(root.path)}`;
      return { ...root, agent, why: "in the repository, one named agent's" };
    });
}
