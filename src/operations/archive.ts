/** `archive` and `unarchive`: out of every view, kept for good, never purged. */

import { z } from "../model/schema.ts";
import { AgentField, IdField } from "../recall/memory-output.ts";
import { Moved, movedLine, moveMemory, ReasonField } from "./lifecycle.ts";
import { operation } from "./operation.ts";

const input = z.strictObject({ id: IdField, reason: ReasonField, agent: AgentField });

export const archive = operation({
  name: "archive",
  summary: "Put a memory away for good: out of the views, never purged.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: "id",
  examples: ["cairn archive old-deploy-notes --reason 'moved to the new cluster'"],
  input,
  output: Moved,
  run: (asked, cairn) => moveMemory(cairn, "archive", asked),
  show: (moved, _, surface) => movedLine("Archived", moved, surface),
});

export const unarchive = operation({
  name: "unarchive",
  summary: "Bring an archived memory back.",
  effect: "write",
  surfaces: ["cli", "library"],
  positional: "id",
  examples: ["cairn unarchive old-deploy-notes"],
  input,
  output: Moved,
  run: (asked, cairn) => moveMemory(cairn, "unarchive", asked),
  show: (moved, _, surface) => movedLine("Unarchived", moved, surface),
});
