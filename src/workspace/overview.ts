/** What `workspace` shows: all projects, what is going on across them, and what concerns the one we are in. */

import type { Cairn } from "../cairn.ts";
import { defined } from "../model/defined.ts";
import { slugOf } from "../model/id.ts";
import { z } from "../model/schema.ts";
import { isOfAgent } from "../model/trust.ts";
import { isFolder } from "../places/paths.ts";
import { type ProjectRecord, readRegistry } from "../places/registry.ts";
import { memoryOf } from "../store/known-memories.ts";
import { lookAtPage } from "../views/workspace/keep.ts";
import { type Initiative, isEnded, type Page } from "../views/workspace/page.ts";
import { ageOf, ownKeys } from "./named.ts";

export const ProjectShown = z.object({
  project: z.string(),
  path: z.string(),
  /** As the page says, else whether its folder is there. */
  status: z.string(),
  place: z.enum(["here", "there", "gone"]),
  description: z.string().optional(),
  remote: z.string().optional(),
  last_seen: z.string().optional(),
});
export type ProjectShown = z.infer<typeof ProjectShown>;

export const RelationShown = z.object({
  project: z.string(),
  relation: z.string(),
  other: z.string(),
  found: z.string(),
});

export const InitiativeShown = z.object({
  name: z.string(),
  projects: z.array(z.string()),
  status: z.string(),
  next: z.string(),
  /** Does it concern the project we are in? */
  here: z.boolean(),
  /** By which a memory says that it belongs to it. */
  tag: z.string(),
  /** This project's memories that carry its tag. */
  memories: z.array(z.string()).optional(),
});
export type InitiativeShown = z.infer<typeof InitiativeShown>;

export const Overview = z.object({
  project: z.string(),
  projects: z.array(ProjectShown),
  initiatives: z.array(InitiativeShown),
  /** Those that concern the project we are in. */
  relations: z.array(RelationShown),
  /** What a person wrote on the page besides, by its heading; agents get the headings. */
  notes: z.array(z.object({ heading: z.string(), text: z.string().optional() })),
  unreadable: z.array(z.string()),
  /** How long ago the page was changed, in words. */
  age: z.string().optional(),
  /** What of the page is not read, and why. */
  warnings: z.array(z.string()),
});
export type Overview = z.infer<typeof Overview>;

export async function overviewOf(cairn: Cairn): Promise<Overview> {
  const { cairnHome, configDir, project } = cairn.places;
  const { page, changedMs, warnings } = lookAtPage(configDir);
  const { records, broken } = readRegistry(cairnHome);
  const own = ownKeys(cairn);
  return {
    project: project.key,
    projects: [...registered(records, page, own), ...byHand(records, page, cairn.env["HOME"])],
    initiatives: await initiativesShown(cairn, page, own),
    relations: page.relations
      .filter((relation) => own.has(relation.project) || own.has(relation.other))
      .map((relation) => ({ ...relation })),
    notes: page.notes.map(({ heading, text }) => (isOfAgent(cairn.surface) ? { heading } : { heading, text })),
    unreadable: [...broken],
    ...(changedMs === undefined ? {} : { age: ageOf(cairn, changedMs) }),
    warnings: [...warnings],
  };
}

function registered(records: readonly ProjectRecord[], page: Page, own: ReadonlySet<string>): ProjectShown[] {
  const newest = [...records].sort((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1));
  return newest.map(({ key, aliases, path, remote, lastSeen }) => {
    const row = page.projects.find((one) => one.key === key || aliases.includes(one.key));
    const place = own.has(key) ? "here" : isFolder(path) ? "there" : "gone";
    return {
      project: key,
      path,
      status: row?.status || (place === "gone" ? "gone" : "active"),
      place,
      ...(row?.description ? { description: row.description } : {}),
      ...defined({ remote }),
      last_seen: lastSeen,
    };
  });
}

/** Rows of projects Cairn has never worked in. A person may write a path from their home folder. */
function byHand(records: readonly ProjectRecord[], page: Page, home: string | undefined): ProjectShown[] {
  const isThere = (path: string) => isFolder(home === undefined ? path : path.replace(/^~(?=\/|$)/, () => home));
  const known = new Set(records.flatMap(({ key, aliases }) => [key, ...aliases]));
  const others = page.projects.filter(({ key }) => !known.has(key));
  return others.map(({ key, path, status, description }) => ({
    project: key,
    path,
    status,
    place: isThere(path) ? ("there" as const) : ("gone" as const),
    ...(description === "" ? {} : { description }),
  }));
}

async function initiativesShown(cairn: Cairn, page: Page, own: ReadonlySet<string>): Promise<InitiativeShown[]> {
  const running = page.initiatives.filter((one) => !isEnded(one));
  const concerns = ({ projects }: Initiative) => projects.some((key) => own.has(key));
  const tagged = running.some(concerns) ? await taggedHere(cairn) : new Map<string, string[]>();
  return running
    .map((one) => {
      const tag = initiativeTag(one.name);
      const memories = tagged.get(tag) ?? [];
      return {
        ...one,
        projects: [...one.projects],
        here: concerns(one),
        tag,
        ...(memories.length === 0 ? {} : { memories }),
      };
    })
    .sort((a, b) => Number(b.here) - Number(a.here));
}

/** The tag by which a memory says that it belongs to one. */
function initiativeTag(name: string): string {
  return `initiative:${slugOf(name)}`;
}

async function taggedHere(cairn: Cairn): Promise<Map<string, string[]>> {
  const stores = await cairn.stores(undefined, { lenient: true });
  const tagged = new Map<string, string[]>();
  for (const { id, tags } of stores
    .heads(["project"])
    .filter(({ face }) => face.status === "active")
    .map(memoryOf)) {
    for (const tag of tags) if (tag.startsWith("initiative:")) tagged.set(tag, [...(tagged.get(tag) ?? []), id]);
  }
  return tagged;
}
