/**
 * What others brought, reviewed inside a session: an agent shows the list, and decides only what the person themselves said
 * in a later prompt, by number or by id. It is those very bytes they were shown, and the host has their words too.
 */

import type { Cairn } from "../cairn.ts";
import { isNamedInPrompt, isPickedInPrompt, isPromptRecorded } from "../conversation/trust-of-words.ts";
import { CairnError } from "../model/error.ts";
import { isOfAgent } from "../model/trust.ts";
import type { Store } from "../store/store.ts";
import type { PendingChange } from "./reviewing.ts";

const YES = /\b(?:accept|keep|let|take|yes|approve|ok|okay)\b/i;
/** In a clause that does not say otherwise. */
const OTHERWISE = /\b(?:edit|change|reword|rewrite|correct|fix|say|says|should say|make it|instead)\b/i;
const NO = /\b(?:decline|drop|reject|no|not|without|leave|skip)\b/i;

type Shown = Pick<PendingChange, "id" | "memory">;
type Does = "accept" | "edit" | "decline";

/** Noted in their order: what the person then calls by its number is what they have seen. */
export function noteListed(cairn: Cairn, store: Store, pending: readonly Shown[]): void {
  const { session } = cairn.sessions.who;
  if (!isOfAgent(cairn.surface) || session === undefined) return;
  const trail = cairn.sessions.trail(session);
  const { turns } = trail.state();
  const at = cairn.clock.now().toISOString();
  trail.append({ is: "listed", at, keys: pending.map((one) => `${turns} ${keyOf(store, one)}`) });
}

/** What comes from others is let in by a person: an agent may have been talked into it by what it read. */
export function refuseUnasked(cairn: Cairn, store: Store, chosen: readonly Shown[], does: Does): void {
  if (!isOfAgent(cairn.surface) || chosen.every((one) => isAskedFor(cairn, store, one, does))) return;
  throw onlyThePerson();
}

export function onlyThePerson(): CairnError {
  return new CairnError("SECURITY_ERROR", "Only the person accepts, edits or declines what others brought.", {
    hint: "Nothing was done. Show them the list of team review, end your turn, and do what they then name by number; or they do it at their own terminal: cairn team review.",
  });
}

function isAskedFor(cairn: Cairn, store: Store, one: Shown, does: Does): boolean {
  const { session } = cairn.sessions.who;
  if (session === undefined || !isPromptRecorded(cairn)) return false;
  const { listed, turns, said = "" } = cairn.sessions.trail(session).state();
  const place = listed.findIndex((key) => key.endsWith(` ${keyOf(store, one)}`) && Number(key.split(" ")[0]) < turns);
  if (place < 0) return false;
  const isNamed = [one.id, one.memory.id].some((name) => isNamedInPrompt(cairn, name));
  if (does === "edit") return OTHERWISE.test(said) && (isNamed || hasNumber(said, place + 1));
  if (does === "accept") return isPickedInPrompt(cairn, place + 1) || (isNamed && YES.test(said) && !NO.test(said));
  return NO.test(said) && (isNamed || said.toLowerCase().includes(one.memory.id) || hasNumber(said, place + 1));
}

function hasNumber(said: string, number: number): boolean {
  return (said.match(/\b\d{1,2}\b/g) ?? []).some((one) => Number(one) === number);
}

function keyOf({ catalog }: Store, { id, memory }: Shown): string {
  return `${id}@${catalog.file(memory.path)?.hash.slice(0, 16) ?? ""}`;
}
