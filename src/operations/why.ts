/** `why`: what a session was shown, and why; with `replay` the very text again. */

import type { Cairn } from "../cairn.ts";
import { sessionCalled } from "../conversation/session-found.ts";
import { printable } from "../guard/terminal.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { WeighedMemory } from "../recall/memory-output.ts";
import { weighedNow, weighedText } from "../recall/relevant-now.ts";
import { replayed } from "../session/replay.ts";
import { textWithHash } from "../store/history-queries.ts";
import type { Stores } from "../store/stores.ts";
import { counted } from "../text/counted.ts";
import type { ShownMemory, ShownStep } from "../trail/shown-step.ts";
import { operation } from "./operation.ts";

const Because = z.object({ id: z.string(), score: z.number().optional(), why: z.array(z.string()) });
const Injection = z.object({
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
      state: z.enum(["identical", "incomplete", "different"]),
      missing: z.array(z.object({ place: z.number(), id: z.string().optional(), because: z.string() })),
      text: z.string(),
    })
    .optional(),
});
export type Injection = z.infer<typeof Injection>;

export const why = operation({
  name: "why",
  summary: "Explain what a session was shown unasked, and why; or why a memory is, or is not, shown for a prompt.",
  effect: "read",
  surfaces: ["cli", "library"],
  positional: "id",
  examples: [
    "cairn why",
    'cairn why hanging-tests --prompt "the tests freeze on my laptop"',
    "cairn why --session 760f230b-96a5-4c5f-9a53-2f0a6b1c0c11 --turn 3",
    "cairn why --replay",
  ],
  input: z.strictObject({
    id: z.string().min(1).optional().describe("A memory, with --prompt: would it be shown, and why or why not"),
    prompt: z.string().min(1).optional().describe("What was or would be said, for the memory that is named"),
    files: z.array(z.string()).default([]).describe("Files that were touched, for the same"),
    session: z.string().min(1).optional().describe("Which session; the last of this project where none is named"),
    turn: z
      .string()
      .optional()
      .describe("All of one turn: its number, 0 before the first prompt, or the host's name of it")
      .meta({ cli: { value: "<n>" } }),
    replay: z.boolean().default(false).describe("Print the very text again, and say whether it is the same"),
  }),
  output: z.object({ injections: z.array(Injection), earlier: z.number(), weighed: WeighedMemory.optional() }),

  async run({ id, prompt, files, session, turn, replay }, cairn) {
    if ((id === undefined) !== (prompt === undefined))
      throw new CairnError("INPUT_ERROR", "Why a memory is shown is asked with both: its id and a prompt.", {
        hint: 'Type cairn why <id> --prompt "what was said".',
      });
    if (id !== undefined && prompt !== undefined)
      return { injections: [], earlier: 0, weighed: await weighedFor(cairn, id, { prompt, files }) };
    const { name, lines } = shownIn(cairn, session);
    const chosen = turn === undefined ? lines.slice(-1) : lines.filter((line) => isOfTurn(line, turn));
    if (chosen.length === 0) throw nothing(name, turn);
    const stores = await cairn.stores(undefined, { lenient: true });
    return {
      injections: chosen.map((line) => told(line, name, stores, replay)),
      earlier: lines.length - chosen.length,
    };
  },

  show({ injections, earlier, weighed }, { turn }) {
    if (weighed !== undefined) return weighedText(weighed);
    const others =
      earlier === 0 || turn !== undefined
        ? []
        : [`Shown ${counted(earlier, "time")} before; --turn says of which turn.`];
    return [...injections.map((one) => injectionText(one)), ...others].join("\n\n");
  },
});

/** A memory none of whose words were said is as unlikely as can be. */
async function weighedFor(
  cairn: Cairn,
  id: string,
  moment: { prompt: string; files: string[] },
): Promise<WeighedMemory> {
  const stores = await cairn.stores(undefined, { lenient: true });
  const bare = id.slice(id.indexOf(":") + 1);
  const memory = stores.all().flatMap((store) => store.find(bare as MemoryId) ?? [])[0];
  if (memory === undefined)
    throw new CairnError("NOT_FOUND", `There is no memory ${printable(id)} here.`, { hint: "cairn list names them." });
  const full = `${memory.scope}:${memory.id}`;
  const found = (await weighedNow(cairn, moment)).find((one) => one.id === full);
  if (found !== undefined) return found;
  const says =
    memory.status === "active" && memory.supersededBy === undefined
      ? "nothing of what was said or touched stands in it, or others hold far more of it"
      : "it no longer holds: only what holds is shown unasked";
  return { id: full, title: memory.title, probability: 0, shown: false, why: [{ says, adds: 0 }] };
}

