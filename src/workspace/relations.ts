/**
 * Which projects go together, as their manifests and remotes say. What is found is offered, never noted unasked: anybody
 * can call a package what they like. Pure.
 */

import type { Need, PackageManifest } from "../evidence/manifests.ts";
import { type Relation, type RelationKind, relationWords } from "../views/workspace/page.ts";

/** What is known of a project that may go with another. */
export interface RelatedProject {
  readonly key: string;
  /** Its real folder. */
  readonly path: string;
  /** Normalised, as the registry keeps it. */
  readonly remote?: string | undefined;
  /** Of the remote called upstream, normalised. */
  readonly upstream?: string | undefined;
  readonly rootCommit?: string | undefined;
  readonly firstSeen: string;
  readonly manifests: readonly PackageManifest[];
}

export interface ManifestReading {
  /** The real path a manifest's path leads to, from the folder of that manifest. */
  readonly leadsTo: (project: RelatedProject, manifest: PackageManifest, path: string) => string;
  readonly normal: (url: string, from: string) => string | undefined;
}

/** Between one project and all the others, in both directions; each once, the surest first. */
export function relationsOf(
  own: RelatedProject,
  others: readonly RelatedProject[],
  reading: ManifestReading,
): Relation[] {
  const found = [
    ...forks(own, others),
    ...others.flatMap((other) => [...needed(own, other, reading), ...needed(other, own, reading)]),
  ];
  return found.filter((one, n) => found.findIndex((other) => isSame(one, other)) === n);
}

/** The same two, related in the same way. */
export function isSame(one: Relation, other: Relation): boolean {
  const turned = {
    project: other.other,
    other: other.project,
    relation: opposites.get(other.relation.toLowerCase()) ?? "",
  };
  return [other, turned].some(
    ({ project, relation, other: end }) =>
      one.project === project && one.other === end && one.relation.toLowerCase() === relation.toLowerCase(),
  );
}

const opposites: ReadonlyMap<string, string> = new Map([
  [relationWords["fork-of"], relationWords["upstream-of"]],
  [relationWords["upstream-of"], relationWords["fork-of"]],
]);

function relation(project: string, kind: RelationKind, other: string, found: string): Relation {
  return { project, relation: relationWords[kind], other, found };
}

function needed(own: RelatedProject, other: RelatedProject, reading: ManifestReading): Relation[] {
  for (const manifest of own.manifests) {
    const need = manifest.needs.find((one) => isMet(one, manifest, own, other, reading));
    if (need === undefined) continue;
    const why = isByNameOnly(need, manifest, other) ? `${need.name}, by its name only` : need.name;
    return [relation(own.key, "depends-on", other.key, `${manifest.file}: ${why}`)];
  }
  return [];
}

/** Anybody may call a project as something is called that others publish; a scope or a module's path is its owner's. */
function isByNameOnly(
  { name, path, git, isLocal }: Need,
  { world }: PackageManifest,
  { manifests }: RelatedProject,
): boolean {
  if (path !== undefined || git !== undefined || isLocal === true || world === "go" || name.startsWith("@"))
    return false;
  return !manifests.some((other) => other.world === world && other.name === name && other.isPrivate === true);
}

/** By the folder, by where it is cloned from, else by the name the other goes by. */
function isMet(
  need: Need,
  manifest: PackageManifest,
  own: RelatedProject,
  other: RelatedProject,
  { leadsTo, normal }: ManifestReading,
): boolean {
  if (need.path !== undefined) return isIn(leadsTo(own, manifest, need.path), other.path);
  if (need.git !== undefined) return other.remote !== undefined && normal(need.git, own.path) === other.remote;
  if (manifest.world === "go" && need.name === other.remote) return true;
  return need.name !== "" && other.manifests.some(({ world, name }) => world === manifest.world && name === need.name);
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function forks(own: RelatedProject, others: readonly RelatedProject[]): Relation[] {
  const named = own.upstream === undefined || own.upstream === own.remote ? [] : [upstreamOf(own, others)];
  const below = others.filter(
    ({ upstream, remote }) => upstream !== undefined && upstream === own.remote && remote !== own.remote,
  );
  const alike = others.filter(
    (other) => isAlike(own, other) && own.upstream === undefined && other.upstream === undefined,
  );
  return [
    ...named,
    ...below.map((other) => relation(other.key, "fork-of", own.key, "its remote upstream")),
    ...alike.map((other) => {
      const [first, second] = own.firstSeen <= other.firstSeen ? [own, other] : [other, own];
      return relation(second.key, "fork-of", first.key, whyAlike(own, other));
    }),
  ];
}

function upstreamOf(own: RelatedProject, others: readonly RelatedProject[]): Relation {
  const upstream = own.upstream ?? "";
  const known = others.find(({ remote }) => remote === upstream);
  return relation(own.key, "fork-of", known?.key ?? upstream, "its remote upstream");
}

/** One that began with the same commit; where that is not known, another owner's repository of the same name. */
function isAlike(one: RelatedProject, other: RelatedProject): boolean {
  if (one.remote === undefined || other.remote === undefined || one.remote === other.remote) return false;
  if (one.rootCommit !== undefined && other.rootCommit !== undefined) return one.rootCommit === other.rootCommit;
  return isNamesake(one.remote, other.remote);
}

function isNamesake(one: string, other: string): boolean {
  const [a, b] = [one.split("/"), other.split("/")];
  return a.length === 3 && b.length === 3 && a[0] === b[0] && a[2] === b[2] && !one.startsWith("file:");
}

function whyAlike({ rootCommit }: RelatedProject, other: RelatedProject): string {
  const sameStart = rootCommit !== undefined && rootCommit === other.rootCommit;
  return sameStart ? "they begin with the same commit" : "the same name, another owner; by its name only";
}
