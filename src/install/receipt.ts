/** What was put into the host's files, and what has to be known to take it out again: one file below CAIRN_HOME. */

import { join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { removeFile } from "../disk/files.ts";
import { z } from "../model/schema.ts";
import { readOwnObject } from "../places/paths.ts";

const MAX_BYTES = 4_000_000;

const Edit = z.object({
  file: z.string(),
  /** Which use it is for: a folder, `user`, or `shared` for all of them. */
  use: z.string(),
  undo: z.object({
    path: z.array(z.string()),
    put: z.string(),
    was: z.string().optional(),
    depth: z.number(),
    interior: z.string().optional(),
  }),
});

const Receipt = z.object({
  version: z.literal(1),
  /** `user`, or the folder of a project. */
  uses: z.array(z.string()),
  edits: z.array(Edit),
  /** Files that were not there before. */
  created: z.array(z.string()),
  /** Folders that were not there before. */
  folders: z.array(z.string()),
  commands: z.array(z.object({ file: z.string(), sha256: z.string() })),
  backups: z.array(z.string()),
  /** Sections in files of instructions. */
  sections: z
    .array(z.object({ file: z.string(), put: z.string(), glue: z.string(), created: z.boolean() }))
    .default([]),
});

export type Edit = z.infer<typeof Edit>;
export type Receipt = z.infer<typeof Receipt>;

export const SHARED = "shared";
const nothing = { uses: [], edits: [], created: [], folders: [], commands: [], backups: [], sections: [] };
export const none: Receipt = { version: 1, ...nothing };

/** Nothing where there is none to be understood: then what stands in the files has to do. */
export function readReceipt(cairnHome: string): Receipt {
  const read = Receipt.safeParse(readOwnObject(pathOf(cairnHome), MAX_BYTES));
  return read.success ? read.data : none;
}

export function keepReceipt(cairnHome: string, receipt: Receipt): void {
  replaceFile(pathOf(cairnHome), Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`));
}

export function dropReceipt(cairnHome: string): void {
  removeFile(pathOf(cairnHome));
}

function pathOf(cairnHome: string): string {
  return join(cairnHome, "install.json");
}
