/** The host's transcripts of this project: of every checkout that shares its memory, wherever in it a session was started. */

import type { Cairn } from "../cairn.ts";
import { type HostTranscript, transcriptsAt } from "../hosts/records.ts";
import { workTreesOf } from "../places/git.ts";
import { folderStands } from "../places/paths.ts";
import type { LeftPlace } from "../places/registry.ts";
import type { Grounds } from "../trust/outside.ts";

/** A session before its sub-agents. */
export function projectTranscripts(cairn: Cairn): HostTranscript[] {
  const { git, path, record } = cairn.places.project;
  const isShared = git !== undefined && cairn.settings.get("worktrees") === "shared";
  const checkouts = isShared ? [git.worktree, ...workTreesOf(git)] : [];
  const here = startedAt(cairn, [path, ...checkouts, ...(record === undefined ? [] : [record.path])]);
  const known = new Set(here.map((file) => file.path));
  const before = (record?.left ?? []).flatMap((place) => leftAt(cairn, place));
  return [...here, ...before.filter((file) => !known.has(file.path))];
}

/** Without those of sub-agents, the newest first. */
export function mainTranscripts(cairn: Cairn): HostTranscript[] {
  const main = projectTranscripts(cairn).filter(({ agent }) => agent === undefined);
  return main.sort((a, b) => (a.changedNs < b.changedNs ? 1 : -1));
}

/** The host's own record of a session of this project. */
export function recordHere(cairn: Cairn, session: string): HostTranscript | undefined {
  return projectTranscripts(cairn).find((file) => file.session === session && file.agent === undefined);
}

/**
 * Transcripts of a folder the project was moved away from: if another project lies there now, only those from before
 * the move.
 */
function leftAt(cairn: Cairn, { path, at }: LeftPlace): HostTranscript[] {
  const movedNs = BigInt(Date.parse(at)) * 1_000_000n;
  const isTaken = folderStands(path);
  return startedAt(cairn, [path]).filter(({ changedNs }) => !isTaken || changedNs < movedNs);
}

function startedAt(cairn: Cairn, places: readonly string[]): HostTranscript[] {
  return transcriptsAt([...new Set(places)], cairn.places);
}

/** Where a project's sessions are at home: its folder, its work trees, and the memories they may read. */
export function groundsOf({ places, env }: Cairn): Grounds {
  const { project, roots } = places;
  const trees = project.git === undefined ? [] : [project.git.worktree, ...workTreesOf(project.git)];
  const kept = [roots.user, roots.project, roots.team, roots.agent].flatMap((root) => root?.path ?? []);
  return { project: project.path, home: env["HOME"], own: [...trees, ...kept] };
}
