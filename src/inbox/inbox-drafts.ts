/** The drafts that wait, by what a person calls them: the roots that are ours to settle, and a key or its first digits. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import type { Root } from "../model/scope.ts";
import { everyKnownRoot } from "../places/known-root.ts";
import type { Inbox, Waiting } from "../store/inbox.ts";
import type { Store } from "../store/store.ts";
import { writtenBy } from "./accept.ts";

export interface Named {
  readonly draft: Waiting;
  readonly store: Store;
}

const SHORT_KEY = 8;
const FIRST_DIGITS = /^[0-9a-f]{4,32}$/i;

/** As much of a key as is needed to name it. */
export function shortKey(key: string): string {
  return key.slice(0, SHORT_KEY);
}

/** The roots whose drafts are ours to settle: another clone settles its own. */
export async function inboxStores(cairn: Cairn, agent?: string): Promise<Store[]> {
  return (await cairn.stores(agent)).own();
}

/** A waiting draft by its key, or by as much of it as means one. */
export function waitingDraft(stores: readonly Store[], given: string): Named {
  const found = stores.flatMap((store) => {
    const keys = store.inbox.keys().filter((key) => isCalled(key, given));
    return keys.flatMap((key) => store.inbox.read(key) ?? []).map((draft) => ({ draft, store }));
  });
  if (found.length === 0) throw notWaiting(stores, given);
  return onlyOne(given, found);
}

export function everyWaiting(stores: readonly Store[]): Named[] {
  return stores.flatMap((store) => store.inbox.list().map((draft) => ({ draft, store })));
}

/** One that was rejected and is kept still. */
export function rejectedDraft(stores: readonly Store[], given: string): Named {
  const found = everyRejected(stores).filter(({ draft }) => isCalled(draft.key, given));
  if (found.length > 0) return onlyOne(given, found);
  throw new CairnError("NOT_FOUND", `No rejected draft called ${given} is kept.`, {
    hint: "Nothing was done. One is kept for 30 days from when it was proposed; review --rejected lists them.",
  });
}

export function everyRejected(stores: readonly Store[]): Named[] {
  return stores.flatMap((store) => store.inbox.rejected().map((draft) => ({ draft, store })));
}

function isCalled(key: string, given: string): boolean {
  return FIRST_DIGITS.test(given) && key.startsWith(given.toLowerCase());
}

function onlyOne(given: string, found: readonly Named[]): Named {
  const [one] = found;
  if (one !== undefined && found.length === 1) return one;
  throw new CairnError("AMBIGUOUS_ID", `More than one draft begins with ${given}.`, {
    hint: "Nothing was done. Give more of its key.",
  });
}

function notWaiting(stores: readonly Store[], given: string): CairnError {
  if (!FIRST_DIGITS.test(given)) {
    return new CairnError("NOT_FOUND", `No draft called ${given} is waiting: that is no key.`, {
      hint: "Nothing was done. A key is 4 or more of its first digits, such as 5e1f0a77: see review for those that wait.",
    });
  }
  const isRejected = everyRejected(stores).some(({ draft }) => isCalled(draft.key, given));
  const [became] = stores.flatMap((store) => writtenAs(store, given));
  const hint = isRejected
    ? `It was rejected. To let it wait again: cairn review --reopen ${given}`
    : became === undefined
      ? "See review for those that are."
      : `It was accepted, as ${became}. To take that back: undo ${became}.`;
  return new CairnError("NOT_FOUND", `No draft called ${given} is waiting.`, {
    hint: `Nothing was done. ${hint}`,
  });
}

/** The memories that drafts of this name became, as far as that is kept and was not taken back. */
function writtenAs(store: Store, given: string): string[] {
  const keys = store.inbox.written().flatMap(({ key }) => (isCalled(key, given) ? [key] : []));
  const ids = keys.flatMap((key) => writtenBy({ history: store.history }, key) ?? []);
  return ids.map((id) => `${store.root.scope}:${id}`);
}

/** `besides`: the root whose drafts have been seen to. Returns, in words, what could not be reached. */
export async function scrubDraftsElsewhere(
  cairn: Cairn,
  besides: Root,
  isDoomed: Parameters<Inbox["scrub"]>[0],
): Promise<string[]> {
  const left: string[] = [];
  for (const root of everyKnownRoot(cairn.places.cairnHome)) {
    const store = cairn.storeAt(root);
    if (root.key === besides.key || store.inbox.isEmpty) continue;
    try {
      await store.locked(cairn.by, () => store.inbox.scrub(isDoomed));
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      left.push(`Drafts of ${root.project ?? root.scope} could not be looked through: ${error.message}`);
    }
  }
  return left;
}
