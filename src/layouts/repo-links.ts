/**
 * Which record of S4 took whose place. Its schema has no word for that, and records say it all the same: with a key of
 * their own, within the state, or as the reason they were put away. What names no record of the store stays as it is. Pure.
 */

import { isJsonObject, plainWords } from "../text/json.ts";
import { nameIn } from "../text/relative-path.ts";
import type { ForeignObject, ToldMemory } from "./layout.ts";

interface Linked {
  /** The record without what is said by its links. */
  readonly value: ForeignObject;
  readonly links: Pick<ToldMemory, "supersedes" | "supersededBy">;
}

const BY = /^super[sc]eded[ _-]by[\s:]+(\S.*)$/i;

export function linkedRecord(given: ForeignObject, isRecord: (name: string) => boolean): Linked {
  const content = isJsonObject(given["content"]) ? withPlainState(given["content"]) : given["content"];
  const named = (said: unknown) => (Array.isArray(said) ? said : [said]).map(nameOf);
  const taken: Record<string, string[]> = {};
  const without = (record: ForeignObject): ForeignObject =>
    Object.fromEntries(
      Object.entries(record).filter(([key, said]) => {
        if (key !== "supersedes" && key !== "superseded_by") return true;
        if (plainWords(said) === "") return false;
        const names = named(said);
        const isWhole = names.length > 0 && names.every(isRecord) && (key === "supersedes" || names.length === 1);
        if (isWhole) taken[key] = [...(taken[key] ?? []), ...names];
        return !isWhole;
      }),
    );
  const value = { ...without(given), ...(isJsonObject(content) ? { content: without(content) } : {}) };
  const reason = nameOf(BY.exec(plainWords(given["retired_reason"]))?.[1]);
  const [successor = isRecord(reason) ? reason : undefined] = taken["superseded_by"] ?? [];
  const supersedes = [...new Set(taken["supersedes"])];
  return {
    value,
    links: {
      ...(supersedes.length === 0 ? {} : { supersedes }),
      ...(successor === undefined ? {} : { supersededBy: successor }),
    },
  };
}

/** `superseded by use-b`, and `{ state: superseded, superseded_by: use-b }`: the word, with the name beside it. */
function withPlainState(content: ForeignObject): ForeignObject {
  const { status } = content;
  if (isJsonObject(status)) {
    const { status: said, state = said, value = state, ...rest } = status;
    const word = value ?? ("superseded_by" in rest ? "superseded" : undefined);
    if (word === undefined) return content;
    const besides = Object.entries(rest).map(([key, inner]) => [isSaid(content, key) ? `status_${key}` : key, inner]);
    return { ...content, ...Object.fromEntries(besides), status: word };
  }
  const successor = typeof status === "string" ? BY.exec(status.trim())?.[1] : undefined;
  if (successor === undefined) return content;
  return { superseded_by: successor, ...content, status: "superseded" };
}

/** What the record says of itself is not what its state says of itself: a reason, a day. */
function isSaid(content: ForeignObject, key: string): boolean {
  return Object.hasOwn(content, key) && plainWords(content[key]) !== "";
}

/** As its file is called: `decisions/use-b.json`, `"use-b"`. */
function nameOf(said: unknown): string {
  const plain = plainWords(said).replaceAll(/["'`[\]()]/g, "");
  return nameIn(plain.trim()).replace(/\.json$/i, "");
}
