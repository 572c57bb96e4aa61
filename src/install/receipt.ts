/** What was put into the host's files, and what has to be known to take it out again: one file below CAIRN_HOME. */

import { dirname, join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { removeFile } from "../disk/files.ts";
import { RootLock } from "../disk/lock.ts";
import { isWithin, readOwnObject } from "../places/paths.ts";
import { hasShape, isFlag, isText, listShape, maybe, type Shape, shaped } from "../places/shape.ts";
import type { Undo } from "./json-edit.ts";

const MAX_BYTES = 4_000_000;

export interface Edit {
  readonly file: string;
  /** Which use it is for: a folder, `user`, or `shared` for all of them. */
  readonly use: string;
  readonly undo: Undo;
}

export interface Receipt {
  readonly version: 1;
  /** The CAIRN_HOME it was made for: in a copy of that its paths are another's. */
  readonly home?: string | undefined;
  /** `user`, or the folder of a project. */
  readonly uses: string[];
  readonly edits: Edit[];
  /** Files that were not there before. */
  readonly created: string[];
  /** Folders that were not there before. */
  readonly folders: string[];
  readonly commands: { readonly file: string; readonly sha256: string }[];
  readonly backups: string[];
  /** Sections in files of instructions. */
  readonly sections: Section[];
  /** Tables at the end of TOML files. */
  readonly tables: Table[];
  /** Whole files of Cairn's own. */
  readonly files: { readonly file: string; readonly use: string; readonly sha256: string }[];
}

interface Table extends Section {
  readonly use: string;
  readonly path: string[];
}

interface Section {
  readonly file: string;
  readonly put: string;
  readonly glue: string;
  readonly created: boolean;
}

const undoShape: Shape<Undo> = {
  path: listShape(isText),
  put: isText,
  was: maybe(isText),
  depth: Number.isFinite,
  interior: maybe(isText),
};
const sectionShape: Shape<Section> = { file: isText, put: isText, glue: isText, created: isFlag };
const receiptShape: Shape<Receipt> = {
  version: (value) => value === 1,
  home: maybe(isText),
  uses: listShape(isText),
  edits: listShape(shaped<Edit>({ file: isText, use: isText, undo: shaped(undoShape) })),
  created: listShape(isText),
  folders: listShape(isText),
  commands: listShape(shaped<Receipt["commands"][number]>({ file: isText, sha256: isText })),
  backups: listShape(isText),
  sections: listShape(shaped(sectionShape)),
  tables: listShape(shaped<Table>({ ...sectionShape, use: isText, path: listShape(isText) })),
  files: listShape(shaped<Receipt["files"][number]>({ file: isText, use: isText, sha256: isText })),
};

export const SHARED = "shared";
/** What the first ones said nothing of. */
const later = { sections: [], tables: [], files: [] };
const nothing = { uses: [], edits: [], created: [], folders: [], commands: [], backups: [], ...later };
export const noReceipt: Receipt = { version: 1, ...nothing };

/** Nothing where there is none to be understood: then what stands in the files has to do. */
export function readReceipt(cairnHome: string): Receipt {
  const read = { ...later, ...readOwnObject(pathOf(cairnHome), MAX_BYTES) };
  if (!hasShape(receiptShape, read)) return noReceipt;
  const isOfHere = read.home === undefined ? liesHere(read, cairnHome) : read.home === cairnHome;
  return isOfHere ? read : noReceipt;
}

/** The first ones did not say which home they were made for: their paths do. In doubt it is another's. */
function liesHere({ edits, backups }: Receipt, cairnHome: string): boolean {
  const shared = edits.filter(({ use }) => use === SHARED || use === "user").map(({ file }) => file);
  const isBelow = (folder: string) => (file: string) => isWithin(file, folder);
  if (!backups.every(isBelow(cairnHome))) return false;
  return backups.length > 0 || shared.every(isBelow(dirname(cairnHome)));
}

/** Several may put something in at once: each plans and carries out with the receipt to itself. */
export async function withReceipt<T>(cairnHome: string, work: () => T): Promise<T> {
  return new RootLock({ folder: join(cairnHome, "install") }).during(work);
}

export function keepReceipt(cairnHome: string, receipt: Receipt): void {
  replaceFile(pathOf(cairnHome), Buffer.from(`${JSON.stringify({ ...receipt, home: cairnHome }, null, 2)}\n`));
}

export function dropReceipt(cairnHome: string): void {
  removeFile(pathOf(cairnHome));
}

function pathOf(cairnHome: string): string {
  return join(cairnHome, "install.json");
}
