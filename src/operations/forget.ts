/** `forget`: retire a memory, or with `hard` take every byte of it out for good. */

import type { Cairn } from "../cairn.ts";
import { wasAsked } from "../conversation/asked-person.ts";
import { BEYOND_REACH, eraseMemories } from "../erase/erase-memories.ts";
import { needsPerson, waitAsContradiction } from "../inbox/contradiction.ts";
import type { Memory } from "../model/memory.ts";
import { notInTools, z } from "../model/schema.ts";
import { AgentField, IdField, MemoryOutput, memoryOutput } from "../recall/memory-output.ts";
import { reachOneCalled } from "../store/id-meant.ts";
import type { Stores } from "../store/stores.ts";
import { forgetKey, refuseAgentsErasing } from "../trust/refuse-agents.ts";
import { type Moving, moveMemory, ReasonField } from "./lifecycle.ts";
import { operation } from "./operation.ts";
import { linesTyped } from "./show/as-typed.ts";

export const forget = operation({
  name: "forget",
  aliases: ["retire", "delete"],
  summary: "Retire a memory; it can be restored.",
  when: "Ask the person first.",
  effect: "destroy",
  surfaces: ["cli", "mcp", "library"],
  positional: "id",
  examples: ["cairn forget old-api-path --reason 'moved to v2'", "cairn forget leaked-note --hard --yes"],
  input: z.strictObject({
    id: IdField,
    reason: notInTools(ReasonField),
    hard: notInTools(z.boolean().default(false).describe("Take it out of files and history for good")),
    agent: AgentField,
  }),
  output: z.object({
    /** `proposed`: an agent would retire what is worth more than its word; it waits for the person. */
    action: z.enum(["updated", "unchanged", "erased", "proposed"]),
    memory: MemoryOutput.optional(),
    /** Of a hard forget: the memories that say it still. */
    saying: z.array(z.string()).optional(),
    warnings: z.array(z.string()),
  }),

  async confirm({ id, hard, agent }, cairn) {
    if (!hard) return undefined;
    refuseAgentsErasing(cairn);
    const { memory } = reachOneCalled(await cairn.stores(agent), id);
    return `Take ${memory.scope}:${memory.id} out of every file and the whole history, for good?`;
  },

  async run({ id, reason, hard, agent }, cairn) {
    const stores = await cairn.stores(agent);
    if (!hard) return retired(cairn, stores, { id, reason, agent });
    refuseAgentsErasing(cairn);
    const { memory, store } = reachOneCalled(stores, id);
    const mentions = stores.memories().filter((other) => other.id !== memory.id && mentionsId(other, memory.id));
    const widowed = widowedBy(stores, [memory]);
    const { words, saying } = await eraseMemories(cairn, store, [memory.path]);
    const still = mentions.map((other) => `${other.scope}:${other.id} still names it in its links.`);
    return { action: "erased" as const, saying, warnings: [BEYOND_REACH, ...words, ...still, ...widowed] };
  },

  show({ action, memory, saying = [], warnings: told }, { agent }, surface) {
    const warnings = linesTyped(told, surface);
    const rest = saying.length > 0 ? "" : " Nothing of it is left in Cairn's files.";
    if (action === "erased") return [`Erased.${rest}`, ...warnings].join("\n");
    const name = `${memory?.scope}:${memory?.id}`;
    const ofAgent = agent === undefined || memory?.scope !== "agent" ? "" : ` --agent ${agent}`;
    if (action === "proposed") return [`${name} stays for now.`, ...warnings].join("\n");
    const first =
      action === "updated"
        ? `Retired ${name}; cairn restore ${name.replace(/^project:/, "")}${ofAgent} brings it back.`
        : `${name} is retired already.`;
    return [first, ...warnings].join("\n");
  },
});

/** All that is looked up is looked up before: what is done must not look undone because a disk refuses to be read. */
async function retired(cairn: Cairn, stores: Stores, moving: Moving) {
  const { memory, store } = reachOneCalled(stores, moving.id);
  const widowed = widowedBy(stores, [memory]);
  const isAsked = wasAsked(cairn, forgetKey(moving.id));
  if (!isAsked && memory.status === "active" && needsPerson(cairn, memory, "derived")) {
    const asked = { kind: memory.kind, title: memory.title, text: moving.reason || memory.description };
    const draft = { ...asked, trust: "derived", standing: memory, does: "retires" } as const;
    const waits = await waitAsContradiction(cairn, store, draft);
    return { action: "proposed" as const, memory: memoryOutput(memory), warnings: [waits] };
  }
  const moved = await moveMemory(cairn, "retire", moving);
  return { ...moved, warnings: [...moved.warnings, ...(moved.action === "updated" ? widowed : [])] };
}

/** What the ones that are gone had taken the place of: no view shows it until somebody decides that it holds again. */
export function widowedBy(stores: Stores, gone: readonly Memory[]): string[] {
  const took = ({ scope, supersededBy }: Memory) => gone.some((one) => one.scope === scope && one.id === supersededBy);
  const left = stores.memories().filter((memory) => memory.status === "active" && took(memory));
  return left.map(
    ({ scope, id }) => `What it had replaced, ${scope}:${id}, is not back by that; restore ${id} brings it back.`,
  );
}

function mentionsId(
  { supersedes, supersededBy }: { supersedes: readonly string[]; supersededBy?: string },
  id: string,
): boolean {
  return supersededBy === id || supersedes.includes(id);
}
