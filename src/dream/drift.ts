/**
 * Memories that the project has left behind: files they are about changed or are gone, or paths they name are. They are
 * named, never rewritten.
 */

import { dirname } from "node:path";
import type { Cairn } from "../cairn.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { type AnchorState, anchorStatesOf, isInProject } from "../recall/anchors.ts";
import type { Store } from "../store/store.ts";

export interface Drifted {
  readonly memory: Memory;
  readonly files: readonly DriftedFile[];
}

interface DriftedFile {
  readonly path: string;
  readonly state: Exclude<AnchorState, "fresh">;
  /** Where it lies now. */
  readonly to?: string;
}

/** In words, after the path. */
export function becameOf({ state, to }: DriftedFile): string {
  if (to !== undefined) return `moved to ${to}`;
  return state === "missing" ? "is gone" : "changed since it was written";
}

/** State and raw material say what was, and are right to. */
const isPassing = (kind: Kind) => kindRow(kind).nature !== "knowledge";
const MOST_READ = 2_000;
const MOST_NAMED = 20;
const PATH = /(?<![\w/.:@-])(?:[\w@.-]+\/)+[\w@-][\w@.-]*\.[A-Za-z][A-Za-z0-9]{0,5}\b/g;

export function driftedIn(store: Store, cairn: Cairn): Drifted[] {
  const held = store.memories().filter((memory) => memory.status === "active" && !memory.supersededBy);
  return held
    .filter(({ kind, path }) => !isPassing(kind) && !store.hasSecret(path))
    .slice(0, MOST_READ)
    .flatMap((memory) => driftOf(store.read(memory.id) ?? memory, cairn));
}

/** Paths a text names that were in the project, as far as can be told, and are not any more. */
export function goneIn(text: string, cairn: Cairn): string[] {
  const named = [...new Set(text.match(PATH) ?? [])].slice(0, MOST_NAMED);
  return named.filter(
    (path) => !path.startsWith("..") && isInProject(rootOf(path), cairn) && !isInProject(path, cairn),
  );
}

function driftOf(memory: Memory, cairn: Cairn): Drifted[] {
  const anchored = anchorStatesOf(memory.files, cairn).flatMap(({ path, state }) =>
    state === "fresh" ? [] : [{ path, state }],
  );
  const known = new Set(memory.files.map(({ path }) => path));
  const gone = goneIn(memory.body, cairn).filter((path) => !known.has(path));
  const files = [...anchored, ...gone.map((path) => ({ path, state: "missing" as const }))];
  return files.length === 0 ? [] : [{ memory, files }];
}

/** A path whose first folder is not there may be of another project. */
function rootOf(path: string): string {
  return dirname(path).split("/")[0] ?? path;
}
