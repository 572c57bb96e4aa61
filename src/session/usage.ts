/** Whether what was shown unasked was used: named by its id or title in the agent's answer, or said there in its words. */

import type { Cairn } from "../cairn.ts";
import type { Memory, MemoryId } from "../model/memory.ts";
import { isPastAge } from "../recall/recalled.ts";
import { tellingOf } from "../search/door/background.ts";
import { termsOf } from "../text/analyse.ts";
import type { Called } from "./moment.ts";

/** Moments at which nobody asked; what is told at a start is the state of the work. */
const unasked: readonly string[] = ["prompt", "before-tool", "tool-failed"];

export function isUnasked(moment: string): boolean {
  return unasked.includes(moment);
}

const TELLING = 0.6;
const CODE = /\d{3}|[^a-z0-9]/;
const FEWEST_SAID = 3;
const LEAST_SHARE = 0.25;
const SHORTEST_NAME = 4;
const NO_LETTER = /[^\p{L}]+/gu;
const IN_NAME = /[\p{L}\p{N}_-]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Each memory counts as used once a session. */
export async function noteUses({ cairn, trail, at, lastMessage }: Called<"stop">): Promise<void> {
  const { offTheRecord } = trail.state();
  if (offTheRecord || lastMessage.trim() === "") return;
  const lines = trail.newest();
  const shown = lines.flatMap((line) => (line.is === "shown" && isUnasked(line.moment) ? line.memories : []));
  if (shown.length === 0) return;
  const asked = lines.flatMap((line) => (line.is === "prompt" ? line.text : []));
  const stores = await cairn.stores(undefined, { lenient: true });
  const ids = new Map(shown.flatMap((one) => ("gone" in one ? [] : [[`${one.scope}:${one.id}`, one] as const])));
  const used = [...ids].filter(([name, { scope, id }]) => {
    const memory = stores
      .all()
      .filter(({ root }) => root.scope === scope)
      .flatMap((store) => store.read(id as MemoryId) ?? [])[0];
    return memory !== undefined && isUsedIn(lastMessage, memory, asked) && trail.once(`used:${name}`, at);
  });
  noteFate(
    cairn,
    "used",
    used.map(([, one]) => one),
  );
}

/** Somebody asked for a memory that was shown unasked before, or is shown no more for its age: that renews it here. */
export function noteAsked(cairn: Cairn, memories: readonly Asked[]): void {
  const { session } = cairn.sessions.who;
  const trail = session === undefined ? undefined : cairn.sessions.trail(session);
  const { offTheRecord = false, shown = {} } = trail?.state() ?? {};
  if (offTheRecord) return;
  const past = memories.filter((memory) => isPastAge(memory, cairn));
  noteFate(cairn, "used", past);
  if (trail === undefined) return;
  const at = cairn.clock.now().toISOString();
  const known = new Set(Object.values(shown).flat());
  const asked = memories.filter(
    (one) =>
      !past.includes(one) && known.has(`${one.scope}:${one.id}`) && trail.once(`used:${one.scope}:${one.id}`, at),
  );
  noteFate(cairn, "used", asked);
}

type Asked = Pick<Memory, "scope" | "id" | "created" | "updated">;

export function noteFate(
  { sessions, places, clock }: Cairn,
  fate: "shown" | "used",
  memories: readonly { readonly scope: string; readonly id: string }[],
): void {
  sessions.usage.note(fate, memories, places.project.key, clock.now());
}

/** Words the person used are not counted: any answer would repeat them. Pure. */
function isUsedIn(answer: string, { id, title, body }: Memory, asked: readonly string[]): boolean {
  if (isNamedIn(answer, id) || isNamedIn(answer, title)) return true;
  const said = new Set(asked.flatMap(termsOf));
  const own = [...new Set(termsOf(`${title}\n${body}`))].filter((term) => !said.has(term) && isTelling(term));
  const answered = new Set(termsOf(answer));
  const used = own.filter((term) => answered.has(term));
  return used.length >= FEWEST_SAID && used.length >= LEAST_SHARE * own.length;
}

/** As a name of its own, and no word that stands in any answer: a name of one common word is only a word. */
function isNamedIn(answer: string, name: string): boolean {
  const wanted = name.trim().toLowerCase();
  if (wanted.replace(NO_LETTER, "").length < SHORTEST_NAME && !UNSPACED.test(wanted)) return false;
  const terms = termsOf(wanted);
  if (terms.length === 0 || (terms.length === 1 && !isTelling(terms[0] ?? ""))) return false;
  const text = answer.toLowerCase();
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isWhole(text.slice(0, at), text.slice(at + wanted.length))) return true;
  }
  return false;
}

/** Scripts without spaces set nothing between words. */
function isWhole(before: string, after: string): boolean {
  const [last = "", next = ""] = [[...before.slice(-2)].at(-1), [...after.slice(0, 2)][0]];
  return [last, next].every((sign) => !IN_NAME.test(sign) || UNSPACED.test(sign));
}

function isTelling(term: string): boolean {
  return CODE.test(term) || tellingOf(term) >= TELLING;
}
