/** Projects the page does not describe, with what their own files say they are: offered, and kept only after a yes. */

import type { Cairn } from "../../cairn.ts";
import { saidOfItself } from "../../evidence/said-of-itself.ts";
import { z } from "../../model/schema.ts";
import { isFolder } from "../../places/paths.ts";
import { readRegistry } from "../../places/registry.ts";
import type { Page } from "../../workspace/page.ts";
import { cellText, type Done, describeProject } from "./page-changes.ts";

export const DescriptionOffered = z.object({ project: z.string(), description: z.string(), found: z.string() });
export type DescriptionOffered = z.infer<typeof DescriptionOffered>;

const MOST_PROJECTS = 50;

/** The newest so many, the one we are in first. */
export function offeredDescriptions(cairn: Cairn, page: Page): DescriptionOffered[] {
  const here = cairn.places.project.key;
  const isDescribed = (names: readonly string[]) =>
    page.projects.some(({ key, description }) => names.includes(key) && description !== "");
  return [...readRegistry(cairn.places.cairnHome).records]
    .sort((a, b) => Number(b.key === here) - Number(a.key === here) || (a.lastSeen < b.lastSeen ? 1 : -1))
    .filter(({ key, aliases, path }) => !isDescribed([key, ...aliases]) && isFolder(path))
    .slice(0, MOST_PROJECTS)
    .flatMap(({ key, path }) => described(key, path) ?? []);
}

/** Of one project, wherever it is described already. */
export function described(project: string, path: string): DescriptionOffered | undefined {
  const said = saidOfItself(path);
  const description = said === undefined ? "" : cellText(said.text);
  return said === undefined || description === "" ? undefined : { project, description, found: said.found };
}

export async function noteDescriptions(cairn: Cairn, offered: readonly DescriptionOffered[]): Promise<Done> {
  let done: Done = "unchanged";
  for (const { project, description } of offered) {
    const next = await describeProject(cairn, project, { description });
    if (done === "unchanged") done = next;
  }
  return done;
}
