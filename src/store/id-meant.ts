/** A memory by the name somebody typed. Where none is called so, the refusal names the ids that come near it. */

import { join } from "node:path";
import { CairnError } from "../model/error.ts";
import { parseAddress, slugOf } from "../model/id.ts";
import { nearest } from "../text/nearest.ts";
import type { Reached, Stores } from "./stores.ts";

const MOST_NAMED = 3;

/** For writing: exactly one. */
export function reachOneCalled(stores: Stores, name: string): Reached {
  return orNearest(stores, name, () => stores.reachOne(parseAddress(idMeant(stores, name))));
}

/** A path, as the indexes list it or whole as `where` says it, means the memory that lies there; nothing is opened by it. */
export function idMeant(stores: Stores, name: string): string {
  if (!/\.md$/i.test(name)) return name;
  const path = name.replace(/^\.\//, "");
  const found = stores
    .headsSeen()
    .find((head) => head.found.path === path || join(stores.of(head.scope).root.path, head.found.path) === path);
  if (found !== undefined) return `${found.scope}:${found.id}`;
  throw new CairnError("NOT_FOUND", "No memory lies at that path.", {
    field: "id",
    hint: "A path goes by the folder of the memories, as MEMORY.md lists it; list names what there is. Pages such as MEMORY.md and _index.md are made from memories, and are none.",
  });
}

export function orNearest<T>(stores: Stores, name: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof CairnError) || error.field !== "id" || !isUnknown(error)) throw error;
    const near = idsNear(
      name,
      stores.headsSeen().map(({ scope, id }) => `${scope}:${id}`),
    );
    if (near.length === 0) throw error;
    const { code, message, field, hint, cause } = error;
    throw new CairnError(code, message, { field, hint: `Did you mean ${near.join(", ")}? ${hint}`, cause });
  }
}

function isUnknown({ code }: CairnError): boolean {
  return code === "NOT_FOUND" || code === "INPUT_ERROR";
}

/** Those with every word of it, as a title has them, else the one it may be a slip of; `addresses` as `scope:id`. */
export function idsNear(name: string, addresses: readonly string[]): string[] {
  const typed = slugOf(name.slice(name.indexOf(":") + 1));
  if (typed === "") return [];
  const ids = new Map(addresses.map((address) => [address.slice(address.indexOf(":") + 1), address]));
  const words = typed.split("-");
  const holding = [...ids.keys()].filter((id) => words.every((word) => id.split("-").includes(word)));
  const near = holding.length > 0 ? holding : [nearest(typed, [...ids.keys()]) ?? []].flat();
  const shortest = near.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return shortest.slice(0, MOST_NAMED).map((id) => ids.get(id)!);
}
