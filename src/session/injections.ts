/** What a session was shown unasked, read from its trail: each time with its reasons, what became of it since, and the text again. */

import type { Cairn } from "../cairn.ts";
import { sessionCalled } from "../conversation/session-found.ts";
import { parseMemory } from "../format/parse.ts";
import type { Quoted } from "../guard/envelope.ts";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { sha256Of } from "../model/sha256.ts";
import { print } from "../search/rank/pack.ts";
import { textWithHash } from "../store/history-queries.ts";
import type { Stores } from "../store/stores.ts";
import type { Gone, ShownMemory, ShownStep } from "../trail/shown-step.ts";
import { printer } from "./ledger.ts";
import { textOfWords } from "./shown-words.ts";

const Because = z.object({ id: z.string(), score: z.number().optional(), why: z.array(z.string()) });
export const Injection = z.object({
  session: z.string(),
  moment: z.string(),
  at: z.string(),
  /** How many turns the session had had, this one included. */
  turn: z.number().optional(),
  turn_id: z.string().optional(),
  agent: z.string().optional(),
  tokens: z.number(),
  budget: z.number(),
  /** In the order in which they were shown; one taken out for good has no id. */
  memories: z.array(Because.partial({ id: true }).extend({ now: z.string(), shown: z.string() })),
  steps: z.number(),
  left_out: z.array(Because),
  replay: z
    .object({
      /** `identical` where the text is the one that was printed, to the last character. */
      state: z.enum(["identical", "incomplete", "different"]),
      /** Which of all that was shown, from 1; 0 for Cairn's own words around it. */
      missing: z.array(z.object({ place: z.number(), id: z.string().optional(), because: z.string() })),
      text: z.string(),
    })
    .optional(),
});
export type Injection = z.infer<typeof Injection>;

/** A trail of another project is told only to who names it. */
export function shownIn(cairn: Cairn, session: string | undefined): { name: string; lines: ShownStep[] } {
  const known = cairn.sessions.all();
  const named = session === undefined ? undefined : wholeName(cairn, session, known);
  const all = named === undefined ? known : [{ session: named, trail: cairn.sessions.trail(named) }];
  for (const { session: name, trail } of all) {
    const { project } = trail.state();
    if (session === undefined && project !== undefined && !cairn.places.project.names.includes(project)) continue;
    const lines = trail.lines().filter((line): line is ShownStep => line.is === "shown");
    if (lines.length > 0) return { name, lines };
  }
  throw nothingShown(session);
}

export function isOfTurn({ turn, turns }: ShownStep, wanted: string): boolean {
  return turn === wanted || String(turns) === wanted;
}

/** A beginning is enough where only one begins so. */
function wholeName(cairn: Cairn, session: string, known: readonly { readonly session: string }[]): string {
  if (cairn.sessions.trail(session).exists) return session;
  const names = known.map((one) => one.session);
  return sessionCalled(session, names) ?? session;
}

export function nothingShown(session: string | undefined, turn?: string): CairnError {
  const where = session === undefined ? "in this project" : `in session ${session}`;
  const when = turn === undefined ? "" : ` at turn ${turn}`;
  return new CairnError("NOT_FOUND", `Nothing was shown unasked ${where}${when}, as far as is kept.`, {
    hint: "What was shown is kept for 90 days; off the record nothing is.",
  });
}

export function injectionOf(line: ShownStep, session: string, stores: Stores, replay: boolean): Injection {
  const { moment, at, turn, turns, agent, tokens, budgetTokens, memories, steps = [], leftOut = [] } = line;
  return {
    session,
    moment,
    at,
    ...defined({ turn: turns, turn_id: turn, agent }),
    tokens,
    budget: budgetTokens,
    memories: memories.map((memory) =>
      "gone" in memory
        ? { why: [], shown: "", now: "taken out for good" }
        : { ...because(memory), shown: extentOf(memory), now: standsNow(memory, stores) },
    ),
    steps: steps.length,
    left_out: leftOut.map(because),
    ...(replay ? { replay: replayed(line, stores) } : {}),
  };
}

