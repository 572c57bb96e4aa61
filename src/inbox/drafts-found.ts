/** Drafts that wait, found meanwhile by a question or by their key, and told as drafts: few, by their own words, none that was blocked. */

import type { Cairn } from "../cairn.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory, MemoryId } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import { sha256Of } from "../model/sha256.ts";
import type { Store } from "../store/store.ts";
import { termsOf } from "../text/analyse.ts";
import { everyWaiting, type Named, shortKey } from "./inbox-drafts.ts";

export interface DraftFound {
  /** As it would be, named by the draft's key. */
  readonly memory: Memory;
  readonly time: number;
  /** How much of the question stands in it, 0 to 1. */
  readonly share: number;
}

interface DraftsAsked {
  readonly question: string;
  readonly exact: boolean;
  readonly kind?: Kind | undefined;
  readonly scope?: Scope | undefined;
  readonly tag?: string | undefined;
  /** In milliseconds. */
  readonly since?: number | undefined;
  readonly agent?: string | undefined;
  readonly most: number;
}

/** Beside memories they take little room. */
const MOST = 3;
/** A draft was looked at by nobody: half of what is asked must stand in it, and two words of it. */
const LEAST_SHARE = 0.5;
const LEAST_TERMS = 2;

export async function draftsFound(cairn: Cairn, asked: DraftsAsked): Promise<DraftFound[]> {
  // Without a look into the roots: what waits lies beside them.
  const stores = await cairn.reach(asked.agent);
  const isMeant = ({ root }: Store) => asked.scope === undefined || root.scope === asked.scope;
  const terms = new Set(termsOf(asked.question));
  return everyWaiting(stores.own().filter(isMeant))
    .filter(({ draft }) => draft.note.verdict !== "BLOCK" && draft.note.action !== "DELETE")
    .map((named) => ({ ...asMemory(named), share: shareOf(named, asked, terms) }))
    .filter(({ memory, time, share }) => share > 0 && passes(memory, time, asked))
    .sort((a, b) => b.share - a.share || b.time - a.time)
    .slice(0, Math.min(MOST, asked.most));
}

/** The one draft whose key is called so; undefined where none is, or the name is no key. */
export function draftCalled(stores: readonly Store[], name: string): Memory | undefined {
  const [, scope, digits = ""] = /^(?:(\w+):)?([0-9a-f]{4,32})$/i.exec(name) ?? [];
  if (digits === "") return undefined;
  const named = everyWaiting(stores.filter(({ root }) => scope === undefined || root.scope === scope)).filter(
    ({ draft }) => draft.key.startsWith(digits.toLowerCase()),
  );
  return named.length === 1 ? asMemory(named[0]!).memory : undefined;
}

function asMemory({ draft: { key, written, note, text }, store }: Named): { memory: Memory; time: number } {
  const updated = written.updated ?? note.proposed;
  const id = shortKey(key) as MemoryId;
  const { scope } = store.root;
  const trust = written.trust ?? "untrusted";
  const memory = { ...written, updated, trust, id, scope, path: "", hash: sha256Of(text), outside: false };
  return { memory, time: Date.parse(note.proposed) };
}

function shareOf({ draft: { written } }: Named, { question, exact }: DraftsAsked, terms: ReadonlySet<string>): number {
  const said = [written.title, written.description, ...written.aliases, ...written.tags, written.body].join("\n");
  if (exact) return said.toLowerCase().includes(question.toLowerCase()) ? 1 : 0;
  const own = new Set(termsOf(said));
  const shared = [...terms].filter((term) => own.has(term)).length;
  const share = terms.size === 0 ? 0 : shared / terms.size;
  return share >= LEAST_SHARE && shared >= Math.min(LEAST_TERMS, terms.size) ? share : 0;
}

function passes({ kind, tags }: Memory, time: number, asked: DraftsAsked): boolean {
  return (
    (asked.kind === undefined || asked.kind === kind) &&
    (asked.tag === undefined || tags.includes(asked.tag.toLowerCase())) &&
    (asked.since === undefined || time >= asked.since)
  );
}
