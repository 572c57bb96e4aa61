/** Which project, relation or initiative is meant by what was typed; what is not there is refused, with what is near. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { readRegistry } from "../places/registry.ts";
import { ageInWords, caveatOf, daysBetween } from "../search/rank/age.ts";
import { nearest } from "../text/nearest.ts";
import { readPage } from "../views/workspace/keep.ts";
import { pageOf, type Relation, type RelationKind, relationWords } from "../views/workspace/page.ts";
import { isSame } from "./relations.ts";

/** The key of a project the registry or the page knows, whatever it was called. */
export function projectCalled(cairn: Cairn, given: string | undefined, field: string): string {
  const { project, cairnHome, configDir } = cairn.places;
  if (given === undefined) return project.key;
  const { records } = readRegistry(cairnHome);
  const known = records.find(({ key, aliases }) => key === given || aliases.includes(given))?.key;
  const listed = pageOf(readPage(configDir)).projects.map(({ key }) => key);
  const found = known ?? (given === project.key || listed.includes(given) ? given : undefined);
  if (found !== undefined) return found;
  const meant = nearest(given, [...records.map(({ key }) => key), ...listed]);
  throw new CairnError("NOT_FOUND", `No project is called ${given}.`, {
    field,
    hint: meant === undefined ? "See workspace for the projects there are." : `Did you mean ${meant}? See workspace.`,
  });
}

/** The other end of a relation: a project, or whatever a relation of this one names. */
export function otherCalled(cairn: Cairn, given: string): string {
  const own = ownKeys(cairn);
  const { relations } = pageOf(readPage(cairn.places.configDir));
  const ends = relations.filter(({ project, other }) => own.has(project) || own.has(other));
  const isNamed = ends.some(({ project, other }) => project === given || other === given);
  const other = isNamed ? given : projectCalled(cairn, given, "name");
  if (!own.has(other)) return other;
  throw new CairnError("INPUT_ERROR", "A project does not stand in a relation to itself.", {
    field: "name",
    hint: "Name the other project; see workspace.",
  });
}

/** Those of this project and that one, in whichever direction; as they are said to stand, where that was said. */
export function between(cairn: Cairn, other: string, as: RelationKind | undefined): (relation: Relation) => boolean {
  const own = ownKeys(cairn);
  const { key } = cairn.places.project;
  return (relation) => {
    const isForth = own.has(relation.project) && relation.other === other;
    const isBack = own.has(relation.other) && relation.project === other;
    if (!isForth && !isBack) return false;
    const plain = { ...relation, project: isForth ? key : other, other: isForth ? other : key };
    return as === undefined || isSame({ project: key, relation: relationWords[as], other, found: "" }, plain);
  };
}

/** What it is called now, and what it was called before. */
export function ownKeys({ places: { project } }: Cairn): ReadonlySet<string> {
  return new Set([project.key, ...(project.record?.aliases ?? [])]);
}

export function ageOf({ clock }: Cairn, changedMs: number): string {
  const days = daysBetween(changedMs, clock.now().getTime());
  return caveatOf(days) ?? ageInWords(days);
}
