/** Memories of several projects in one root, asked with what somebody set out to do in one of them. */

import { searchMemories } from "../../src/search/rank/search.ts";
import { Library } from "../real-root/library.ts";
import type { ProjectMemory, Sets } from "./shapes.ts";
import type { Task } from "./task.ts";
import { everything } from "./task.ts";
import { toldInProject } from "./told.ts";

const MOST = 50;

export function projectsTask({ memories, prompts }: Sets["projects"][number]): Task {
  return Library.in((library) => {
    const pathOf = new Map(
      memories.map((one) => [nameOf(one.project, one.id), library.memories.remember(toldInProject(one)).path]),
    );
    const searcher = library.searcher();
    return {
      set: "projects",
      unit: "item",
      texts: memories.map((one) => ({ name: pathOf.get(nameOf(one.project, one.id))!, text: textOf(one) })),
      asks: prompts
        .filter(({ gold }) => gold.length > 0)
        .map(({ prompt, project, gold, class: category }) => ({
          text: prompt,
          category,
          counts: true,
          wanted: gold.map((id) => pathOf.get(nameOf(project, id)) ?? `missing ${id}`),
          seen: everything,
          found: searchMemories(searcher, { text: prompt, limit: MOST }).hits.map(({ row }) => row.path),
        })),
    };
  });
}

function nameOf(project: string, id: string): string {
  return `${project}/${id}`;
}

function textOf({ title, text }: ProjectMemory): string {
  return `${title}\n${text}`;
}
