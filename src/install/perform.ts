/**
 * Carries a plan out: backups first, then the receipt, then file by file, each whole at every moment. Killed anywhere, the
 * same request again finishes it.
 */

import { basename, dirname, join } from "node:path";
import type { Clock } from "../disk/clock.ts";
import { createFile, replaceFile, sharedMode } from "../disk/durable.ts";
import { makeFolders, removeEmptyFolder, removeFile, statOf } from "../disk/files.ts";
import { tidyAbroad } from "../disk/leftovers.ts";
import { CairnError } from "../model/error.ts";
import { checkWritable, readHostFile } from "./host-file.ts";
import type { FileChange, InstallPlan } from "./plan.ts";
import { dropReceipt, keepReceipt, type Receipt, withReceipt } from "./receipt.ts";

interface Means {
  readonly cairnHome: string;
  readonly clock: Clock;
}

/** Nothing is written where one of the files would refuse. `byHand` says what a person would type instead. */
export function checkChanges(changes: readonly FileChange[], byHand: string): void {
  for (const { path } of changes) checkWritable(path, byHand);
}

/**
 * A plan that was shown is made anew with the receipt to itself, and carried out: several may put something in at once.
 * `perform` is `putIn` or `takeOutAll`. Answers with the plan and the backups.
 */
export function carryOut<P extends Pick<InstallPlan, "changes" | "receipt">>(
  { places: { cairnHome }, clock }: { readonly places: Pick<Means, "cairnHome">; readonly clock: Clock },
  planned: () => P,
  perform: typeof putIn,
): Promise<P & { readonly backups: string[] }> {
  return withReceipt(cairnHome, () => {
    const plan = planned();
    return { ...plan, backups: perform(plan.changes, plan.receipt, { cairnHome, clock }) };
  });
}

/** The receipt comes first: what it lists and is not there yet is simply not taken out later. Answers with the backups. */
export function putIn(changes: readonly FileChange[], receipt: Receipt, means: Means): string[] {
  const backups = keepBackups(changes, means);
  const folders = [...new Set([...receipt.folders, ...changes.flatMap(({ path }) => missingAbove(path))])];
  keepReceipt(means.cairnHome, { ...receipt, folders, backups: [...receipt.backups, ...backups] });
  for (const change of changes) write(change, means);
  return backups;
}

/** The receipt goes last: until then the same request again knows what is left to do. */
export function takeOutAll(changes: readonly FileChange[], receipt: Receipt, means: Means): string[] {
  const backups = keepBackups(changes, means);
  for (const change of changes) write(change, means);
  // One inside another goes before it.
  const inmostFirst = [...receipt.folders].sort((one, other) => other.length - one.length);
  for (const folder of inmostFirst) removeEmptyFolder(folder);
  if (receipt.uses.length === 0 && receipt.sections.length === 0) dropReceipt(means.cairnHome);
  else keepReceipt(means.cairnHome, { ...receipt, backups: [...receipt.backups, ...backups] });
  return backups;
}

/** Of files that were there and are somebody's; readable only by their owner, like everything below CAIRN_HOME. */
function keepBackups(changes: readonly FileChange[], { cairnHome, clock }: Means): string[] {
  const folder = join(cairnHome, "backups");
  const stamp = clock.now().toISOString().replace(/[:.]/g, "-");
  return changes.flatMap(({ path, before, isOurs }) => {
    if (before === undefined || isOurs === true) return [];
    makeFolders(folder);
    for (let n = 1; ; n++) {
      const backup = join(folder, `${stamp}-${n}-${basename(path)}`);
      if (createFile(backup, Buffer.from(before))) return [backup];
    }
  });
}

/** The folders that will be made for it, the innermost first. */
function missingAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path || statOf(folder) !== undefined ? [] : [folder, ...missingAbove(folder)];
}

function write({ path, before, after, isShared }: FileChange, { clock }: Means): void {
  tidyAbroad(dirname(path), clock);
  const { text } = readHostFile(path);
  if (text === after) return;
  if (text !== before) {
    throw new CairnError("OCC_CONFLICT", `${path} changed while this was being done.`, {
      hint: "Do it again: what is done already is not done twice.",
    });
  }
  if (after === undefined) removeFile(path);
  else replaceFile(path, Buffer.from(after), isShared === true ? sharedMode() : undefined);
}