function because({ scope, id, score, why }: Pick<ShownMemory, "scope" | "id" | "score" | "why">) {
  return {
    id: `${scope}:${id}`,
    why: [...why],
    ...(score === undefined ? {} : { score: Math.round(score * 100) / 100 }),
  };
}

function extentOf({ words }: ShownMemory): string {
  if (words === "whole") return "whole";
  return words === "description" ? "its description" : "in part";
}

/** What became of it since. */
function standsNow({ scope, id, hash }: ShownMemory, stores: Stores): string {
  const found = storesOf(scope, stores).flatMap((store) => store.find(id as MemoryId) ?? [])[0];
  if (found === undefined) return "no longer there";
  const { status, supersededBy } = found;
  if (supersededBy !== undefined) return `superseded by ${supersededBy}`;
  if (status !== "active") return status;
  return found.hash === hash ? "as it was" : "changed since";
}

function bytesThen({ scope, path, hash }: ShownMemory, stores: Stores): Buffer | undefined {
  for (const store of storesOf(scope, stores)) {
    const text = textWithHash(store, path, hash);
    if (text !== undefined) return text;
  }
  return undefined;
}

function storesOf(scope: string, stores: Stores) {
  return stores.all().filter(({ root }) => root.scope === scope);
}

type Replay = NonNullable<Injection["replay"]>;

const reasons: Readonly<Record<Gone["gone"], string>> = {
  erased: "it was taken out for good",
  old: "the session's own steps are kept for trail.maxDays",
  long: "it was too long to be noted",
};

/** The showing printed again from what the ledger noted of it, with each memory's words as they were then. */
function replayed(line: ShownStep, stores: Stores): Replay {
  const missing: Replay["missing"] = [];
  const gone = (place: number, because: string, id?: string) => missing.push({ place, because, ...defined({ id }) });
  const around = (words: readonly string[] | Gone | undefined) => {
    if (words !== undefined && "gone" in words) gone(0, reasons[words.gone]);
    return words === undefined || "gone" in words ? "" : words.join("");
  };
  const entries = inOrder(line).map((one, n): Quoted => {
    if ("gone" in one) {
      gone(n + 1, reasons[one.gone]);
      return placeholder(reasons[one.gone]);
    }
    if ("pieces" in one) return { about: one.about, text: one.pieces.join("") };
    const id = `${one.scope}:${one.id}`;
    const text = wordsOf(one, stores);
    if (typeof text === "string") return { about: { id, ...one.about }, text };
    gone(n + 1, text.because, id);
    return placeholder(text.because, { id, ...one.about });
  });
  const { kinds = "" } = line;
  const text = print({ before: around(line.before), after: around(line.after), kinds, entries });
  if (missing.length > 0) return { state: "incomplete", text, missing };
  return { state: sha256Of(text) === line.print ? "identical" : "different", text, missing };
}

/** Memories and steps as they stood among each other. */
function inOrder({ memories, steps = [] }: ShownStep) {
  const all: (ShownStep["memories"][number] | (typeof steps)[number])[] = [...memories];
  for (const step of [...steps].sort((a, b) => a.place - b.place)) all.splice(step.place, 0, step);
  return all;
}

function wordsOf(memory: ShownMemory, stores: Stores): string | { readonly because: string } {
  const { words, path } = memory;
  if (words === undefined) return { because: `an older Cairn printed it; this one prints as ${printer}` };
  if (typeof words === "object" && "pieces" in words) return words.pieces.join("");
  const bytes = bytesThen(memory, stores);
  if (bytes === undefined) return { because: "its text of that time is not kept" };
  const { title, description, body } = parseMemory(bytes.toString("utf8"), path).written;
  // A file may hold a secret that somebody wrote into it; what was shown never did.
  return textOfWords({ title, description, body: redact(body).text }, words);
}

function placeholder(because: string, about: Quoted["about"] = {}): Quoted {
  return { about, text: `[${because}]` };
}
