/** Cairn's sections in files of instructions, planned before anything is written: which files change, and the receipt. */

import { basename, dirname, join } from "node:path";
import { isWithin, realPath, realPlace, refused } from "../places/paths.ts";
import { readHostFile } from "./host-file.ts";
import type { FileChange, InstallPlan } from "./plan.ts";
import type { Receipt } from "./receipt.ts";
import { hasSection, withoutSection, withSection } from "./section.ts";

/** `words` is what the section says. */
export function planSectionsIn(files: readonly string[], words: string, receipt: Receipt): InstallPlan {
  const changes: FileChange[] = [];
  const notes: string[] = [];
  let sections = receipt.sections;
  for (const file of distinct(files)) {
    const { text: before } = readHostFile(file);
    const known = sections.find((one) => one.file === file);
    const done = withSection(before, words, known);
    if (done === undefined) {
      notes.push(`${file}: Cairn's section was changed by somebody; it is left as it is`);
      continue;
    }
    if (done.text !== (before ?? "")) changes.push({ path: file, before, after: done.text, isShared: true });
    const created = known?.created ?? before === undefined;
    sections = [...sections.filter((one) => one.file !== file), { file, ...done.section, created }];
  }
  return { changes, receipt: { ...receipt, sections: [...sections] }, notes };
}

export function planSectionsOut(files: readonly string[], words: string, receipt: Receipt): InstallPlan {
  const changes: FileChange[] = [];
  const notes: string[] = [];
  const gone: string[] = [];
  for (const file of distinct(files)) {
    const { text: before } = readHostFile(file);
    const known = receipt.sections.find((one) => one.file === file);
    if (before === undefined || !hasSection(before)) {
      gone.push(file);
      continue;
    }
    const after = withoutSection(before, known ?? unnoted(before, words));
    if (after === undefined) {
      notes.push(`${file}: Cairn's section was changed by somebody; take it out by hand if you do not need it`);
      continue;
    }
    gone.push(file);
    changes.push({ path: file, before, after: after === "" && known?.created === true ? undefined : after });
  }
  const sections = receipt.sections.filter(({ file }) => !gone.includes(file));
  return { changes, receipt: { ...receipt, sections }, notes };
}

/** The receipt is lost, or somebody else put it there: what Cairn would write is Cairn's. */
function unnoted(text: string, words: string) {
  return withSection(text, words, undefined)?.section ?? { put: "\0", glue: "" };
}

/** Two names may lead to one file. */
function distinct(files: readonly string[]): string[] {
  const real = files.map((file) => realPath(file) ?? file);
  return real.filter((file, n) => real.indexOf(file) === n);
}

/** What a repository brought along must not lead a write out of it. */
export function refuseStray(file: string, project: string): void {
  const real = realPath(file) ?? join(realPlace(dirname(file), "the project's file"), basename(file));
  if (!isWithin(real, realPath(project) ?? project)) throw refused(file, "leads out of the project by a link");
}
