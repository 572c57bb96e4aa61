/**
 * Cairn's sections in files of instructions that belong to somebody else: put at the end, renewed in place, and taken out so
 * that every other byte is as it was. A section somebody changed is theirs. Planned before anything is written.
 */

import { basename, dirname, join } from "node:path";
import { isWithin, realPath, realPlace, refused } from "../places/paths.ts";
import { readHostFile } from "./host-file.ts";
import type { FileChange, InstallPlan } from "./plan.ts";
import type { Receipt } from "./receipt.ts";

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
    if (before === undefined || !before.includes(OPENS)) {
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

const BEGIN = "<!-- cairn: begin. Put here by cairn teach; cairn teach --remove takes it out. -->";
const END = "<!-- cairn: end -->";
const OPENS = "<!-- cairn: begin";

/** What was put into a file, and what has to be known to take it out again. */
interface Section {
  /** The section with its marks, as it was written. */
  readonly put: string;
  /** What was written before it, to keep it apart from what stood there. */
  readonly glue: string;
}

interface PutIn {
  readonly text: string;
  readonly section: Section;
}

/** Undefined where a section stands there that is neither Cairn's last one nor the wanted one: somebody changed it. */
export function withSection(before: string | undefined, words: string, known: Section | undefined): PutIn | undefined {
  const text = before ?? "";
  const end = isCrlf(text) ? "\r\n" : "\n";
  const put = `${[BEGIN, words, END].join("\n")}\n`.replaceAll("\n", end);
  const found = markedIn(text);
  if (found === put) return { text, section: known?.put === put ? known : { put, glue: "" } };
  if (found !== undefined) {
    if (known === undefined || found !== known.put) return undefined;
    // One stands for all: what was doubled by hand or by a merge is so no longer.
    const [first = "", ...rest] = text.split(found);
    return { text: first + put + rest.join(""), section: { put, glue: known.glue } };
  }
  const glue = text === "" ? "" : text.endsWith("\n") ? end : end + end;
  return { text: text + glue + put, section: { put, glue } };
}

/** All of it from the first mark to the one that closes it; empty where that is lost, so that it equals no section. */
function markedIn(text: string): string | undefined {
  const from = text.indexOf(OPENS);
  if (from < 0) return undefined;
  const [end, next] = [text.indexOf(END, from), text.indexOf(OPENS, from + 1)];
  if (end < 0 || (next >= 0 && next < end)) return "";
  const [line = ""] = /^\r?\n/.exec(text.slice(end + END.length, end + END.length + 2)) ?? [];
  return text.slice(from, end + END.length) + line;
}

/**
 * Every one that is Cairn's. Undefined where there is none, or somebody changed it. Without a receipt only an unchanged
 * `wanted` one is Cairn's.
 */
export function withoutSection(text: string, known: Section): string | undefined {
  const at = text.indexOf(known.put);
  if (at < 0) return undefined;
  const from = known.glue !== "" && text.slice(0, at).endsWith(known.glue) ? at - known.glue.length : at;
  return text.slice(0, from) + text.slice(at + known.put.length).replaceAll(known.put, "");
}

function isCrlf(text: string): boolean {
  return /\r\n/.test(text) && !/(?<!\r)\n/.test(text);
}
