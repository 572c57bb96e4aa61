/** Where a project's sessions are at home: its folder, its work trees, and the memories they may read. */

import type { Cairn } from "../cairn.ts";
import { workTreesOf } from "../places/work-trees.ts";
import type { Grounds } from "../trust/outside.ts";

export function groundsOf({ places, env }: Cairn): Grounds {
  const { project, roots } = places;
  const trees = project.git === undefined ? [] : [project.git.worktree, ...workTreesOf(project.git)];
  const kept = [roots.user, roots.project, roots.team, roots.agent].flatMap((root) => root?.path ?? []);
  return { project: project.path, home: env["HOME"], own: [...trees, ...kept] };
}
