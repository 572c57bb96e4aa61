/** Whose a file is that the host's tools read or write: the root it lies below, by its real path, there or not yet. */

import { basename, dirname, join, resolve } from "node:path";
import type { Cairn } from "../cairn.ts";
import { linkTargetOf } from "../disk/files.ts";
import { isMemoryId } from "../model/id.ts";
import { isWithin, realPath, visible } from "../places/paths.ts";
import type { Store } from "../store/store.ts";

export interface MemoryPlace {
  readonly store: Store;
  /** Relative to the root, with `/`; empty for the root itself. */
  readonly path: string;
}

const MOST_LINKS = 8;
/** A named agent's own, in the repository. */
const AGENTS = /\/\.agents\/memory\/([^/]+\/[^/]+)\//;

/** Undefined where it is nobody's: then Cairn has nothing to say about it. */
export async function memoryPlaceOf(path: string, cairn: Cairn): Promise<MemoryPlace | undefined> {
  if (path === "") return undefined;
  const real = realPlaceOf(path, cairn);
  const agent = AGENTS.exec(real)?.[1];
  const isNamed = agent?.split("/").every(isMemoryId);
  const stores = (await cairn.reach(isNamed ? agent : undefined)).all();
  const store = stores.find(({ root }) => isWithin(real, root.path));
  return store === undefined ? undefined : { store, path: real.slice(store.root.path.length + 1) };
}

/** The real path of what is there, or of where it would come to be. */
export function realPlaceOf(path: string, cairn: Cairn): string {
  return placeBehind(resolve(cairn.cwd, atHome(path, cairn)));
}

function atHome(path: string, { env }: Cairn): string {
  return path.startsWith("~/") ? join(env["HOME"] ?? "~", path.slice(2)) : path;
}

/** A tool follows a link that leads nowhere yet. */
function placeBehind(path: string, links = 0): string {
  const rest: string[] = [];
  for (let place = path; ; place = dirname(place)) {
    const real = realPath(place);
    if (real !== undefined) return join(real, ...rest);
    const isLink = links < MOST_LINKS && visible(place)?.kind === "link";
    const target = isLink ? linkTargetOf(place) : undefined;
    if (target !== undefined) return placeBehind(join(resolve(dirname(place), target), ...rest), links + 1);
    if (dirname(place) === place) return path;
    rest.unshift(basename(place));
  }
}
