/**
 * What the team has of the same matter as a text that is about to be shared: what says the same, what says the opposite or
 * another amount, and what is near. Ranked and shown, never decided: no likeness tells a duplicate from a neighbour.
 */

import type { Cairn } from "../cairn.ts";
import { ends, topicStatementOf } from "../dream/changed-mind.ts";
import { isSameThing } from "../dream/wording.ts";
import { oneLine } from "../guard/one-line.ts";
import type { Memory } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import type { Store } from "../store/store.ts";
import type { Wish } from "../store/wish.ts";
import { sentencesIn } from "../text/sentences.ts";

const LOOKED_AT = 8;
const MOST_NEAR = 2;
const MOST_SENTENCES = 12;
const SAID_TWICE = 0.7;

export const BesideMemory = z.object({
  id: z.string(),
  says: z.enum(["same", "against", "near"]),
  text: z.string(),
});
export type BesideMemory = z.infer<typeof BesideMemory>;

export async function besideIn(cairn: Cairn, store: Store, wish: Wish): Promise<BesideMemory[]> {
  const { finder } = await cairn.finder();
  const text = `${wish.title}\n${wish.description}\n${wish.text}`;
  const { hits } = finder.search({ text, scopes: ["team"], limit: LOOKED_AT });
  const said = statementsOf(wish.title, wish.description, wish.text);
  let near = 0;
  return hits.flatMap(({ memory }): BesideMemory[] => {
    const whole = store.read(memory.id);
    if (whole === undefined || whole.status !== "active" || memory.id === wish.name) return [];
    const says = sayingOf(said, whole);
    if (says === "near" && ++near > MOST_NEAR) return [];
    return [{ id: `team:${memory.id}`, says, text: oneLine(whole.description || whole.title, 160) }];
  });
}

function sayingOf(said: ReturnType<typeof statementsOf>, { title, description, body }: Memory): BesideMemory["says"] {
  const known = statementsOf(title, description, body);
  const some = (holds: (one: (typeof said)[number], other: (typeof said)[number]) => boolean) =>
    said.some((one) => known.some((other) => holds(one, other)));
  if (some((one, other) => ends(one, other, "strangers") || ends(other, one, "strangers"))) return "against";
  return some((one, other) => isSameThing(one.wording, other.wording, SAID_TWICE)) ? "same" : "near";
}

function statementsOf(...texts: readonly string[]) {
  const sentences = texts.flatMap((text) => sentencesIn(text)).slice(0, MOST_SENTENCES);
  return [...new Set(sentences)].map(topicStatementOf);
}

export function besideLines(beside: readonly BesideMemory[]): string[] {
  const words = { same: "says the same", against: "says something against it", near: "is near it" };
  return beside.map(({ id, says, text }) => `The team's ${id} ${words[says]}: ${text}`);
}
