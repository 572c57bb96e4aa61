/** `agent`: what one named agent is given of its own memory at its start; its index kept within its caps. */

import {
  AgentSource,
  agentFolder,
  agentsWithMemory,
  packedSources,
  rotate,
  sourcesOf,
} from "../agents/agent-sources.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { isOfAgent } from "../model/trust.ts";
import { pack } from "../search/rank/pack.ts";
import { counted } from "../text/counted.ts";
import { nearest } from "../text/nearest.ts";
import { operation } from "./operation.ts";

const EVERYTHING = 1_000_000;

export const agent = operation({
  name: "agent",
  summary: "Show what an agent is given of its own memory: its index, or its state, each with its age.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: "agent",
  examples: ["cairn agent", "cairn agent core/reviewer", "cairn agent core/reviewer --rotate"],
  input: z.strictObject({
    agent: z.string().optional().describe("Which one, as squad/name; without it, those there are"),
    rotate: z.boolean().default(false).describe("Archive the oldest entries of an index that is over its caps"),
  }),
  output: z.object({
    agent: z.string().optional(),
    agents: z.array(z.string()),
    load: z.enum(["instead", "alongside"]),
    sources: z.array(AgentSource),
    /** Where the files lie that its index names. */
    folder: z.string().optional(),
    /** Entries that went to the archive. */
    archived: z.array(z.string()),
  }),

  async run({ agent: name, rotate: wanted }, cairn) {
    const load = cairn.settings.get("agents.load");
    const agents = await agentsWithMemory(cairn);
    if (name === undefined) return { agents, load, sources: [], archived: [] };
    const store = (await cairn.stores(name)).of("agent");
    if (!store.rootFolder.exists()) throw unknown(name, agents);
    const archived = wanted ? [...(await rotate(cairn, store))] : [];
    return { agent: name, agents, load, sources: sourcesOf(cairn, store), folder: agentFolder(cairn, store), archived };
  },

  show({ agent: name, agents, sources, folder, archived }, { rotate: wanted }, surface) {
    if (name === undefined) return agents.length === 0 ? NONE : agents.join("\n");
    if (wanted) return rotatedIn(name, archived.length);
    if (sources.length === 0) return `${name} has no MEMORY.md and no state.md yet: cairn list --agent ${name}`;
    const where = `The files lie in ${folder}`;
    if (isOfAgent(surface)) {
      const { text } = pack(packedSources(sources, name), { budgetTokens: EVERYTHING });
      return `${where}\n${text}`;
    }
    const shown = sources.flatMap(({ file, age, lines, tokens, warning, text }) => [
      `${file}  ${age}  ${counted(lines, "line")}, ${tokens} tokens`,
      ...(warning === undefined ? [] : [`! ${warning}`]),
      text,
      "",
    ]);
    return [...shown, where].join("\n").trimEnd();
  },
});

/** Who has the index put in order did not ask to read it. */
function rotatedIn(name: string, archived: number): string {
  if (archived === 0) return `The index of ${name} is within its caps: nothing was archived.`;
  return `${counted(archived, "entry", "entries")} of ${name} archived in MEMORY-archive.md; cairn agent ${name} shows the rest.`;
}

function unknown(name: string, agents: readonly string[]): CairnError {
  const meant = nearest(name, agents);
  const known = agents.length === 0 ? NONE : `Those that have: ${agents.slice(0, MOST_NAMED).join(", ")}.`;
  return new CairnError("NOT_FOUND", `No agent called ${name} has a memory here.`, {
    field: "agent",
    hint: meant === undefined ? known : `Did you mean ${meant}? ${known}`,
  });
}

const MOST_NAMED = 10;
const NONE = 'No agent has a memory here yet. Try: cairn remember "…" --scope agent --agent squad/name';
