/**
 * Where everything lives, found once and used by reading and writing alike. Nothing is created, and no program is run
 * unless a project must be told from another.
 */

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { CairnError } from "../model/error.ts";
import type { Root } from "../model/scope.ts";
import { rootCommitOf } from "./ask-git.ts";
import { findRepository, isShallow, markOf, type Repository, remoteOf } from "./git.ts";
import { freeKey, type Identity, normalRemote } from "./identity.ts";
import { notesOn, type PlaceNote } from "./notes.ts";
import { type OtherRoot, othersOf } from "./others.ts";
import { realFolder, realPlace } from "./paths.ts";
import { type ChosenRoot, chooseProjectRoot, type Environment, givenFolder } from "./project-root.ts";
import { type ProjectSighting, type Recognised, recognise } from "./recognise.ts";
import { type ProjectRecord, type Registry, readRegistry } from "./registry.ts";
import { type AgentPlace, agentRoot, teamRoot } from "./repository-roots.ts";
import { type RootNaming, rootNames } from "./root-names.ts";

export interface PlacesQuestion {
  readonly cwd: string;
  readonly env: Environment;
  /** `HOME`, or what the system says, unless given. */
  readonly home?: string | undefined;
  readonly settings: {
    readonly memoryDir?: string | undefined;
    readonly worktrees: "shared" | "separate";
    readonly "team.enabled": boolean;
  };
  readonly option?: { readonly memoryDir?: string | undefined; readonly agent?: string | undefined } | undefined;
}

interface Project {
  readonly key: string;
  /** The project's key and its earlier keys: a memory that carries one of them is this project's. */
  readonly names: readonly string[];
  /** Keys it had before, and keys whose record cannot be read: memories that carry one of them are its own. */
  readonly aliases: readonly string[];
  /** The folder its memory is kept for: the repository's main folder, or the folder itself outside git. */
  readonly path: string;
  readonly why: string;
  readonly git?: Repository | undefined;
  readonly identity: Identity;
  /** What the registry knows of it; undefined until something is written for it. */
  readonly record?: ProjectRecord | undefined;
  /** Other records of it, to be made one with that. */
  readonly same: readonly ProjectRecord[];
  /** Its root is the host's own place for `path`, not one given by hand. */
  readonly computed: boolean;
}

export interface Places {
  readonly home: string;
  /** Folders that hosts were told to keep their own files in, by variable. */
  readonly hostHomes: Environment;
  readonly configDir: string;
  readonly cairnHome: string;
  readonly project: Project;
  readonly roots: {
    readonly user: Root;
    readonly project: Root;
    readonly team?: Root | undefined;
    readonly agent?: Root | undefined;
  };
  readonly others: readonly OtherRoot[];
  readonly notes: readonly PlaceNote[];
}

export async function resolvePlaces(question: PlacesQuestion): Promise<Places> {
  const homes = homesOf(question);
  const { configDir, cairnHome } = homes;
  const spot = spotOf(question);
  const registry = readRegistry(cairnHome);
  const recognised = await recognise(registry.records, sighting(spot, question.env));
  const chosen = chosenRoot(question, homes, spot.path);
  const project = projectOf({ spot, recognised, registry, chosen });
  const notes: PlaceNote[] = [];
  const roots = rootsOf({
    question,
    configDir,
    spot,
    chosen,
    named: rootNames(cairnHome, project.key, keysIn(registry)),
    notes,
  });
  const present = chosen.computed ? roots.project.path : undefined;
  const apartFrom = question.settings.worktrees === "separate" ? spot.git?.commonDir : undefined;
  const others = present === undefined ? [] : othersOf({ ...recognised, present, apartFrom });
  notes.push(...notesOn({ registry, recognised, computedRoot: present, others }));
  return {
    home: homes.home,
    hostHomes: hostHomesIn(question.env),
    configDir,
    cairnHome,
    project,
    roots,
    others,
    notes,
  };
}

/** By their names, one by one: a start that is worked out before knows which variables have a say in it. */
const HOST_HOMES =
  "CODEX_HOME COPILOT_HOME GEMINI_HOME GEMINI_CLI_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME".split(
    " ",
  );

