/** What retiring, restoring, archiving and unarchiving have in common: one memory, one move, one answer. */

import type { Cairn } from "../cairn.ts";
import { refuseReturn } from "../capture/taken-back.ts";
import { redact } from "../guard/redact.ts";
import { needsPerson } from "../inbox/contradiction.ts";
import { CairnError } from "../model/error.ts";
import type { Memory } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import type { Caller } from "../model/trust.ts";
import { MemoryOutput, memoryOutput, takenOut, takenOutLines } from "../recall/memory-output.ts";
import { overtakenLines, stateOf } from "../recall/memory-told.ts";
import { reachOneCalled } from "../store/id-meant.ts";
import { type Move, planMove } from "../store/revise.ts";
import { linesTyped } from "./show/as-typed.ts";

export const Moved = z.object({
  action: z.enum(["updated", "unchanged"]),
  memory: MemoryOutput,
  warnings: z.array(z.string()),
});
export type Moved = z.infer<typeof Moved>;

export const ReasonField = z.string().max(300).default("").describe("Why, for the change log");

export interface Moving {
  readonly id: string;
  readonly reason: string;
  readonly agent?: string | undefined;
}

export async function moveMemory(cairn: Cairn, move: Move, { id, reason, agent }: Moving): Promise<Moved> {
  const stores = await cairn.stores(agent);
  const { memory, store } = reachOneCalled(stores, id);
  const isReturn = (move === "restore" || move === "unarchive") && memory.status !== "active";
  if (isReturn) refuseReturn(cairn, store, memory, memory.path);
  if (move === "archive" && needsPerson(cairn, memory, "derived")) throw worthMore(memory);
  const { text, found } = redact(reason);
  const { result, done } = await cairn.change(store, (context) => planMove(context, memory.id, move, text));
  const given = found.map((secret) => ({ class: secret.class, field: "reason" }));
  const warnings = [...result.warnings, ...takenOutLines(takenOut(given, done)), ...overtakenLines(done)];
  return { action: result.action, memory: memoryOutput(store.find(memory.id) ?? memory), warnings };
}

function worthMore({ scope, id, trust }: Memory): CairnError {
  return new CairnError("SECURITY_ERROR", `${scope}:${id} is ${trust}: only the person archives it.`, {
    field: "id",
    hint: "Nothing was done. They can do it at their own terminal, outside the agent; forget proposes it to them.",
  });
}

export function movedLine(word: string, { action, memory, warnings }: Moved, surface: Caller): string {
  const state = stateOf(memory.status, memory.superseded_by);
  const stands = state === "superseded" ? `was superseded by ${memory.superseded_by}` : `is ${state} already`;
  const first =
    action === "updated" ? `${word} ${memory.scope}:${memory.id}` : `${memory.scope}:${memory.id} ${stands}`;
  return [first, ...linesTyped(warnings, surface)].join("\n");
}
