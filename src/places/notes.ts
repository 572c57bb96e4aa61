/** What a person should know about where things live; shown by where, status and doctor. */

import { basename } from "node:path";
import type { Scope } from "../model/scope.ts";
import type { OtherRoot } from "./others.ts";
import type { Recognised } from "./recognise.ts";
import type { Registry } from "./registry.ts";

export interface PlaceNote {
  readonly what: "collision" | "path-reused" | "refused" | "broken-registry" | "orphaned";
  readonly message: string;
  readonly scope?: Scope;
  /** `refused`: it may not be looked at, which is nobody's choice; otherwise something stands there that may not. */
  readonly isClosed?: boolean;
}

interface NotesQuestion {
  readonly registry: Registry;
  readonly recognised: Recognised;
  /** The real path of the project's root, if it is the host's own place for this path and not given by hand. */
  readonly computedRoot?: string | undefined;
  readonly others: readonly OtherRoot[];
}

export function notesOn({ registry, recognised, computedRoot, others }: NotesQuestion): PlaceNote[] {
  const { record, same, formerly } = recognised;
  const sharing = registry.records.filter(
    (other) =>
      other !== record &&
      !same.includes(other) &&
      other.roots.some(({ computed, path }) => computed && path === computedRoot),
  );
  return [
    ...registry.broken.map(brokenNote),
    ...others.filter(({ state }) => state === "orphaned").map(orphanNote),
    ...sharing.map(({ key, path }) => (key === formerly?.key ? reusedNote(key) : collisionNote(key, path))),
  ];
}

function brokenNote(key: string): PlaceNote {
  return { what: "broken-registry", message: `projects/${key}.json cannot be read and is left alone.` };
}

/** Without a number: how many lie there is known only to who reads them, as `move` does. */
function orphanNote({ checkout }: OtherRoot): PlaceNote {
  const message = `Memories lie where this project seems to have been before (${basename(checkout)}): cairn move shows them and brings them here.`;
  return { what: "orphaned", message };
}

function reusedNote(key: string): PlaceNote {
  return { what: "path-reused", message: `The project ${key} had this path before; its memories are not shown.` };
}

function collisionNote(key: string, path: string): PlaceNote {
  const message = `${path} (the project ${key}) shares this folder, because Claude Code writes both paths alike. Each sees only its own memories; MEMORY.md holds those of the one worked in last. Rename one of the two folders to part them.`;
  return { what: "collision", message };
}
