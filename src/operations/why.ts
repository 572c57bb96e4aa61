/** `why`: what a session was shown, and why; with `replay` the very text again. */

import type { Cairn } from "../cairn.ts";
import { printable } from "../guard/terminal.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import { z } from "../model/schema.ts";
import { WeighedMemory } from "../recall/memory-output.ts";
import { weighedNow, weighedText } from "../recall/relevant-now.ts";
import { Injection, injectionOf, isOfTurn, nothingShown, shownIn } from "../session/injections.ts";
import { idMeant, orNearest } from "../store/id-meant.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

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
    if (chosen.length === 0) throw nothingShown(name, turn);
    const stores = await cairn.stores(undefined, { lenient: true });
    return {
      injections: chosen.map((line) => injectionOf(line, name, stores, replay)),
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
  const { memory } = orNearest(stores, id, () => stores.reach(parseAddress(idMeant(stores, id))));
  const full = `${memory.scope}:${memory.id}`;
  const found = (await weighedNow(cairn, moment)).find((one) => one.id === full);
  if (found !== undefined) return found;
  const says =
    memory.status === "active" && memory.supersededBy === undefined
      ? "nothing of what was said or touched stands in it, or others hold far more of it"
      : "it no longer holds: only what holds is shown unasked";
  return { id: full, title: memory.title, probability: 0, shown: false, why: [{ says, adds: 0 }] };
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
