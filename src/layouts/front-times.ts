/** Times of a foreign file's front matter that are written as no file of Cairn's has them. Pure. */

import type { Front } from "../format/front.ts";
import { textOf } from "../format/values.ts";
import { defined } from "../model/defined.ts";
import type { ToldMemory } from "./layout.ts";
import { writtenTime } from "./written-time.ts";

/** The keys that say them, in the order in which they count. */
const KEYS = { created: ["created", "created_at", "date"], updated: ["updated", "updated_at", "modified"] } as const;

type Times = Pick<ToldMemory, "created" | "updated">;

/** What is known already stays. */
export function oddTimes(front: Front, { created, updated }: Times) {
  return defined({
    created: created ?? writtenTime(said(front, "created")),
    updated: updated ?? writtenTime(said(front, "updated")),
  });
}

/** What stands there for a time and cannot be read as one, in words. */
export function unreadTimes(front: Front, memory: Times): string[] {
  return (["created", "updated"] as const).flatMap((name) => {
    const words = memory[name] === undefined ? (said(front, name) ?? "") : "";
    return words === "" ? [] : [`${name}: ${words} is no time that can be read`];
  });
}

function said({ map }: Front, name: keyof Times): string | undefined {
  const found = KEYS[name].flatMap((key) => map.entries.filter((entry) => entry.key === key)).at(0);
  return found === undefined ? undefined : textOf(found.node);
}