function hostHomesIn(env: Environment): Environment {
  return Object.fromEntries(HOST_HOMES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

type Homes = Pick<Places, "home" | "configDir" | "cairnHome">;

/** The host's folder, spelt as the host spells it, and Cairn's own inside it unless moved. */
export function homesOf({ env, home: given }: Pick<PlacesQuestion, "env" | "home">): Homes {
  const home = given ?? (env["HOME"] || homedir());
  // The system answers with an empty HOME too: resolved, that would be wherever one stands.
  if (!isAbsolute(home)) {
    throw new CairnError(
      "ROOT_UNAVAILABLE",
      "HOME is empty or no absolute path, so Cairn does not know where to keep memories.",
      { hint: "Set HOME to your home folder. Nothing was written." },
    );
  }
  const configDir = homeFrom(env, "CLAUDE_CONFIG_DIR", join(home, ".claude"), home);
  const cairn = homeFrom(env, "CAIRN_HOME", join(configDir, "cairn"), home);
  return { home, configDir, cairnHome: realPlace(cairn, "CAIRN_HOME") };
}

/** A wrong folder is blamed on the variable only where the variable is set. */
function homeFrom(env: Environment, variable: string, fallback: string, home: string): string {
  const given = env[variable] || undefined;
  return givenFolder(given ?? fallback, { field: given === undefined ? fallback : variable, home });
}

function noFolder(given: string): CairnError {
  return new CairnError("PATH_ERROR", `There is no folder ${given}.`, {
    field: "cwd",
    hint: "Name the folder to work in: its absolute path, or ~/ and a name.",
  });
}

/** Where one stands: the folder, the repository around it, and the folder the memory is kept for. */
interface Spot {
  readonly cwd: string;
  readonly git?: Repository | undefined;
  readonly path: string;
}

function spotOf({ cwd: given, settings }: PlacesQuestion): Spot {
  const cwd = given.includes("\0") ? undefined : realFolder(given, "cwd");
  if (cwd === undefined) throw noFolder(given);
  const git = findRepository(cwd);
  const path = git === undefined ? cwd : settings.worktrees === "separate" ? git.worktree : git.main;
  return { cwd, git, path };
}

function sighting({ path, git }: Spot, env: Environment): ProjectSighting {
  const url = git && remoteOf(git);
  let asked: Promise<string | undefined> | undefined;
  return {
    path,
    main: git?.main ?? path,
    isRepository: git !== undefined,
    mark: git && markOf(git),
    remote: url === undefined ? undefined : normalRemote(url, git?.main ?? path),
    shallow: git !== undefined && isShallow(git),
    rootCommit: async () => {
      asked ??= git === undefined ? Promise.resolve(undefined) : rootCommitOf(git, env);
      return asked;
    },
  };
}

function chosenRoot({ env, option, settings }: PlacesQuestion, { home, configDir }: Homes, path: string): ChosenRoot {
  return chooseProjectRoot({ env, home, configDir, path, option: option?.memoryDir, setting: settings.memoryDir });
}

interface ProjectParts {
  readonly spot: Spot;
  readonly recognised: Recognised;
  readonly registry: Registry;
  readonly chosen: ChosenRoot;
}

function projectOf({ spot: { path, git }, recognised, registry, chosen }: ProjectParts): Project {
  const { record, same, identity } = recognised;
  const taken = new Set([...registry.broken, ...registry.records.flatMap(({ key, aliases }) => [key, ...aliases])]);
  const key = record?.key ?? freeKey(git?.main ?? path, identity, (candidate) => taken.has(candidate));
  const names = projectNamesOf(key, [...(record === undefined ? [] : [record]), ...same]);
  return {
    key,
    names,
    aliases: [...names.slice(1), ...registry.broken],
    path,
    why: whyOf(path, git),
    git,
    identity,
    record,
    same,
    computed: chosen.computed,
  };
}

/** The names it goes by besides its key: those it had here before, and what your other machines call it (`sync`). */
export function namesOnMachines({ aliases, record }: Pick<Project, "aliases" | "record">): string[] {
  return [...aliases, ...(record?.syncedAs ?? [])];
}

/** The key first. */
export function projectNamesOf(key: string, records: readonly ProjectRecord[]): string[] {
  return [...new Set([key, ...records.flatMap((record) => [record.key, ...record.aliases])])];
}

function keysIn({ records }: Registry): string[] {
  return records.flatMap(({ roots }) => roots.map(({ key }) => key));
}

function whyOf(path: string, git: Repository | undefined): string {
  if (git === undefined) return "this folder; it is in no git repository";
  if (path !== git.main) return "this work tree; work trees are kept apart";
  return git.worktree === git.main ? "the git repository" : "the git repository this work tree belongs to";
}

interface RootParts {
  readonly question: PlacesQuestion;
  readonly configDir: string;
  readonly spot: Spot;
  readonly chosen: ChosenRoot;
  readonly named: RootNaming;
  readonly notes: PlaceNote[];
}

function rootsOf({ question, configDir, spot, chosen, named, notes }: RootParts): Places["roots"] {
  const worktree = spot.git?.worktree;
  const agent = question.option?.agent;
  return {
    user: named("user", realPlace(join(configDir, "user"), "user root"), "what is yours, in every project"),
    project: named("project", realPlace(chosen.path, "project root"), chosen.why),
    team: question.settings["team.enabled"] ? teamOf(worktree ?? spot.cwd, named, notes) : undefined,
    agent: agent === undefined ? undefined : agentOf(agent, { cwd: spot.cwd, worktree }, named),
  };
}

/** A repository may not stop Cairn from working by what it puts in the team's place. */
function teamOf(worktree: string, named: RootNaming, notes: PlaceNote[]): Root | undefined {
  try {
    return named("team", teamRoot(worktree), "in the repository, committed with the code");
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    const isClosed = error.kind === "unavailable";
    notes.push({ what: "refused", scope: "team", message: error.message, isClosed });
    return undefined;
  }
}

function agentOf(agent: string, place: AgentPlace, named: RootNaming): Root {
  return { ...named("agent", agentRoot(agent, place), "in the repository, one named agent's"), agent };
}
