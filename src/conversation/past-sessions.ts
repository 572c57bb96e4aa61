/** The sessions there are to import, a group for each place they were started in: this project's first, the newest first. */

import { resolve, sep } from "node:path";
import { type Cairn, openCairn } from "../cairn.ts";
import { statOf } from "../disk/files.ts";
import { everyTranscript, startedIn } from "../hosts/records.ts";
import { CairnError } from "../model/error.ts";
import { movedTo } from "../places/registry.ts";
import type { TranscriptFile } from "../transcripts/records.ts";
import { mainTranscripts } from "./project-transcripts.ts";

export interface SessionGroup {
  readonly files: readonly TranscriptFile[];
  /** Started by Cairn itself, to draft. */
  readonly isScribes: boolean;
  /** Undefined where the folder they belong to is gone, or its memory cannot be reached. */
  open(): Promise<Cairn | undefined>;
}

interface PastSessions {
  readonly groups: readonly SessionGroup[];
  /** Sessions of other places that need no look: nobody asked where they were started. */
  readonly done: number;
}

/** `project`: only that folder's sessions. */
export async function pastSessions(
  cairn: Cairn,
  project: string | undefined,
  isDone: (file: TranscriptFile) => boolean,
): Promise<PastSessions> {
  if (project !== undefined) return { groups: [await groupAt(cairn, folderGiven(cairn, project))], done: 0 };
  const own = mainTranscripts(cairn);
  const first = { files: own, isScribes: false, open: async () => cairn };
  const known = new Set(own.map((file) => file.path));
  const others = everyTranscript(cairn.places).filter((file) => !known.has(file.path));
  const fresh = others.filter((file) => !isDone(file));
  return { groups: [first, ...groupsOf(cairn, fresh)], done: others.length - fresh.length };
}

/** Opened only to be looked at: who takes something of it opens it for that. */
async function groupAt(cairn: Cairn, folder: string): Promise<SessionGroup> {
  const there = await openedAt(cairn, folder);
  const files = mainTranscripts(there);
  await there.close();
  return { files, isScribes: false, open: () => openedAt(cairn, folder) };
}

function groupsOf(cairn: Cairn, files: readonly TranscriptFile[]): SessionGroup[] {
  const byPlace = new Map<string, TranscriptFile[]>();
  for (const file of newestFirst(files)) {
    const place = startedIn(file.path) ?? "";
    byPlace.set(place, [...(byPlace.get(place) ?? []), file]);
  }
  return [...byPlace].map(([place, group]) => ({
    files: group,
    isScribes: isScribes(place, cairn),
    open: async () => {
      const now = standing(place) ? place : movedTo(cairn.places.cairnHome, place);
      return now !== undefined && standing(now) ? usable(cairn, now) : undefined;
    },
  }));
}

function standing(place: string): boolean {
  return statOf(place)?.kind === "folder";
}

/** Another project's trouble is not ours: it is told there. */
async function usable(cairn: Cairn, folder: string): Promise<Cairn | undefined> {
  let place: Cairn | undefined;
  try {
    place = await openedAt(cairn, folder);
    await place.stores();
    return place;
  } catch (error) {
    await place?.close();
    if (error instanceof CairnError) return undefined;
    throw error;
  }
}

/** A client that Cairn starts works in a folder of Cairn's own. */
function isScribes(place: string, { places }: Cairn): boolean {
  return `${place}${sep}`.startsWith(`${places.cairnHome}${sep}`);
}

function newestFirst(files: readonly TranscriptFile[]): TranscriptFile[] {
  return [...files].sort((a, b) => (a.changedNs === b.changedNs ? 0 : a.changedNs < b.changedNs ? 1 : -1));
}

function folderGiven({ cwd }: Cairn, project: string): string {
  const folder = resolve(cwd, project);
  if (standing(folder)) return folder;
  throw new CairnError("NOT_FOUND", `There is no folder ${project}.`, {
    field: "project",
    hint: "Give the project's folder; without it every project's sessions are imported.",
  });
}

function openedAt({ env, surface, clock }: Cairn, cwd: string): Promise<Cairn> {
  return openCairn({ cwd, env, surface, clock });
}
