/** From an intent to a draft that waits: what the drafting operations share. */

import type { Cairn } from "../cairn.ts";
import { withDraftBlock } from "../format/draft-block.ts";
import { noteDraft } from "../inbox/capture-notes.ts";
import type { Source } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import { introduceRoot } from "../places/known-root.ts";
import { anchorsFor } from "../recall/anchors.ts";
import type { Proposed, Waiting } from "../store/inbox.ts";
import type { Store } from "../store/store.ts";
import { assemble, type Draft, type Nothing, newsOf } from "./assemble.ts";
import { type Judged, judge } from "./candidate.ts";
import { fullOf, limitsOn } from "./keep-window.ts";
import { likenessOf } from "./likeness.ts";
import { SAME_FROM } from "./resolve.ts";
import type { Intent } from "./scribe/intent.ts";

interface Drafting {
  readonly intent: Intent;
  readonly scope: Scope;
  /** The text it was made from. */
  readonly context: string | undefined;
  /** When it was said; now, where nothing tells. */
  readonly said?: string | undefined;
  readonly agent?: string | undefined;
}

interface Drafted {
  readonly judged: Judged;
  readonly outcome: Draft | Nothing;
  readonly store: Store;
  readonly warnings: readonly string[];
}

export async function draftFrom(cairn: Cairn, { intent, scope, context, said, agent }: Drafting): Promise<Drafted> {
  const store = (await cairn.stores(agent)).of(scope);
  const { finder } = await cairn.finder(agent);
  const now = cairn.clock.now();
  const looking = { news: newsOf(intent), scope, session: intent.session, event: intent.event, said };
  const found = judge(finder, store, looking, now);
  const judged = { ...found, vetoes: [...found.vetoes, ...limitsOn(cairn, intent.kind)] };
  const { anchors, warnings } = anchorsFor(intent.files, cairn);
  const source = sourceOf(cairn, scope, intent.session);
  const drafted = assemble({ intent, judged, files: anchors, source, context, now, said, sameFrom: SAME_FROM });
  return { judged, outcome: withinLimits(cairn, store, drafted), store, warnings };
}

/** Where a kind is full a new one waits, whoever verified it. */
function withinLimits(cairn: Cairn, store: Store, drafted: Draft | Nothing): Draft | Nothing {
  if (drafted.is === "nothing" || drafted.note.action !== "CREATE") return drafted;
  const full = fullOf(cairn, store, drafted.wish.kind);
  if (full === undefined) return drafted;
  const verdict = drafted.note.verdict === "BLOCK" ? "BLOCK" : "REVISE";
  const note = {
    ...drafted.note,
    verdict,
    issues: [`${full.reason}: forget one, or accept it all the same`, ...drafted.note.issues],
  } as const;
  return { ...drafted, note, text: withDraftBlock(drafted.text, note) };
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
  const told = { key: draft.key, note: draft.note, written: draft.wish };
  let waiting: Waiting[] = [];
  const proposed = await store.locked(cairn.by, (): Proposed => {
    store.inbox.tidy(cairn.clock.now());
    waiting = store.inbox.list();
    if (waiting.some((other) => isThatDraft(draft, other))) return "known";
    const taken = store.inbox.propose(draft.key, draft.text, draft.also);
    if (taken === "waiting") for (const older of waiting.filter(summing(draft))) store.inbox.withdraw(older.key);
    return taken;
  });
  if (proposed === "waiting" || proposed === "full") noteDraft(cairn, deeds[proposed], told);
  const gone = proposed === "waiting" ? waiting.filter(({ key }) => store.inbox.read(key) === undefined) : [];
  for (const other of gone) noteDraft(cairn, "expired", other, { because: "another draft took its place" });
  return proposed;
}

/** What `propose` would say of one that has come before; undefined of any other. */
export function alreadyThere({ inbox }: Store, draft: Draft): Proposed | undefined {
  if (inbox.list().some((other) => isThatDraft(draft, other))) return "known";
  return [draft.key, ...draft.also].some((key) => inbox.isSettled(key)) ? "settled" : undefined;
}

/** An earlier summary of the same session has nothing to say any more. */
function summing({ wish, note }: Draft): (other: Waiting) => boolean {
  if (wish.kind !== "session_summary" || note.session === undefined) return () => false;
  return (other) => other.written.kind === wish.kind && other.note.session === note.session;
}

function isThatDraft({ wish, note, key }: Draft, { written, ...other }: Waiting): boolean {
  if (key === other.key) return true;
  if (wish.kind !== written.kind || note.action !== other.note.action || wish.kind === "session_summary") return false;
  const news = { kind: wish.kind, title: wish.title, text: wish.description, tags: wish.tags };
  return likenessOf(news, written).similarity >= SAME_FROM;
}
