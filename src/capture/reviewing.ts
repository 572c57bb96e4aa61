/** What `review` does on a person's word. Every key is resolved and every draft asked for before anything is done. */

import type { Cairn } from "../cairn.ts";
import {
  everyRejected,
  everyWaiting,
  type Named,
  rejectedDraft,
  shortKey,
  waitingDraft,
} from "../inbox/inbox-drafts.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import type { Waiting } from "../store/inbox.ts";
import type { Store } from "../store/store.ts";
import { acceptDraft, type Mend, previewAccept, rejectDraft, reopenDraft } from "./accepting.ts";
import { editedDraft, noted, type OtherWords } from "./edited-draft.ts";

export const ALL = "all";

type Decided<T> = Readonly<Record<"accept" | "reject" | "reopen", readonly T[]>>;

interface Mending extends OtherWords {
  readonly into?: string | undefined;
}

interface Written {
  readonly key: string;
  readonly action: string;
  readonly memory?: Memory;
}

/** A key given twice is meant once. `all` is all that the other list does not name. */
export function decisionsIn(stores: readonly Store[], keys: Decided<string>): Decided<Named> {
  const { accept, reject, reopen } = keys;
  const named = (keys: readonly string[]) => keys.filter((key) => key !== ALL).map((key) => waitingDraft(stores, key));
  const [written, dropped] = [named(accept), named(reject)];
  const rest = (keys: readonly string[], besides: readonly Named[]) =>
    keys.includes(ALL) ? everyWaiting(stores).filter((one) => !besides.some((other) => isSame(one, other))) : [];
  const decisions = {
    accept: once([...written, ...rest(accept, dropped)]),
    reject: once([...dropped, ...rest(reject, written)]),
    reopen: once(reopen.flatMap((key) => (key === ALL ? everyRejected(stores) : [rejectedDraft(stores, key)]))),
  };
  const both = decisions.accept.find((one) => decisions.reject.some((other) => isSame(one, other)));
  if (both !== undefined) throw contradiction(both);
  return decisions;
}

/** Nothing is done where one of them would be refused. What a disk refuses midway says what was done before it.
 * `afterRejecting` warns of what says it still. */
export async function decide(
  cairn: Cairn,
  { accept, reject, reopen }: Decided<Named>,
  mend: (store: Store) => Mend,
  afterRejecting: (dropped: readonly Waiting[]) => Promise<string[]>,
): Promise<Done> {
  const run = new Run(cairn, accept.length + reject.length + reopen.length > 1);
  if (run.isList) for (const one of accept) await run.preview(one, mend(one.store));
  for (const one of reopen) await run.reopen(one);
  for (const one of reject) await run.reject(one);
  const dropped = reject.map(({ draft }) => draft).filter(({ key }) => run.rejected.includes(key));
  run.warnings.push(...(await afterRejecting(dropped)));
  for (const one of accept) await run.accept(one, mend(one.store));
  return run;
}

interface Done {
  readonly accepted: readonly Written[];
  readonly rejected: readonly string[];
  readonly reopened: readonly string[];
  readonly warnings: readonly string[];
}

class Run implements Done {
  readonly accepted: Written[] = [];
  readonly rejected: string[] = [];
  readonly reopened: string[] = [];
  readonly warnings: string[] = [];
  readonly isList: boolean;
  readonly #cairn: Cairn;

  constructor(cairn: Cairn, isList: boolean) {
    this.#cairn = cairn;
    this.isList = isList;
  }

  async preview(one: Named, mend: Mend): Promise<void> {
    await this.#named(one, () => previewAccept(this.#cairn, one.store, one.draft.key, mend));
  }

  async reopen(one: Named): Promise<void> {
    await this.#named(one, () => reopenDraft(this.#cairn, one.store, one.draft));
    this.reopened.push(one.draft.key);
  }

  async reject(one: Named): Promise<void> {
    const isRejected = await this.#named(one, () => rejectDraft(this.#cairn, one.store, one.draft));
    if (isRejected) this.rejected.push(one.draft.key);
    else this.warnings.push(`${one.draft.key} had been written already.`);
  }

