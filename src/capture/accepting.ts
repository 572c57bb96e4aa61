/** A draft on somebody's word: written, once, rejected, or opened again. What is refused leaves the draft as it was. */

import type { Cairn } from "../cairn.ts";
import { notSaved, unlessRefused } from "../disk/files.ts";
import { withDraftBlock } from "../format/draft-block.ts";
import { type Accepted, type Accepting, writtenBy } from "../inbox/accept.ts";
import { noteDraft } from "../inbox/capture-notes.ts";
import { needsPerson } from "../inbox/contradiction.ts";
import { waitingDraft } from "../inbox/inbox-drafts.ts";
import type { DraftKey } from "../model/draft.ts";
import { CairnError } from "../model/error.ts";
import { isMemoryId } from "../model/id.ts";
import type { Memory, MemoryId } from "../model/memory.ts";
import { isOfAgent, lowestTrust, surfaceTrust, type Trust } from "../model/trust.ts";
import { isNamedByPerson, planAccepted } from "../person/observation.ts";
import { isInProject } from "../recall/anchors.ts";
import type { Waiting } from "../store/inbox.ts";
import { planMove } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import { refuseAgentsRules } from "../trust/refuse-agents.ts";
import { keepWindowInWords } from "./keep-window.ts";
import { isResting } from "./window.ts";

/** The draft as the person would have it: other words, or into another memory. */
export type Mend = (draft: Waiting) => Waiting;

const asItIs: Mend = (draft) => draft;

interface How {
  /** Where what it was held against has changed, it is brought up to date and tried once more. */
  readonly again?: boolean;
  readonly mend?: Mend;
  /** The person said it in so many words: that is their word on it. */
  readonly isCertain?: boolean;
  /** And the host's own record has these words as theirs. */
  readonly isStated?: boolean;
}

export async function acceptDraft(cairn: Cairn, store: Store, key: DraftKey, how: How = {}): Promise<Accepted> {
  const meant = draftMeant(store, key, how.mend);
  if (await wakened(cairn, store, meant)) return acceptDraft(cairn, store, key, how);
  const { draft } = meant;
  try {
    const { result } = await orUpToDate(cairn, store, meant, () =>
      cairn.change(store, (context) => planAccepted(context, acceptingOf(cairn, store, draft, how))),
    );
    const memory = `${store.root.scope}:${result.id}`;
    const because = `${result.action}: ${draft.note.because}`;
    if (result.action !== "unchanged") noteDraft(cairn, "written", draft, { memory, because });
    const listed = (await isSettled(cairn, store, draft)) ? [] : [STILL_LISTED];
    const retired = (await unlessRefused(() => keepWindowInWords(cairn, store, result.id))) ?? [NOT_RETIRED];
    return { ...result, warnings: [...result.warnings, ...listed, ...retired] };
  } catch (error) {
    if (!how.again || !isConflict(error)) throw error;
    return acceptDraft(cairn, store, key, { ...how, again: false });
  }
}

/** Throws what stands against writing it, and writes nothing: of a list all are asked before one is written. */
export async function previewAccept(cairn: Cairn, store: Store, key: DraftKey, mend?: Mend): Promise<void> {
  const meant = draftMeant(store, key, mend);
  if (restingIn(store, meant.draft) !== undefined) return;
  await orUpToDate(cairn, store, meant, () =>
    store.locked(cairn.by, (context) => planAccepted(context, acceptingOf(cairn, store, meant.draft))),
  );
}

/** False where it had been written before a process died: then there is nothing left to reject. */
export async function rejectDraft(cairn: Cairn, store: Store, draft: Waiting): Promise<boolean> {
  const isEnded = await store.locked(cairn.by, (context) => {
    const isWritten = writtenBy(context, draft.key) !== undefined;
    store.inbox[isWritten ? "settleWritten" : "reject"](draft.key);
    return !isWritten;
  });
  if (isEnded) noteDraft(cairn, "rejected", draft, { because: "rejected on review" });
  return isEnded;
}

/** Waits again as it did before it was rejected. */
export async function reopenDraft(cairn: Cairn, store: Store, draft: Waiting): Promise<void> {
  await cairn.prepareWrite();
  if (!(await store.locked(cairn.by, () => store.inbox.reopen(draft)))) {
    throw new CairnError("NOT_SAVED", "There is no room for another draft that waits.", {
      hint: "Decide some of those that wait first.",
    });
  }
  noteDraft(cairn, "reopened", draft, { because: "taken back on review" });
}

