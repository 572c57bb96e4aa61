/** What a person should know about where things live; shown by where, status and doctor. */

import { basename } from "node:path";
import type { Scope } from "../model/scope.ts";
import type { Recognised } from "./recognise.ts";
import type { Registry } from "./registry.ts";

export interface Note {
  readonly what: "collision" | "path-reused" | "refused" | "broken-registry";
  readonly message: string;
  readonly scope?: Scope;
  /** `refused`: it may not be looked at, which is nobody's choice; otherwise something stands there that may not. */
  readonly isClosed?: boolean;
}

export interface NotesQuestion {
  readonly registry: Registry;
  readonly recognised: Recognised;
  /** The real path of the project's root, if it is the host's own place for this path and not given by hand. */
  readonly computedRoot?: string | undefined;
}

export function notesOn({ registry, recognised: { record, same, formerly }, computedRoot }: NotesQuestion): Note[] {
  const sharing = registry.records.filter(
    (other) =>
      other !== record &&
      !same.includes(other) &&
      other.roots.some(({ computed, path }) => computed && path === computedRoot),
  );
  return [
    ...registry.broken.map(brokenNote),
    ...sharing.map(({ key, path }) => (key === formerly?.key ? reusedNote(key) : collisionNote(key, path))),
  ];
}

function brokenNote(key: string): Note {
  return { what: "broken-registry", message: `projects/${key}.json cannot be read and is left alone.` };
}

function reusedNote(key: string): Note {
  return { what: "path-reused", message: `The project ${key} had this path before; its memories are not shown.` };
}

function collisionNote(key: string, path: string): Note {
  const message = `The project ${key} (${basename(path)}) shares this folder, because Claude Code writes both paths alike.`;
  return { what: "collision", message };
}