  /** What an earlier one of the same list changed is no conflict. */
  async accept(one: Named, mend: Mend): Promise<void> {
    const { key, note } = one.draft;
    const again = this.accepted.some(({ memory }) => memory?.id === note.candidate);
    const act = () => acceptDraft(this.#cairn, one.store, key, { again, mend });
    const { action, id, warnings } = await this.#named(one, act);
    const memory = one.store.find(id);
    this.accepted.push({ key, action, ...defined({ memory }) });
    this.warnings.push(...warnings);
  }

  /** Of several, which one it was, and what was done before it. */
  async #named<T>({ draft }: Named, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!this.isList || !(error instanceof CairnError)) throw error;
      const done = [...this.reopened, ...this.rejected, ...this.accepted.map(({ key }) => key)];
      throw namedError(draft, error, done);
    }
  }
}

/** In other words, and into the memory that is named, as both are now. The draft itself stays as it is. */
export function mendingOf(cairn: Cairn, { title, body, into }: Mending): (store: Store) => Mend {
  return (store) => (draft) => {
    const edited = title === undefined && body === undefined ? draft : editedDraft(cairn, draft, { title, body });
    return into === undefined ? edited : aimed(edited, targetOf(store, edited, into));
  };
}

function aimed(draft: Waiting, { id, hash }: Memory): Waiting {
  return noted(draft, { action: "UPDATE", candidate: id, hash });
}

function targetOf(store: Store, { written }: Waiting, into: string): Memory {
  const { id, scope } = parseAddress(into);
  const memory = scope === undefined || scope === store.root.scope ? store.find(id) : undefined;
  if (memory === undefined || memory.status !== "active") {
    throw new CairnError("NOT_FOUND", `No active memory of that scope is called ${into}.`, {
      field: "into",
      hint: `Nothing was done. ${mergedInto(store, written.kind)}`,
    });
  }
  if (memory.kind === written.kind) return memory;
  const message = `A draft of kind ${written.kind} cannot be merged into a ${memory.kind}.`;
  throw new CairnError("MERGE_ERROR", message, {
    field: "into",
    hint: `Nothing was done. Name a memory of kind ${written.kind}, or accept it as its own.`,
  });
}

const MOST_NAMED = 5;

/** The newest of those it may be, for who has no list at hand. */
function mergedInto(store: Store, kind: Kind): string {
  const all = store.heads().filter(({ face }) => face.kind === kind && face.status === "active");
  const ids = all.sort((a, b) => b.face.time.localeCompare(a.face.time)).map(({ id }) => id);
  if (ids.length === 0)
    return `A draft is merged into an active memory of its own scope and kind; no ${kind} is there.`;
  const more = ids.length > MOST_NAMED ? "; see list for all" : "";
  return `A draft is merged into an active memory of its own scope and kind: ${ids.slice(0, MOST_NAMED).join(", ")}${more}.`;
}

function namedError({ key }: Waiting, error: CairnError, done: readonly string[]): CairnError {
  const { code, message, hint, field } = error;
  const before = done.length === 0 ? "Nothing was done." : `Done before it: ${done.map(shortKey).join(", ")}.`;
  const said = hint.replace(/^Nothing was (?:done|written)\.\s*/, "");
  return new CairnError(code, `${shortKey(key)}: ${message}`, {
    hint: said === "" ? before : `${before} ${said}`,
    ...defined({ field }),
    cause: error,
  });
}

function isSame(one: Named, other: Named): boolean {
  return one.draft.key === other.draft.key && one.store === other.store;
}

function once(drafts: readonly Named[]): Named[] {
  return drafts.filter((one, n) => drafts.findIndex((other) => isSame(one, other)) === n);
}

function contradiction({ draft }: Named): CairnError {
  return new CairnError("INPUT_ERROR", `${shortKey(draft.key)} is both accepted and rejected.`, {
    hint: "Nothing was done. Say one of the two.",
  });
}
