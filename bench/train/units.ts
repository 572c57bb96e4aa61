/** The sets that are learned from as units in memory: memories as their files would make them. */

import type { Unit } from "../../src/search/index/unit.ts";
import { unitTold } from "../real-root/told.ts";
import type { Pep, ProjectMemory, RealMemPersona } from "../sets/shapes.ts";
import { toldByPersona, toldInPep, toldInProject } from "../sets/told.ts";
import { memoryPath, pepPath, realMemDialogue } from "../sets/units.ts";

/** Every dialogue, and the memories it left. */
export function realMemUnits(persona: RealMemPersona): Unit[] {
  return [
    ...persona.sessions.map((_, i) => realMemDialogue(persona, i)),
    ...persona.mem.map((_, n) => unitTold(toldByPersona(persona, n), memoryPath(n))),
  ];
}

export function pepUnits(docs: readonly Pep[]): Unit[] {
  return docs.map((pep) => unitTold(toldInPep(pep), pepPath(pep.id)));
}

export function projectUnits(memories: readonly ProjectMemory[]): Unit[] {
  return memories.map((one) => unitTold(toldInProject(one), projectPath(one)));
}

export function projectPath({ project, id }: Pick<ProjectMemory, "project" | "id">): string {
  return `${project}/${id}.md`;
}
