/**
 * What new information might duplicate: found by the index among the memories of one scope and kind that hold now, and
 * told with what may be done to it. The hash is of the file as it was read for this answer.
 */

import { contentOf } from "../format/sections.ts";
import { idFromTitle } from "../model/id.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import type { Memory, MemoryId } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import type { Finder, StoredMemory } from "../search/files/finder.ts";
import { vetoesOn } from "../store/protect.ts";
import type { Store } from "../store/store.ts";
import { candidatePoints, type Likeness, likenessOf, type News } from "./likeness.ts";
import { type DraftStanding, type LifecycleEvent, standingOf, type Veto } from "./resolve.ts";
import { isResting } from "./window.ts";

/** So many are looked at closely; the index has put the likeliest first. */
const LOOKED_AT = 10;
const EXCERPT = 200;

interface Candidate extends Likeness {
  readonly memory: Memory;
}

export interface Judged extends DraftStanding {
  readonly candidate: Candidate | undefined;
  readonly event: LifecycleEvent | undefined;
}

interface Looking {
  readonly news: News;
  readonly scope: Scope;
  /** A summary is its session's: no other session's is its candidate, however alike. */
  readonly session?: string | undefined;
  readonly event?: LifecycleEvent | undefined;
  /** When it was said, where its source tells. */
  readonly said?: string | undefined;
}

export function judge(finder: Finder, store: Store, looking: Looking, now: Date): Judged {
  const { news, event, said } = looking;
  const candidate = candidateIn(finder, store, looking);
  const standing = standingOf(news.kind, candidate !== undefined, event);
  const vetoes = [...standing.vetoes, ...resurrectionOf(store, news, { now, said })];
  return { ...standing, vetoes, candidate, event };
}

function candidateIn(finder: Finder, store: Store, { news, scope, session }: Looking): Candidate | undefined {
  if (kindRow(news.kind).naming.by === "session") return ofSession(store, news, session);
  const asked = { text: `${news.title}\n${news.text}\n${news.tags.join(" ")}`, limit: LOOKED_AT };
  const found = finder
    .search({ ...asked, kinds: [news.kind], scopes: [scope] })
    .hits.map(({ memory }: StoredMemory) => memory);
  const named = store.read(idFromTitle(news.title, news.kind));
  const all = named !== undefined && isLive(named, news.kind) && store.concerns(named) ? [named, ...found] : found;
  return best(all, news, named?.id);
}

function ofSession(store: Store, news: News, session: string | undefined): Candidate | undefined {
  const memory = store
    .memories()
    .find(({ kind, fields, source }) => kind === news.kind && [fields["session"], source?.session].includes(session));
  const whole = session === undefined || memory === undefined ? undefined : store.read(memory.id);
  return whole !== undefined && (isLive(whole, news.kind) || isResting(whole))
    ? { memory: whole, points: 0, similarity: 1 }
    : undefined;
}

function isLive({ kind, status, supersededBy }: Memory, wanted: Kind): boolean {
  return kind === wanted && status === "active" && supersededBy === undefined;
}

/** Most points first, then the likest, then by path; the one of that very name needs none. */
function best(memories: readonly Memory[], news: News, named: MemoryId | undefined): Candidate | undefined {
  const candidates = memories
    .map((memory) => ({ memory, ...likenessOf(news, memory) }))
    .filter(({ memory, points }) => points >= candidatePoints || memory.id === named);
  const order = (a: Candidate, b: Candidate) =>
    b.points - a.points || b.similarity - a.similarity || (a.memory.path < b.memory.path ? -1 : 1);
  return candidates.sort(order)[0];
}

interface Times {
  readonly now: Date;
  readonly said: string | undefined;
}

/** What was retired a moment ago, or after this was said, or put into the archive, does not come back under its name. */
function resurrectionOf(store: Store, { title, kind }: News, { now, said }: Times): Veto[] {
  const memory = store.find(idFromTitle(title, kind));
  if (memory === undefined || memory.kind !== kind) return [];
  if (memory.status === "retired" && Date.parse(said ?? "") < Date.parse(memory.retired?.at ?? "")) {
    return [
      { action: "CREATE", reason: `${memory.id} was retired after this was said. Restore it if it holds again.` },
    ];
  }
  const veto = vetoesOn(memory, now).find(({ action }) => action === "create");
  return veto === undefined ? [] : [{ action: "CREATE", reason: `${veto.reason} ${veto.hint}` }];
}

/** The first words of what matters in a memory, by the names of its fields; of a free text, its beginning. */
export function excerptOf(memory: Memory): Record<string, string> {
  const content = contentOf(memory);
  const names = kindRow(memory.kind).telling ?? [];
  const parts = names.flatMap((name) => (content[name] === undefined ? [] : [[name, inShort(content[name])] as const]));
  const fields = Object.entries(memory.fields).map(([name, value]) => [name, String(value)] as const);
  if (parts.length > 0) return Object.fromEntries([...fields, ...parts]);
  return Object.fromEntries([...fields, ["text", inShort(memory.body)]]);
}

function inShort(value: unknown): string {
  const text = typeof value === "string" ? value : (value as readonly unknown[]).map(lineOf).join("; ");
  return [...text.replace(/\s+/g, " ").trim()].slice(0, EXCERPT).join("");
}

function lineOf(part: unknown): string {
  if (typeof part === "string") return part;
  const { option, reason } = part as { option: string; reason: string };
  return `${option}: ${reason}`;
}
