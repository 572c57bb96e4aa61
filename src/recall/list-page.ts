/**
 * A list page: what a plain `cairn list` says here, with all that was looked at for it. It is printed while every look still
 * sees the same; whatever is missing or in doubt makes a miss, and the list is made as ever. It is a copy of what is shown,
 * so it lies with the pages of starts and goes with them at every hard forget. Loaded before the program is.
 */

import { join, sep } from "node:path";
import { removeFile, stampAt } from "../disk/files.ts";
import { type Look, seenAt } from "../disk/looks.ts";
import { sha256Of } from "../model/sha256.ts";
import { ownPage, pagesFolder } from "../trail/start-page.ts";

/** Other words, other looks or another form: other pages. */
export const LIST_FORMAT = 1;

type Environment = Readonly<Record<string, string | undefined>>;

export interface ListPage {
  readonly format: number;
  /** Of the program that made it: what tells one build from another. */
  readonly program: string;
  readonly cwd: string;
  readonly uid: number | undefined;
  readonly env: readonly (readonly [name: string, value: string | null])[];
  /** Patterns of the variables by which agents are known: it is for none of them. */
  readonly marks: readonly string[];
  readonly looks: readonly (readonly [...Look, seen: string])[];
  /** Ordinary files, most of what was looked at: a folder, names in it, and the stamp of each. */
  readonly files: readonly (readonly [folder: string, names: readonly string[], stamps: readonly string[]])[];
  /** As it is printed. */
  readonly text: string;
}

export interface ListAsker {
  readonly cwd: string;
  readonly env: Environment;
  readonly program: string;
  /** Printed as JSON. */
  readonly json: boolean;
  /** Is a variable of such a name set here, or in a shell above? */
  readonly isMarked: (marks: readonly RegExp[]) => boolean;
}

export function listPageAt(home: string, { cwd, json }: Pick<ListAsker, "cwd" | "json">): string {
  return join(pagesFolder(home), `list-${sha256Of(cwd).slice(0, 24)}${json ? "-json" : ""}.json`);
}

/** What is to be printed; undefined is a miss, and nothing was done. */
export function toldFromList(home: string, asker: ListAsker): string | undefined {
  const path = listPageAt(home, asker);
  const page = ownPage<ListPage>(path, LIST_FORMAT);
  if (page === undefined || !isFor(page, asker)) return undefined;
  if (isListSeen(page)) return page.text;
  // What it says may have been taken out for good since.
  removeFile(path);
  return undefined;
}

function isFor(page: ListPage, { cwd, env, program, isMarked }: ListAsker): boolean {
  return (
    page.program === program &&
    page.cwd === cwd &&
    page.uid === process.getuid?.() &&
    page.env.every(([name, value]) => (env[name] ?? null) === value) &&
    !isMarked(page.marks.map((mark) => new RegExp(mark)))
  );
}

function isListSeen({ looks, files }: Pick<ListPage, "looks" | "files">): boolean {
  const isFile = (folder: string, name: string, stamp: string | undefined) => stampAt(folder + sep + name) === stamp;
  return (
    areLooksSeen({ looks }) &&
    files.every(([folder, names, stamps]) => names.every((name, n) => isFile(folder, name, stamps[n])))
  );
}

/** All but single files. */
export function areLooksSeen({ looks }: Pick<ListPage, "looks">): boolean {
  return looks.every(([how, path, seen]) => seenAt([how, path]) === seen);
}
