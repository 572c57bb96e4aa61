/** Every set that is scored by rank, as tasks. */

import { devTask } from "./devmembench.ts";
import { locomoTasks } from "./locomo.ts";
import { pepTask } from "./peps.ts";
import { projectsTask } from "./projects.ts";
import { realMemTasks } from "./realmem.ts";
import type { Sets } from "./shapes.ts";
import type { Task } from "./task.ts";

export function tasksOf(sets: Sets): Task[] {
  return [
    ...sets.locomo.flatMap(locomoTasks),
    ...sets.realmem.flatMap(realMemTasks),
    ...sets.devmembench.map(devTask),
    ...sets.peps.map(pepTask),
    ...sets.projects.map(projectsTask),
  ];
}
