/** Whole files of Cairn's own, and tables in TOML files of others, planned before anything is written. */

import { createHash } from "node:crypto";
import { CairnError } from "../model/error.ts";
import { TomlFault } from "../text/toml-text.ts";
import { readHostFile } from "./host-file.ts";
import type { FileChange, InstallPlan } from "./plan.ts";
import type { Receipt } from "./receipt.ts";
import { hasTable, putTable, type TomlValue, takeTable } from "./toml-edit.ts";

export interface WantedFile {
  readonly file: string;
  readonly text: string;
}

/** Where a file of that name is somebody's, or was changed since, it is left as it is. */
export function planFilesIn(wanted: readonly WantedFile[], use: string, receipt: Receipt): InstallPlan {
  const changes: FileChange[] = [];
  const notes: string[] = [];
  let files = receipt.files;
  for (const { file, text: after } of wanted) {
    const { text: before } = readHostFile(file);
    const known = files.find((one) => one.file === file);
    if (before !== undefined && before !== after && known?.sha256 !== fileHash(before)) {
      notes.push(`${file} is yours, or was changed since; it is left as it is`);
      continue;
    }
    if (before !== after) changes.push({ path: file, before, after, isOurs: true });
    // One that stood there before, word for word, is not Cairn's to take out.
    if (known === undefined && before === after) continue;
    files = [...files.filter((one) => one.file !== file), { file, use, sha256: fileHash(after) }];
  }
  return { changes, receipt: { ...receipt, files: [...files] }, notes };
}

/** One of which the receipt says nothing: Cairn's by its name, and by what it says. */
export function strayFile(file: string, receipt: Receipt, isOurs: (text: string) => boolean): FileChange[] {
  const isKnown = receipt.files.some((one) => one.file === file);
  const { text } = isKnown ? { text: undefined } : readHostFile(file);
  return text !== undefined && isOurs(text) ? [{ path: file, before: text, after: undefined, isOurs: true }] : [];
}

export function planFilesOut(use: string, receipt: Receipt): InstallPlan {
  const changes: FileChange[] = [];
  const notes: string[] = [];
  for (const { file, sha256 } of receipt.files.filter((one) => one.use === use)) {
    const { text } = readHostFile(file);
    if (text === undefined) continue;
    if (fileHash(text) === sha256) changes.push({ path: file, before: text, after: undefined, isOurs: true });
    else notes.push(`${file} was changed since init put it there; delete it if you do not need it`);
  }
  return { changes, receipt: { ...receipt, files: receipt.files.filter((one) => one.use !== use) }, notes };
}

interface WantedTable {
  readonly file: string;
  readonly path: readonly string[];
  readonly values: Readonly<Record<string, TomlValue>>;
  /** As people call the host. */
  readonly host: string;
}

/** A table of that name that is not Cairn's is left as it is; one of an older Cairn is renewed. */
export function planTableIn({ file, path, values, host }: WantedTable, use: string, receipt: Receipt): InstallPlan {
  const { text: before } = readHostFile(file);
  const known = receipt.tables.find((one) => one.file === file && one.use === use);
  return sound(file, host, () => {
    const given = before ?? "";
    const bare = known === undefined ? given : (takeTable(given, path, known) ?? given);
    if (hasTable(bare, path)) {
      const note = `${file}: ${path.join(".")} is there already; it is left as it is`;
      return { changes: [], receipt, notes: [note] };
    }
    const { text, block } = putTable(bare, path, values);
    if (text === given || given.includes(block.put)) return { changes: [], receipt, notes: [] };
    const created = known?.created ?? before === undefined;
    const tables = [
      ...receipt.tables.filter((one) => one !== known),
      { file, use, path: [...path], ...block, created },
    ];
    return { changes: [{ path: file, before, after: text }], receipt: { ...receipt, tables }, notes: [] };
  });
}

/** `found`: what is there without a receipt counts as Cairn's. */
export function planTableOut(
  { file, path, host, isOurs }: Omit<WantedTable, "values"> & { isOurs(text: string): boolean },
  use: string,
  receipt: Receipt,
): InstallPlan {
  const { text: before } = readHostFile(file);
  const known = receipt.tables.find((one) => one.file === file && one.use === use);
  const tables = receipt.tables.filter((one) => one !== known);
  const without = { changes: [], receipt: { ...receipt, tables }, notes: [] };
  if (before === undefined) return without;
  return sound(file, host, () => {
    if (!hasTable(before, path) || (known === undefined && !isOurs(before))) return without;
    const after = takeTable(before, path, known);
    if (after === undefined) {
      const note = `${file}: ${path.join(".")} is written in a form Cairn did not write; take it out by hand`;
      return { ...without, notes: [note] };
    }
    const isEmptied = known?.created === true && after.trim() === "";
    return { ...without, changes: [{ path: file, before, after: isEmptied ? undefined : after }] };
  });
}

function sound(file: string, host: string, plan: () => InstallPlan): InstallPlan {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof TomlFault)) throw error;
    throw new CairnError("UPDATE_ERROR", `${file} is not TOML: line ${error.line}. Nothing was changed.`, {
      hint: `${host} does not read it as it is. Mend that line. Then do it again.`,
    });
  }
}

export function fileHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