/** A trail of another project is told only to who names it. */
function shownIn(cairn: Cairn, session: string | undefined): { name: string; lines: ShownStep[] } {
  const known = cairn.sessions.all();
  const named = session === undefined ? undefined : wholeName(cairn, session, known);
  const all = named === undefined ? known : [{ session: named, trail: cairn.sessions.trail(named) }];
  for (const { session: name, trail } of all) {
    const { project } = trail.state();
    if (session === undefined && project !== undefined && !cairn.places.project.names.includes(project)) continue;
    const lines = trail.lines().filter((line): line is ShownStep => line.is === "shown");
    if (lines.length > 0) return { name, lines };
  }
  throw nothing(session);
}

function isOfTurn({ turn, turns }: ShownStep, wanted: string): boolean {
  return turn === wanted || String(turns) === wanted;
}

/** A beginning is enough where only one begins so. */
function wholeName(cairn: Cairn, session: string, known: readonly { readonly session: string }[]): string {
  if (cairn.sessions.trail(session).exists) return session;
  const names = known.map((one) => one.session);
  return sessionCalled(session, names) ?? session;
}

function nothing(session: string | undefined, turn?: string): CairnError {
  const where = session === undefined ? "in this project" : `in session ${session}`;
  const when = turn === undefined ? "" : ` at turn ${turn}`;
  return new CairnError("NOT_FOUND", `Nothing was shown unasked ${where}${when}, as far as is kept.`, {
    hint: "What was shown is kept for 90 days; off the record nothing is.",
  });
}

function told(line: ShownStep, session: string, stores: Stores, replay: boolean): Injection {
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
    ...(replay ? { replay: replayAgain(line, stores) } : {}),
  };
}

function replayAgain(line: ShownStep, stores: Stores): NonNullable<Injection["replay"]> {
  const { state, missing, text } = replayed(line, (memory) => bytesThen(memory, stores));
  return { state, missing: [...missing], text };
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

/** What `why` says in plain words. What others wrote stands in one line, with nothing that a terminal would act on. */
function injectionText(one: Injection): string {
  return [headline(one), ...one.memories.map(memoryText), ...besides(one), ...replayText(one)].join("\n");
}

function headline({ session, moment, at, turn, agent, tokens, budget }: Injection): string {
  const when = turn === undefined || moment.startsWith("start") ? "" : `, turn ${turn}`;
  const whom = agent === undefined ? "" : `, to agent ${printable(agent)}`;
  return `${printable(moment)}${when}${whom}, ${at}, session ${printable(session)}: ${tokens} of ${budget} tokens`;
}

function memoryText({ id, score, why, shown, now }: Injection["memories"][number], n: number): string {
  if (id === undefined) return `${n + 1}. a memory that was taken out for good`;
  const said = [...why, ...likely(score), `shown ${shown}`, `now ${now}`];
  return `${n + 1}. ${id}\n   ${oneLine(said)}`;
}

/** A probability; what was noted before there were any is a mere score. */
function likely(score: number | undefined): string[] {
  if (score === undefined) return [];
  return score > 1 ? [`score ${score}`] : [`${Math.round(100 * score)} % likely`];
}

function besides({ steps, left_out }: Injection): string[] {
  return [
    ...(steps === 0 ? [] : ["and the session's own steps: files, failures, what the person said"]),
    ...(left_out.length === 0
      ? []
      : [
          `No room for ${left_out.length} more:`,
          ...left_out.map(({ id, why, score }) => {
            const said = oneLine([...why, ...likely(score)]);
            return `   ${id}  ${said}`;
          }),
        ]),
  ];
}

function replayText({ replay }: Injection): string[] {
  if (replay === undefined) return [];
  const heads = {
    identical: "Replay: identical.",
    different: "Replay: not the text that was shown, though nothing is missing.",
    incomplete: "Replay: incomplete.",
  };
  const lines = replay.missing.map(({ place, id, because }) => {
    const what = id ?? (place === 0 ? "Cairn's own words around it" : `number ${place}`);
    return `   missing: ${what}: ${because}`;
  });
  return [heads[replay.state], ...lines, "", printable(replay.text)];
}

function oneLine(parts: readonly string[]): string {
  return printable(parts.join("; ").replace(/\s+/g, " "));
}
