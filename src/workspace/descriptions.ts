/** Projects the page does not describe, with what their own files say they are: offered, and kept only after a yes. */

import { dirname, join, resolve } from "node:path";
import type { Cairn } from "../cairn.ts";
import { manifestsAt, manifestsIn } from "../evidence/manifests.ts";
import { firstSentence } from "../format/sentence.ts";
import { oneLine } from "../guard/one-line.ts";
import { redact } from "../guard/redact.ts";
import { z } from "../model/schema.ts";
import { findRepository, remotesOf } from "../places/git.ts";
import { normalRemote } from "../places/identity.ts";
import { isFolder, isWithin, readText, realPath } from "../places/paths.ts";
import { type ProjectRecord, readRegistry } from "../places/registry.ts";
import type { Page, Relation } from "../views/workspace/page.ts";
import { projectCalled } from "./named.ts";
import { cellText, type PageChange, projectDescribed } from "./page-changes.ts";
import { isSame, type ManifestReading, type RelatedProject, relationsOf } from "./relations.ts";

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
function described(project: string, path: string): DescriptionOffered | undefined {
  const said = saidOfItself(path);
  const description = said === undefined ? "" : cellText(said.text);
  return said === undefined || description === "" ? undefined : { project, description, found: said.found };
}

/** Those that were asked for; what is no project at all is a slip. */
export function acceptedOf(
  cairn: Cairn,
  offered: readonly DescriptionOffered[],
  accept: readonly string[] | undefined,
): DescriptionOffered[] {
  if (accept === undefined || accept.includes("all")) return [...offered];
  const keys = accept.map((key) => projectCalled(cairn, key, "accept"));
  return offered.filter(({ project }) => keys.includes(project));
}

/** Of the one that is to be described, whatever the page says. */
export function describedItself(cairn: Cairn, name: string | undefined, page: Page): DescriptionOffered | undefined {
  const { project } = cairn.places;
  const key = projectCalled(cairn, name, "name");
  const place = key === project.key ? project.path : page.projects.find((one) => one.key === key)?.path;
  return place === undefined ? undefined : described(key, place);
}

/** Nobody in the session worded them: after text of others was read they wait for the person. */
export function descriptionsNoted(cairn: Cairn, offered: readonly DescriptionOffered[]): PageChange {
  const changes = offered.map(({ project, description }) => projectDescribed(cairn, project, { description }));
  return { edit: (text) => changes.reduce((page, { edit }) => edit(page), text), words: [] };
}

/** The projects of the registry with what their files say: for who looks for what goes together. Nothing is written. */
const MOST_KNOWN = 300;

const reading: ManifestReading = {
  leadsTo: (project, { file }, path) => {
    const place = resolve(dirname(join(project.path, file)), path.replace(/^~(?=\/)/, "."));
    return realPath(place) ?? place;
  },
  normal: normalRemote,
};

/** What was found between this project and the others, and is not on the page yet. */
export function offeredRelations(cairn: Cairn, page: Page): Relation[] {
  const { project, cairnHome } = cairn.places;
  const records = readRegistry(cairnHome).records.filter(({ key }) => key !== project.key);
  const newest = [...records].sort((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1)).slice(0, MOST_KNOWN);
  if (newest.length > 50) cairn.progress(`Looking into ${newest.length} projects`);
  const { key, path, identity, record } = project;
  const own = known({ key, path, ...identity, firstSeen: record?.firstSeen ?? cairn.clock.now().toISOString() });
  const found = relationsOf(own, newest.filter(({ path: place }) => isFolder(place)).map(known), reading);
  return found.filter((one) => !page.relations.some((noted) => isSame(one, noted)));
}

function known({
  key,
  path,
  remote,
  rootCommit,
  firstSeen,
}: Pick<ProjectRecord, "key" | "path" | "remote" | "rootCommit" | "firstSeen">): RelatedProject {
  const real = realPath(path) ?? path;
  const repository = findRepository(real);
  const url = repository === undefined ? undefined : remotesOf(repository).get("upstream");
  const upstream = url === undefined ? undefined : normalRemote(url, real);
  return { key, path: real, remote, upstream, rootCommit, firstSeen, manifests: manifestsIn(real) };
}

/** What a project's own files say it is: a manifest's description, else the first sentence of its README. A stranger's words. */
interface SaidOfItself {
  readonly text: string;
  /** Where it says so, relative to the project's folder. */
  readonly found: string;
}

const READMES = ["README.md", "Readme.md", "readme.md", "README", "README.rst", "README.txt"];
const LARGEST = 256_000;
const LONGEST = 150;
/** What it is stands at its beginning; patterns that look for an end are given no more than this. */
const BEGINNING = 8_000;

/** Undefined where neither says anything. */
function saidOfItself(folder: string): SaidOfItself | undefined {
  for (const { description, file } of manifestsAt(folder, "")) {
    const text = oneLine(redact(description ?? "").text, LONGEST);
    if (text !== "") return { text, found: file };
  }
  for (const name of READMES) {
    const text = firstSaid(inside(folder, name) ?? "");
    if (text !== "") return { text, found: name };
  }
  return undefined;
}

function inside(folder: string, name: string): string | undefined {
  const [real, root] = [realPath(join(folder, name)), realPath(folder)];
  return real === undefined || root === undefined || !isWithin(real, root) ? undefined : readText(real, LARGEST);
}

/** Badges, pictures, tags and the line under a heading say nothing; of a link its words do. Pure. */
export function firstSaid(readme: string): string {
  const prose = readme
    .slice(0, BEGINNING)
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/\[?!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])(?:\](?:\([^)\n]*\)|\[[^\]\n]*\]))?/g, "")
    .replace(/\[([^\]\n]+)\](?:\([^)\n]*\)|\[[^\]\n]*\])/g, "$1")
    .replace(/<[^>\n]{1,400}>/g, "")
    .replace(/^(.+)\r?\n(?:={3,}|-{3,})[ \t]*$/gm, "# $1")
    .replace(/\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|(?<!`)`(?!`)/g, "")
    .replace(/^>[ \t]?/gm, "");
  return oneLine(firstSentence(redact(prose).text, LONGEST), LONGEST);
}
