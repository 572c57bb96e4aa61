/** From an intent to a draft that waits, and from a waiting draft to a memory: what the drafting operations share. */

import type { Cairn } from "../cairn.ts";
import { notSaved } from "../disk/files.ts";
import { token } from "../disk/random.ts";
import { type Accepted, planAccept, writtenBy } from "../distill/accept.ts";
import { assemble, type Draft, type Nothing, newsOf } from "../distill/assemble.ts";
import { type Judged, judge } from "../distill/candidate.ts";
import { likenessOf } from "../distill/likeness.ts";
import { isResting } from "../distill/window.ts";
import { withDraftBlock } from "../format/draft-block.ts";
import type { DraftKey } from "../model/draft.ts";
import { CairnError } from "../model/error.ts";
import { isMemoryId } from "../model/id.ts";
import type { Source } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import { lowestTrust, surfaceTrust, type Trust } from "../model/trust.ts";
import { introduceRoot } from "../places/known-root.ts";
import type { Intent } from "../scribe/intent.ts";
import type { Proposed, Waiting } from "../store/inbox.ts";
import { planMove } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import { anchorsFor, isInProject } from "./anchors.ts";
import { noteDraft } from "./capture-notes.ts";
import { keepWindow, limitsOn } from "./keep-window.ts";

export interface Drafting {
  readonly intent: Intent;
  readonly scope: Scope;
  /** The text it was made from. */
  readonly context: string | undefined;
  readonly agent?: string | undefined;
}

export interface Drafted {
  readonly judged: Judged;
  readonly outcome: Draft | Nothing;
  readonly store: Store;
  readonly warnings: readonly string[];
}

export async function draftFrom(cairn: Cairn, { intent, scope, context, agent }: Drafting): Promise<Drafted> {
  const store = (await cairn.stores(agent)).of(scope);
  const { finder } = await cairn.finder(agent);
  const now = cairn.clock.now();
  const looking = { news: newsOf(intent), scope, session: intent.session, event: intent.event };
  const found = judge(finder, store, looking, now);
  const judged = { ...found, vetoes: [...found.vetoes, ...limitsOn(cairn, store, intent.kind)] };
  const { anchors, warnings } = anchorsFor(intent.files, cairn);
  const source = sourceOf(cairn, scope, intent.session);
  const sameFrom = cairn.settings.get("distill.sameFrom") / 100;
  const outcome = assemble({ intent, judged, files: anchors, source, context, now, sameFrom });
  return { judged, outcome, store, warnings };
}

/** Where the branch stands now says nothing about a session that is over. */
function sourceOf(cairn: Cairn, scope: Scope, session: string | undefined): Source {
  const source = cairn.sourceFor(scope);
  if (session === undefined || session === cairn.sessions.who.session) return source;
  const { branch: _, commit: __, ...rest } = source;
  return rest;
}

const deeds = { waiting: "proposed", full: "full" } as const;

/** Under the root's lock. One that says what a waiting one says is known already. */
export async function propose(cairn: Cairn, store: Store, draft: Draft): Promise<Proposed> {
  await cairn.prepareWrite();
  introduceRoot(cairn.places.cairnHome, store.root, cairn.clock.now());
  const sameFrom = cairn.settings.get("distill.sameFrom") / 100;
  const told = { key: draft.key, note: draft.note, written: draft.wish };
  const proposed = await store.locked(cairn.by, (): Proposed => {
    store.inbox.tidy(cairn.clock.now());
    const waiting = store.inbox.list();
    if (waiting.some((other) => saysTheSame(draft, other, sameFrom))) return "known";
    const taken = store.inbox.propose(draft.key, draft.text, draft.also);
    if (taken === "waiting") for (const older of waiting.filter(summing(draft))) store.inbox.withdraw(older.key);
    return taken;
  });
  if (proposed === "waiting" || proposed === "full") noteDraft(cairn, deeds[proposed], told);
  return proposed;
}

/** What `propose` would say of one that has come before; undefined of any other. */
export function alreadyThere(cairn: Cairn, { inbox }: Store, draft: Draft): Proposed | undefined {
  const sameFrom = cairn.settings.get("distill.sameFrom") / 100;
  if (inbox.list().some((other) => saysTheSame(draft, other, sameFrom))) return "known";
  return [draft.key, ...draft.also].some((key) => inbox.isSettled(key)) ? "settled" : undefined;
}

/** An earlier summary of the same session has nothing to say any more. */
function summing({ wish, note }: Draft): (other: Waiting) => boolean {
  if (wish.kind !== "session_summary" || note.session === undefined) return () => false;
  return (other) => other.written.kind === wish.kind && other.note.session === note.session;
}

function saysTheSame({ wish, note, key }: Draft, { written, ...other }: Waiting, sameFrom: number): boolean {
  if (key === other.key) return true;
  if (wish.kind !== written.kind || note.action !== other.note.action || wish.kind === "session_summary") return false;
  const news = { kind: wish.kind, title: wish.title, text: wish.description, tags: wish.tags };
  return likenessOf(news, written).similarity >= sameFrom;
}

