/**
 * What an agent would do to a memory that is worth more than its words: it waits for the person, as a draft that says
 * what stands against what. Nothing is written until they decide.
 */

import type { Cairn } from "../cairn.ts";
import { withDraftBlock } from "../format/draft-block.ts";
import { printMemory } from "../format/print.ts";
import { descriptionLength } from "../format/sentence.ts";
import { oneLine } from "../guard/one-line.ts";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import { type DraftNote, isDraftKey } from "../model/draft.ts";
import type { Memory } from "../model/memory.ts";
import { sha256Of } from "../model/sha256.ts";
import { isOfAgent, type Trust } from "../model/trust.ts";
import { introduceRoot } from "../places/known-root.ts";
import { isWorthLess, LowerTrustError } from "../store/protect.ts";
import type { Store } from "../store/store.ts";
import { noteDraft } from "./capture-notes.ts";
import { shortKey } from "./inbox-drafts.ts";

const LONGEST_SIDE = 240;

interface Contradicting {
  /** The memory that stands, and is worth more. */
  readonly standing: Memory;
  readonly does: "replaces" | "rewrites" | "adds to" | "retires";
  readonly trust: Trust;
  readonly kind: Memory["kind"];
  readonly title: string;
  /** What is said instead; why, where it would only retire. */
  readonly text: string;
  readonly description?: string | undefined;
  readonly fields?: Memory["fields"];
}

/** Whether an agent would do so without the person. */
export function needsPerson(cairn: Cairn, standing: Pick<Memory, "trust" | "kind">, trust: Trust): boolean {
  return isOfAgent(cairn.surface) && isWorthLess(standing, trust);
}

/** What would be added to a memory that is worth more is no fault: it waits. Under the lock alone its worth is certain. */
export async function unlessLower<T>(change: Promise<T>): Promise<T | LowerTrustError> {
  return change.catch((error) => {
    if (error instanceof LowerTrustError) return error;
    throw error;
  });
}

/** Puts the change into the inbox; the answer says that it waits, and how to decide it. */
export async function waitAsContradiction(cairn: Cairn, store: Store, asked: Contradicting): Promise<string> {
  await cairn.prepareWrite();
  introduceRoot(cairn.places.cairnHome, store.root, cairn.clock.now());
  const { standing, does, kind, trust } = asked;
  const title = oneLine(redact(asked.title).text, 110);
  const text = redact(asked.text).text;
  const key = sha256Of(`${does}\n${standing.scope}:${standing.id}\n${title}\n${text}`).slice(0, 32);
  if (!isDraftKey(key)) throw new Error("a hash is no key");
  const note = noteOf(cairn, asked, text);
  const printed = printMemory({
    name: standing.id,
    kind,
    title,
    body: text,
    description: oneLine(redact(asked.description ?? text).text, descriptionLength),
    trust,
    source: cairn.sourceFor(store.root.scope),
    ...(asked.fields === undefined ? {} : { fields: asked.fields }),
  });
  const state = await store.locked(cairn.by, () => {
    store.inbox.tidy(cairn.clock.now());
    return store.inbox.propose(key, withDraftBlock(printed, note));
  });
  if (state === "waiting") noteDraft(cairn, "proposed", { key, note, written: { kind, title } });
  return told(asked, shortKey(key), state);
}

const ACTIONS = { replaces: "CREATE", rewrites: "UPDATE", "adds to": "UPDATE", retires: "DELETE" } as const;

function noteOf(cairn: Cairn, { standing, does, trust }: Contradicting, text: string): DraftNote {
  const { session } = cairn.sessions.who;
  const place = `${standing.scope}:${standing.id}`;
  const against = {
    action: ACTIONS[does],
    ...(does === "replaces" ? { supersedes: place } : { candidate: standing.id, hash: standing.hash }),
    ...(does === "rewrites" ? { whole: "yes" as const } : {}),
  };
  return {
    ...against,
    verdict: "REVISE",
    because: `it ${does} ${place}, which is ${standing.trust}, and is itself ${trust}`,
    proposed: cairn.clock.now().toISOString(),
    issues: [
      `stands (${standing.trust}): ${oneLine(standing.description || standing.title, LONGEST_SIDE)}`,
      `against it (${trust}): ${oneLine(text, LONGEST_SIDE)}`,
    ],
    turns: [],
    ...defined({ session }),
  };
}

function told({ standing, does }: Contradicting, key: string, state: string): string {
  const place = `${standing.scope}:${standing.id}`;
  if (state === "settled")
    return `It would have changed ${place}: the person said no to it before, and nothing was done.`;
  if (state === "full")
    return `It ${does} ${place}, which stays as it is; no more drafts can wait until the person has decided some with cairn review.`;
  return `It ${does} ${place}, which is ${standing.trust} and stays as it is. Both sides wait for the person: cairn review ${key} shows them.`;
}
