/** The projects of the registry with what their files say: for who looks for what goes together. Nothing is written. */

import { dirname, join, resolve } from "node:path";
import type { Cairn } from "../cairn.ts";
import { manifestsIn } from "../evidence/manifests.ts";
import { findRepository, remotesOf } from "../places/git.ts";
import { normalRemote } from "../places/identity.ts";
import { isFolder, realPath } from "../places/paths.ts";
import { type ProjectRecord, readRegistry } from "../places/registry.ts";
import type { Page, Relation } from "../views/workspace/page.ts";
import { isSame, type ManifestReading, type RelatedProject, relationsOf } from "./relations.ts";

const MOST_PROJECTS = 300;

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
  const newest = [...records].sort((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1)).slice(0, MOST_PROJECTS);
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
