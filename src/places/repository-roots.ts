/**
 * The roots that lie in the project tree: the team's, and those of single agents. The tree may be a stranger's, so a
 * link that leads out of it is refused.
 */

import { dirname, join } from "node:path";
import { codeOf, folderEntries, statOf } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { isMemoryId } from "../model/id.ts";
import { sha256Of } from "../model/sha256.ts";
import { folderStands, isWithin, readText, realPlace, refused } from "./paths.ts";

/** Where the agents' folder is looked for: the folder itself and its parents, this many in all. */
const LEVELS = 5;

/** In the work tree one is in, for it is committed with that work tree's code. */
export function teamRoot(worktree: string): string {
  return keptInside(join(worktree, ".claude", "memory"), worktree, "team root");
}

/** The line `team setup` puts into `.gitattributes`, whoever moved its words about. */
const DRIVEN = /^[ \t]*"?\/?\.claude\/memory\/.*[ \t]merge=cairn(?:[ \t]|\r?$)/m;
const LARGEST_ATTRIBUTES = 1_000_000;

/** The repository says that a team shares its memory in it. */
export function isSharedByTeam(worktree: string): boolean {
  return DRIVEN.test(readText(join(worktree, ".gitattributes"), LARGEST_ATTRIBUTES) ?? "");
}

/**
 * Where texts for the team's folder are written before they have their names: what lies in that folder is committed by
 * whoever adds everything. In the root's state, or where that is another file system, in the repository's own git folder.
 */
export function stagingsFor(state: string, repository: { readonly gitDir?: string } | undefined): string[] {
  const own = join(state, "staging");
  const { gitDir } = repository ?? {};
  return gitDir === undefined ? [own] : [own, join(gitDir, "cairn", sha256Of(state).slice(0, 12))];
}

export interface AgentPlace {
  readonly cwd: string;
  /** The work tree around `cwd`, if there is one: nothing above it is looked at. */
  readonly worktree?: string | undefined;
}

/** `agent` is `squad/name`. */
export function agentRoot(agent: string, place: AgentPlace): string {
  const parts = agent.split("/");
  if (parts.length !== 2 || !parts.every(isMemoryId)) {
    throw new CairnError("INPUT_ERROR", "That is not the name of an agent.", {
      field: "agent",
      hint: "Write it squad/name; both have lower-case letters, digits and single hyphens, 1 to 64.",
    });
  }
  const folder = agentsBase(place) ?? place.worktree ?? place.cwd;
  return keptInside(join(folder, ".agents", "memory", ...parts), folder, "agent root");
}

const MOST_SQUADS = 100;
const MOST_AGENTS = 1_000;

/** The agents that have a folder here, as `squad/name`. */
export function agentsHere(place: AgentPlace): string[] {
  const base = agentsBase(place);
  if (base === undefined) return [];
  const root = join(base, ".agents", "memory");
  const named = (path: string) => namesIn(path, "folder").sort().filter(isMemoryId);
  const agents = named(root)
    .slice(0, MOST_SQUADS)
    .flatMap((squad) => named(join(root, squad)).map((name) => `${squad}/${name}`));
  return agents.slice(0, MOST_AGENTS);
}

/** Those of them in whose folder, or one within it, a memory lies: pages that Cairn prints are none. */
export function agentsWithMemories(place: AgentPlace): string[] {
  const root = join(agentsBase(place) ?? "", ".agents", "memory");
  const isMemory = (name: string) => name.endsWith(".md") && !/^(?:_|MEMORY\.md$)/.test(name);
  const folders = (path: string) => [path, ...namesIn(path, "folder").map((name) => join(path, name))];
  return agentsHere(place).filter((agent) =>
    folders(join(root, agent)).some((path) => namesIn(path, "file").some(isMemory)),
  );
}

function namesIn(path: string, wanted: "file" | "folder"): string[] {
  try {
    return (folderEntries(path) ?? []).flatMap(({ name, kind }) => (kind === wanted ? [name] : []));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return []; // what may not be looked into holds no agent for us
  }
}

function agentsBase(place: AgentPlace): string | undefined {
  return foldersAbove(place).find((folder) => folderStands(join(folder, ".agents", "memory")));
}

/** Outside git the walk ends where folders belong to someone else. */
function foldersAbove({ cwd, worktree }: AgentPlace): string[] {
  const owner = statOf(cwd)?.uid;
  const folders: string[] = [];
  for (let folder = cwd; folders.length < LEVELS; folder = dirname(folder)) {
    const ours = worktree === undefined ? statOf(folder)?.uid === owner : isWithin(folder, worktree);
    if (!ours) break;
    folders.push(folder);
    if (dirname(folder) === folder) break;
  }
  return folders;
}

function keptInside(path: string, folder: string, field: string): string {
  const real = realPlace(path, field);
  if (!isWithin(real, realPlace(folder, field))) throw refused(field, "leads out of the project through a link");
  return real;
}
