/** Every project of a folder in every arm. */

import { readSets } from "../sets/read.ts";
import { arms, type Case, casesOf } from "./cases.ts";
import { othersFor } from "./others.ts";
import { type Project, projectsIn } from "./unasked-set.ts";

/** So many others make a large root. */
export const otherMemories = 2_000;

export function allCases(folder: string): { readonly projects: readonly Project[]; readonly cases: readonly Case[] } {
  const projects = projectsIn(folder);
  if (projects.length === 0) throw new Error(`no memories and prompts of a project below ${folder}`);
  const sets = readSets(folder, () => undefined);
  const cases = projects.flatMap((project) => {
    const others = othersFor(project, projects, sets, otherMemories);
    return arms.flatMap((arm) => casesOf(project, arm, others));
  });
  return { projects, cases };
}
