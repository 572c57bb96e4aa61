/**
 * Memories that an entry of the log says no longer hold. What a machine may retire is retired, with the entry as the
 * reason; decisions, preferences and whatever is worth more than the entry are left to the person, and named.
 */

import { standingOf } from "../capture/resolve.ts";
import { isInstruction } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { lowestTrust } from "../model/trust.ts";
import { withAbsoluteDates } from "./absolute-dates.ts";
import { ends, oldThing, type TopicStatement, topicStatementOf } from "./changed-mind.ts";
import type { WaitingEntry } from "./gathering.ts";
import { lineText } from "./topic-page.ts";
import { isSameThing, wordingOf } from "./wording.ts";

export interface Contradicted {
  readonly memory: Memory;
  readonly entry: WaitingEntry;
  /** Why it is left to the person; undefined where it may be retired. */
  readonly leftBecause: string | undefined;
}

interface Stated {
  readonly memory: Memory;
  readonly statements: readonly TopicStatement[];
}

export function statedBy(memories: readonly Memory[]): Stated[] {
  return memories.map((memory) => {
    const texts = [memory.title, memory.description].filter((text) => text !== "");
    return { memory, statements: [...new Set(texts)].map(topicStatementOf) };
  });
}

/** By the newest entry that says so. What came from outside ends nothing. */
export function contradictedBy(entries: readonly WaitingEntry[], stated: readonly Stated[]): Contradicted[] {
  const telling = entries
    .filter(({ text, trust }) => trust !== "untrusted" && oldThing(text).length > 0)
    .map((one) => ({ one, newer: topicStatementOf(lineText(withAbsoluteDates(one.text, one.day))) }));
  return stated.flatMap(({ memory, statements }) => {
    const entry = telling.findLast(
      ({ one, newer }) => isSince(one, memory) && statements.some((older) => ends(newer, older, "strangers")),
    )?.one;
    return entry === undefined ? [] : [{ memory, entry, leftBecause: obstacle(memory, entry) }];
  });
}

/** The memory that says what the entry says; then it need not be said again. */
export function knownAs(entry: WaitingEntry, stated: readonly Stated[], sameFrom: number): Memory | undefined {
  const said = wordingOf(entry.text);
  return stated.find(({ statements }) => statements.some(({ wording }) => isSameThing(said, wording, sameFrom)))
    ?.memory;
}

function isSince({ day }: WaitingEntry, { created, updated }: Memory): boolean {
  return day >= (updated ?? created ?? "").slice(0, 10);
}

function obstacle({ kind, trust }: Memory, entry: WaitingEntry): string | undefined {
  if (isInstruction(kind) || !standingOf(kind, true).deleteAllowed) return `a ${kind} is retired by a person only`;
  if (lowestTrust(trust, entry.trust) !== trust) return `it is ${trust}, and the log is only ${entry.trust}`;
  return undefined;
}
