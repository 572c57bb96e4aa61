/** `write`: put a waiting draft among the memories, unless it was blocked. For programs that draft. */

import { acceptDraft } from "../capture/accepting.ts";
import { inboxStores, waitingDraft } from "../inbox/inbox-drafts.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { AgentField, MemoryOutput, memoryOutput } from "../recall/memory-output.ts";
import { operation } from "./operation.ts";
import { KeyField } from "./verify.ts";

export const write = operation({
  name: "write",
  summary: "Write a waiting draft; a blocked one is refused.",
  effect: "write",
  surfaces: ["cli", "library"],
  audience: "programs",
  positional: "draft",
  examples: ["cairn write 5e1f0a77 --json"],
  input: z.strictObject({ draft: KeyField, agent: AgentField }),
  output: z.object({
    action: z.enum(["created", "updated", "retired", "unchanged"]),
    because: z.string(),
    memory: MemoryOutput.optional(),
    warnings: z.array(z.string()),
  }),

  async run({ draft: given, agent }, cairn) {
    const { draft, store } = waitingDraft(await inboxStores(cairn, agent), given);
    if (draft.note.verdict === "BLOCK") {
      throw new CairnError(
        "VALIDATION_ERROR",
        `The draft was blocked: ${draft.note.issues[0] ?? "its source does not say so"}.`,
        { hint: "Mend it with review, or reject it." },
      );
    }
    const { action, id, warnings } = await acceptDraft(cairn, store, draft.key, { again: true });
    const memory = store.find(id);
    const shown = memory === undefined ? {} : { memory: memoryOutput(memory) };
    return { action, because: draft.note.because, ...shown, warnings: [...warnings] };
  },

  show({ action, because, memory, warnings }) {
    const name = memory === undefined ? "" : ` ${memory.scope}:${memory.id}`;
    return [`${action}${name}`, because, ...warnings].join("\n");
  },
});
