/** The changes of `workspace.md` a person or agent can ask for, each as a function of the page as it is. */

import type { Cairn } from "../../cairn.ts";
import { oneLine } from "../../guard/one-line.ts";
import { redact } from "../../guard/redact.ts";
import { CairnError } from "../../model/error.ts";
import { readRegistry } from "../../places/registry.ts";
import { type RowEdit, withoutRow, withRow } from "../../workspace/edit.ts";
import { changePage, readPage, workplaceOf } from "../../workspace/keep.ts";
import {
  type Initiative,
  initiativesTable,
  keyIn,
  pageOf,
  projectsTable,
  type Relation,
  relationsTable,
} from "../../workspace/page.ts";
import { isSame } from "../../workspace/relations.ts";
import { linesWithEnds, tableIn } from "../../workspace/table.ts";
import { nearest } from "../telling/nearest.ts";

const LONGEST = 200;

export type Done = "created" | "updated" | "unchanged";

/** What goes into a cell: one line, no secret. */
export function cellText(text: string): string {
  return oneLine(redact(text).text, LONGEST);
}

export async function noteRelations(cairn: Cairn, relations: readonly Relation[]): Promise<Done> {
  return change(cairn, (text) =>
    relations.reduce((page, relation) => {
      const isNoted = pageOf(page).relations.some((noted) => isSame(relation, noted));
      return isNoted ? page : withRow(page, relationRow(relation));
    }, text),
  );
}

export async function dropRelation(cairn: Cairn, project: string, other: string): Promise<Done> {
  const isMeant: RowEdit["isMeant"] = (cells) =>
    [cells["project"], cells["other"]].includes(project) && [cells["project"], cells["other"]].includes(other);
  return change(cairn, (text) => withoutRow(text, { shape: relationsTable, isMeant }));
}

function relationRow({ project, relation, other, found }: Relation): RowEdit {
  const values = { project, relation, other, found };
  const clean = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cellText(value)]));
  return { shape: relationsTable, isMeant: () => false, values: clean };
}

export interface InitiativeWish {
  readonly name: string;
  readonly projects?: readonly string[] | undefined;
  readonly status?: string | undefined;
  readonly next?: string | undefined;
}

/** Noted, or brought up to date; what is not said of it stays. */
export async function noteInitiative(cairn: Cairn, { name, projects, status, next }: InitiativeWish): Promise<Done> {
  const meant = cellText(name);
  const isMeant: RowEdit["isMeant"] = (cells) => isNamed(cells["name"] ?? "", meant);
  const said = { projects: projects?.join(", "), status, next };
  const values = Object.fromEntries(
    Object.entries(said).flatMap(([key, value]) => (value === undefined ? [] : [[key, cellText(value)]])),
  );
  return change(cairn, (text) => {
    const known = initiativeCalled(text, meant);
    if (known !== undefined && !isInTable(text, meant)) throw byHandOnly(known.name);
    const first = known === undefined ? { name: meant, status: "running", ...values } : values;
    return withRow(text, { shape: initiativesTable, isMeant, values: first });
  });
}

export function initiativeCalled(text: string, name: string): Initiative | undefined {
  return pageOf(text).initiatives.find((one) => isNamed(one.name, name));
}

function isNamed(written: string, name: string): boolean {
  return keyIn(written).toLowerCase() === name.toLowerCase();
}

function isInTable(text: string, name: string): boolean {
  const rows = tableIn(linesWithEnds(text), initiativesTable)?.rows ?? [];
  return rows.some(({ cells }) => isNamed(cells["name"] ?? "", name));
}

export async function describeProject(
  cairn: Cairn,
  key: string,
  said: { readonly description?: string | undefined; readonly status?: string | undefined },
): Promise<Done> {
  const values = Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, cellText(value)]])),
  );
  const path = readRegistry(cairn.places.cairnHome).records.find((one) => one.key === key)?.path ?? "";
  const isMeant: RowEdit["isMeant"] = (cells) => keyIn(cells["key"] ?? "") === key;
  return change(cairn, (text) => {
    const isThere = pageOf(text).projects.some((row) => row.key === key);
    const first = isThere ? {} : { key, path, status: "active" };
    return withRow(text, { shape: projectsTable, isMeant, values: { ...first, ...values } });
  });
}

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
  throw new CairnError("not-found", "NOT_FOUND", `No project is called ${given}.`, {
    field,
    hint: meant === undefined ? "See workspace for the projects there are." : `Did you mean ${meant}? See workspace.`,
  });
}

/** The project is known before it is on the page. */
async function change(cairn: Cairn, edit: (text: string) => string): Promise<Done> {
  await cairn.prepareWrite();
  let before = "";
  let after = "";
  await changePage(workplaceOf(cairn), (text) => {
    before = text;
    after = edit(text);
    return after;
  });
  return before === after ? "unchanged" : before === "" ? "created" : "updated";
}

function byHandOnly(name: string): CairnError {
  return new CairnError("conflict", "UPDATE_ERROR", `${name} is written on the page in a form of its own.`, {
    field: "name",
    hint: "Change it there: workspace.md is yours to edit.",
  });
}
