/** The host's transcripts of this project: of every checkout that shares its memory, wherever in it a session was started. */

import type { Cairn } from "../../cairn.ts";
import { workTreesOf } from "../../places/work-trees.ts";
import { type TranscriptFile, transcriptFolders, transcriptsIn } from "../../transcripts/transcript-files.ts";

/** A session before its sub-agents. */
export function projectTranscripts(cairn: Cairn): TranscriptFile[] {
  const { configDir, cairnHome, project } = cairn.places;
  const { git, path, record } = project;
  const isShared = git !== undefined && cairn.settings.get("worktrees") === "shared";
  const checkouts = isShared ? [git.worktree, ...workTreesOf(git)] : [];
  const places = [path, ...checkouts, ...(record === undefined ? [] : [record.path])];
  return transcriptsIn(transcriptFolders(configDir, [...new Set(places)], cairnHome));
}
