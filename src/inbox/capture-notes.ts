/** The log of capture as operations write it and `review` shows it. */

import type { Cairn } from "../cairn.ts";
import type { DraftKey, DraftNote } from "../model/draft.ts";
import type { Kind } from "../model/kind.ts";
import { z } from "../model/schema.ts";
import { KindField } from "../recall/memory-output.ts";
import { type CaptureDeed, CaptureLog, captureDeeds } from "./capture-log.ts";

export const CaptureNoteOutput = z.object({
  at: z.string(),
  did: z.enum(captureDeeds),
  kind: KindField,
  title: z.string(),
  because: z.string(),
  /** Who did it: the surface it came by. */
  by: z.string(),
  /** The project it was done in, by its key. */
  project: z.string().optional(),
  session: z.string().optional(),
  /** The draft's key. */
  draft: z.string().optional(),
  /** The memory it became, as `scope:id`. */
  memory: z.string().optional(),
});
export type CaptureNote = z.infer<typeof CaptureNoteOutput>;

type Noted = Omit<CaptureNote, "at" | "by" | "did" | "project">;

export function noteCapture(cairn: Cairn, did: CaptureDeed, noted: Noted): void {
  const at = cairn.clock.now().toISOString();
  const { cairnHome, project } = cairn.places;
  new CaptureLog(cairnHome).note({ at, did, by: cairn.surface, project: project.key, ...noted });
}

/** The same of a draft. */
export function noteDraft(
  cairn: Cairn,
  did: CaptureDeed,
  { written, note, key }: DraftTold,
  more: Pick<CaptureNote, "memory"> & { readonly because?: string } = {},
): void {
  const { kind, title } = written;
  const doubts = did === "blocked" ? (note.issues[0] ?? "") : "";
  const because = more.because ?? (doubts || note.because);
  noteCapture(cairn, did, { kind, title, because, session: note.session, draft: key, memory: more.memory });
}

interface DraftTold {
  readonly key: DraftKey;
  readonly written: { readonly kind: Kind; readonly title: string };
  readonly note: DraftNote;
}

/** Newest first. */
export function captureNotes(cairn: Cairn, most: number): CaptureNote[] {
  return new CaptureLog(cairn.places.cairnHome).all().slice(-most).reverse();
}

const words: Readonly<Record<CaptureDeed, string>> = {
  proposed: "waits",
  written: "written",
  blocked: "blocked",
  rejected: "rejected",
  reopened: "waits again",
  expired: "waited too long",
  full: "no room",
  left: "left",
};

/** Each with its project, where they are of several. */
export function captureLines(notes: readonly CaptureNote[]): string[] {
  const isMixed = new Set(notes.map(({ project }) => project)).size > 1;
  return notes.map(({ at, did, kind, title, because, memory, project }) => {
    const whose = isMixed && project !== undefined ? `  ${project}` : "";
    const name = memory === undefined ? "" : ` as ${memory}`;
    return `${at.slice(0, 16).replace("T", " ")}${whose}  ${words[did]}${name}  ${kind}  ${title}: ${because}`;
  });
}