interface Meant {
  /** As it lies in the inbox, and as it is to be written. */
  readonly waiting: Waiting;
  readonly draft: Waiting;
}

function draftMeant(store: Store, key: DraftKey, mend: Mend = asItIs): Meant {
  const waiting = store.inbox.read(key) ?? waitingDraft([store], key).draft;
  return { waiting, draft: mend(waiting) };
}

function acceptingOf(
  cairn: Cairn,
  store: Store,
  draft: Waiting,
  { isCertain = false, isStated = false }: How = {},
): Accepting {
  if (!isCertain && !isNamedByPerson(cairn, draft)) {
    refuseAgentsRules(cairn, draft.written.kind);
    refuseAgentsOver(cairn, store, draft);
  }
  return {
    draft,
    trust: isStated ? "stated" : trustFor(cairn, draft.written.trust ?? "untrusted"),
    isThere: (path) => isInProject(path, cairn),
  };
}

/** What waits because it would change something worth more is let in by the person, not by who proposed it. */
function refuseAgentsOver(cairn: Cairn, store: Store, { note, written }: Waiting): void {
  const place = note.supersedes ?? note.candidate ?? "";
  const standing = store.find(place.replace(`${store.root.scope}:`, "") as MemoryId);
  const isOver =
    standing === undefined ? place.includes(":") : needsPerson(cairn, standing, written.trust ?? "untrusted");
  if (!isOver || !isOfAgent(cairn.surface)) return;
  throw new CairnError(
    "SECURITY_ERROR",
    `It changes ${place}, which is worth more: only the person lets it. Nothing was written.`,
    {
      hint: "Show them both sides and let them name it by its number or key; or at their own terminal: cairn review.",
    },
  );
}

/** What it was held against has changed: it is brought up to date, unless the person meant another memory. */
async function orUpToDate<T>(cairn: Cairn, store: Store, meant: Meant, act: () => Promise<T>): Promise<T> {
  const { waiting, draft } = meant;
  try {
    return await act();
  } catch (error) {
    const isOwn = draft.note.candidate === waiting.note.candidate;
    if (isConflict(error) && isOwn) await bringUpToDate(cairn, store, waiting);
    throw error;
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof CairnError && error.code === "OCC_CONFLICT";
}

/** A summary that only rests comes back before it is brought up to date. */
async function wakened(cairn: Cairn, store: Store, { draft, waiting }: Meant): Promise<boolean> {
  const memory = restingIn(store, draft);
  if (memory === undefined) return false;
  const move = memory.status === "retired" ? "restore" : "unarchive";
  await cairn.change(store, (context) => planMove(context, memory.id, move, "its session is summed up again"));
  await bringUpToDate(cairn, store, waiting);
  return true;
}

function restingIn(store: Store, { note }: Waiting): Memory | undefined {
  const memory = isMemoryId(note.candidate) ? store.find(note.candidate) : undefined;
  return memory !== undefined && isResting(memory) ? memory : undefined;
}

const NOT_RETIRED = "It is written; what has outlived its time could not be retired now.";
const STILL_LISTED = "It is written, but its draft could not be taken away: accepting it again only does that.";

/** The memory is saved: a disk that refuses now must not make it look otherwise. */
async function isSettled(cairn: Cairn, store: Store, { key }: Waiting): Promise<boolean> {
  try {
    await store.locked(cairn.by, () => store.inbox.settleWritten(key));
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

/** The memory it changes as it is now; one that is gone, or of another kind now, leaves a new memory to write. */
async function bringUpToDate(cairn: Cairn, store: Store, { key, text, note, written }: Waiting): Promise<void> {
  store.look();
  const memory = isMemoryId(note.candidate) ? store.find(note.candidate) : undefined;
  const isLive = memory?.status === "active" && memory.kind === written.kind;
  const { candidate: _, hash: __, ...rest } = note;
  await store.locked(cairn.by, () => {
    if (isLive) store.inbox.replace(key, withDraftBlock(text, { ...note, hash: memory.hash }));
    else if (note.action === "UPDATE") store.inbox.replace(key, withDraftBlock(text, { ...rest, action: "CREATE" }));
    else store.inbox.settle(key);
  });
}
