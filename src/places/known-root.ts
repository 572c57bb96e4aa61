/**
 * What Cairn remembers of a root, so that a folder that is gone is not taken for a folder that was emptied: an unmounted
 * disk must never read as "everything was deleted".
 */

import { basename, dirname, join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { fileExists, folderEntries, makeFolders, openAt, removeFile } from "../disk/files.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { type Root, type Scope, scopes } from "../model/scope.ts";
import { counted } from "../text/counted.ts";
import { folderStands, readOwnObject } from "./paths.ts";
import { stateFolder } from "./root-names.ts";
import { hasShape, isCount, isText, maybe, type Shape } from "./shape.ts";

interface KnownRoot {
  readonly path: string;
  readonly scope: Scope;
  readonly project?: string | undefined;
  /** How many memories were there when it was last looked at. */
  readonly seen: number;
  readonly at: string;
  readonly [other: string]: unknown;
}

const shape: Shape<KnownRoot> = {
  path: isText,
  scope: (value) => scopes.includes(value as Scope),
  project: maybe(isText),
  seen: isCount,
  at: isText,
};

/** So few may have been removed by hand, one after the other. */
const FEW = 4;
const LIMIT = 65_536;

export function readKnownRoot(cairnHome: string, key: string): KnownRoot | undefined {
  const found = readOwnObject(join(stateFolder(cairnHome, key), "root.json"), LIMIT);
  return hasShape(shape, found) ? found : undefined;
}

/** Every root that was ever written to, whosever. */
export function everyKnownRoot(cairnHome: string): Root[] {
  const keys = (folderEntries(join(cairnHome, "roots")) ?? []).map(({ name }) => name).sort();
  return keys.flatMap((key) => rootKnownAs(cairnHome, key) ?? []);
}

function rootKnownAs(cairnHome: string, key: string): Root | undefined {
  const { scope, path, project } = readKnownRoot(cairnHome, key) ?? {};
  if (scope === undefined || path === undefined) return undefined;
  const why = scope === "agent" ? "in the repository, one named agent's" : "known from before";
  const agent = scope === "agent" ? { agent: `${basename(dirname(path))}/${basename(path)}` } : {};
  return { scope, path, key, why, ...agent, ...defined({ project }) };
}

const BEHIND = "behind";

/** Its views do not yet say what is in it: noted for whoever comes to a quiet moment next, in this process or another. */
export function noteBehind(cairnHome: string, { key }: Root): void {
  const note = join(cairnHome, BEHIND, key);
  if (fileExists(note)) return;
  makeFolders(dirname(note));
  // Its name is all it says: made in place, it leaves nothing half done behind.
  openAt(note, "append").close();
}

export function noteInStep(cairnHome: string, { key }: Root): void {
  removeFile(join(cairnHome, BEHIND, key));
}

/** The roots of a project whose views are behind, and your own. What is gone is not waited for. */
export function rootsBehind(cairnHome: string, names: readonly string[]): Root[] {
  const keys = (folderEntries(join(cairnHome, BEHIND)) ?? []).map(({ name }) => name).sort();
  return keys.flatMap((key) => {
    const root = rootKnownAs(cairnHome, key);
    if (root === undefined || !folderStands(root.path)) return [];
    return root.scope === "user" || names.includes(root.project ?? "") ? [root] : [];
  });
}

/** Throws `ROOT_UNAVAILABLE` where memories were and none are left. The team's folder comes and goes with branches. */
export function checkRoot(cairnHome: string, root: Root, found: number | "missing"): void {
  if (root.scope === "team" || (found !== "missing" && found > 0)) return;
  const seen = readKnownRoot(cairnHome, root.key)?.seen ?? 0;
  if (seen > (found === "missing" ? 0 : FEW)) throw unavailable(root.scope, seen, found);
}

/** Remembers how many memories a root holds. Also how an empty one is accepted: by noting none. */
export function noteRoot(cairnHome: string, root: Root, seen: number, now: Date): void {
  const { path, scope, project } = root;
  const old = readKnownRoot(cairnHome, root.key);
  if (old?.seen === seen && old.path === path && old.scope === scope && old.project === project) return;
  const note: KnownRoot = { ...old, path, scope, project, seen, at: now.toISOString() };
  replaceFileQuick(join(stateFolder(cairnHome, root.key), "root.json"), Buffer.from(`${JSON.stringify(note)}\n`));
}

/** Before the first memory is in it: an agent's root is found again by this note alone. */
export function introduceRoot(cairnHome: string, root: Root, now: Date): void {
  if (readKnownRoot(cairnHome, root.key) === undefined) noteRoot(cairnHome, root, 0, now);
}

/** Nobody will miss its memories: they are somewhere else now. */
export function forgetRoot(cairnHome: string, key: string): void {
  removeFile(join(stateFolder(cairnHome, key), "root.json"));
}

function unavailable(scope: Scope, seen: number, found: number | "missing"): CairnError {
  const what = found === "missing" ? "is missing" : "is empty";
  return new CairnError(
    "ROOT_UNAVAILABLE",
    `The ${scope} folder ${what}, but ${counted(seen, "memory was", "memories were")} there.`,
    {
      hint: "Check whether its disk is mounted. If they are gone for real: rebuild --accept-empty; after that restore <id> brings back each one the history has.",
    },
  );
}

/** The agents' roots of a project that were ever written to: known by their state, so nobody has to name them. */
export function agentRootsOf(cairnHome: string, names: readonly string[]): Root[] {
  const isOwn = ({ scope, project }: Root) => scope === "agent" && project !== undefined && names.includes(project);
  return everyKnownRoot(cairnHome).filter((root) => isOwn(root) && folderStands(root.path));
}
