/** What `why` says in plain words. What others wrote stands in one line, with nothing that a terminal would act on. Pure. */

import { printable } from "../../guard/terminal.ts";
import type { Injection } from "../why.ts";

export function injectionText(one: Injection): string {
  return [headline(one), ...one.memories.map(memoryText), ...besides(one), ...replayText(one)].join("\n");
}

function headline({ session, moment, at, turn, agent, tokens, budget }: Injection): string {
  const when = turn === undefined || moment.startsWith("start") ? "" : `, turn ${turn}`;
  const whom = agent === undefined ? "" : `, to agent ${printable(agent)}`;
  return `${printable(moment)}${when}${whom}, ${at}, session ${printable(session)}: ${tokens} of ${budget} tokens`;
}

function memoryText({ id, score, why, shown, now }: Injection["memories"][number], n: number): string {
  if (id === undefined) return `${n + 1}. a memory that was taken out for good`;
  const said = [...why, ...(score === undefined ? [] : [`score ${score}`]), `shown ${shown}`, `now ${now}`];
  return `${n + 1}. ${id}\n   ${oneLine(said)}`;
}

function besides({ steps, left_out }: Injection): string[] {
  return [
    ...(steps === 0 ? [] : ["and the session's own steps: files, failures, what the person said"]),
    ...(left_out.length === 0
      ? []
      : [
          `No room for ${left_out.length} more:`,
          ...left_out.map(({ id, why, score }) => {
            const said = oneLine([...why, ...(score === undefined ? [] : [`score ${score}`])]);
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