/** The roots whose drafts are ours to settle: another clone settles its own. */
export async function inboxStores(cairn: Cairn, agent?: string): Promise<Store[]> {
  const stores = await cairn.stores(agent);
  return stores.all().filter((store) => !stores.isClone(store));
}

/** A waiting draft by its key, or by as much of it as means one. */
export function waitingDraft(stores: readonly Store[], given: string): { draft: Waiting; store: Store } {
  const wanted = given.toLowerCase();
  const found = stores.flatMap((store) => {
    const keys = /^[0-9a-f]{4,32}$/.test(wanted) ? store.inbox.keys().filter((key) => key.startsWith(wanted)) : [];
    return keys.flatMap((key) => store.inbox.read(key) ?? []).map((draft) => ({ draft, store }));
  });
  const [one] = found;
  if (found.length > 1) {
    throw new CairnError("ambiguous", "AMBIGUOUS_ID", "More than one draft begins like that.", {
      hint: "Give more of its key.",
    });
  }
  if (one !== undefined) return one;
  throw new CairnError("not-found", "NOT_FOUND", "No such draft is waiting.", {
    hint: "See review for those that are.",
  });
}

/** `again`: where what it was held against has changed, it is brought up to date and tried once more. */
export async function acceptDraft(cairn: Cairn, store: Store, key: DraftKey, again = false): Promise<Accepted> {
  const draft = store.inbox.read(key);
  if (draft === undefined) return waitingDraft([store], key) as never;
  if (await wakened(cairn, store, draft)) return acceptDraft(cairn, store, key, again);
  const trust = trustFor(cairn, draft.written.trust ?? "untrusted");
  const isThere = (path: string) => isInProject(path, cairn);
  try {
    const plan = { draft, trust, isThere, random: () => token().slice(0, 4) };
    const { result } = await cairn.change(store, (site) => planAccept(site, plan));
    const memory = `${store.root.scope}:${result.id}`;
    const because = `${result.action}: ${draft.note.because}`;
    if (result.action !== "unchanged") noteDraft(cairn, "written", draft, { memory, because });
    const listed = (await isSettled(cairn, store, draft)) ? [] : [STILL_LISTED];
    return { ...result, warnings: [...result.warnings, ...listed, ...(await keepWindow(cairn, store, result.id))] };
  } catch (error) {
    if (!(error instanceof CairnError) || error.code !== "OCC_CONFLICT") throw error;
    await bringUpToDate(cairn, store, draft);
    if (again) return acceptDraft(cairn, store, key);
    throw error;
  }
}

/** A summary that only rests comes back before it is brought up to date. */
async function wakened(cairn: Cairn, store: Store, draft: Waiting): Promise<boolean> {
  const memory = isMemoryId(draft.note.candidate) ? store.find(draft.note.candidate) : undefined;
  if (memory === undefined || !isResting(memory)) return false;
  const move = memory.status === "retired" ? "restore" : "unarchive";
  await cairn.change(store, (site) => planMove(site, memory.id, move, "its session is summed up again"));
  await bringUpToDate(cairn, store, draft);
  return true;
}

/** False where it had been written before a process died: then there is nothing left to reject. */
export async function rejectDraft(
  cairn: Cairn,
  store: Store,
  draft: Waiting,
  because = "rejected on review",
): Promise<boolean> {
  const isRejected = await store.locked(cairn.by, (site) => {
    const isWritten = writtenBy(site, draft.key) !== undefined;
    store.inbox.settle(draft.key);
    return !isWritten;
  });
  if (isRejected) noteDraft(cairn, "rejected", draft, { because });
  return isRejected;
}

const STILL_LISTED = "It is written, but its draft could not be taken away: accepting it again only does that.";

/** The memory is saved: a disk that refuses now must not make it look otherwise. */
async function isSettled(cairn: Cairn, store: Store, { key }: Waiting): Promise<boolean> {
  try {
    await store.locked(cairn.by, () => store.inbox.settle(key));
    return true;
  } catch (error) {
    if (notSaved(error, "") instanceof CairnError) return false;
    throw error;
  }
}

/** What a person accepts is at most imported if it came from outside; nobody else raises anything. */
function trustFor({ surface }: Cairn, trust: Trust): Trust {
  if (surface !== "cli") return lowestTrust(trust, surfaceTrust[surface]);
  return trust === "untrusted" ? "imported" : trust;
}

/** The memory it changes as it is now; one that is gone leaves a new memory to write. */
async function bringUpToDate(cairn: Cairn, store: Store, { key, text, note }: Waiting): Promise<void> {
  store.look();
  const memory = isMemoryId(note.candidate) ? store.find(note.candidate) : undefined;
  const isLive = memory?.status === "active";
  const { candidate: _, hash: __, ...rest } = note;
  await store.locked(cairn.by, () => {
    if (isLive) store.inbox.replace(key, withDraftBlock(text, { ...note, hash: memory.hash }));
    else if (note.action === "UPDATE") store.inbox.replace(key, withDraftBlock(text, { ...rest, action: "CREATE" }));
    else store.inbox.settle(key);
  });
}
