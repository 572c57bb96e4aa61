/** `verify`: hold a waiting draft against the text it was made from. For programs that draft. */

import { noteOfVerdict } from "../distill/assemble.ts";
import { verify as verifyDraft } from "../distill/verify.ts";
import { withDraftBlock } from "../format/draft-block.ts";
import { verdicts } from "../model/draft.ts";
import { z } from "../model/schema.ts";
import { inboxStores, waitingDraft } from "./drafting.ts";
import { AgentField } from "./memory-output.ts";
import { operation } from "./operation.ts";

export const KeyField = z
  .string()
  .min(4)
  .max(32)
  .describe("The draft's key, or its first digits")
  .meta({ cli: { value: "<key>" } });

export const verify = operation({
  name: "verify",
  summary: "Hold a waiting draft against the text it was made from.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: "draft",
  examples: ["cairn verify 5e1f0a77 --context-file context.txt --json"],
  input: z.strictObject({
    draft: KeyField,
    context: z
      .string()
      .describe("The text it was made from")
      .meta({ cli: { file: true } }),
    agent: AgentField,
  }),
  output: z.object({
    key: z.string(),
    verdict: z.enum(verdicts),
    issues: z.array(z.object({ severity: z.enum(["block", "revise"]), claim: z.string(), problem: z.string() })),
  }),

  async run({ draft: given, context, agent }, cairn) {
    const { draft, store } = waitingDraft(await inboxStores(cairn, agent), given);
    const verified = verifyDraft(draft.written, context);
    const note = { ...draft.note, ...noteOfVerdict(verified) };
    await store.locked(cairn.by, () => {
      if (store.inbox.read(draft.key) !== undefined) store.inbox.replace(draft.key, withDraftBlock(draft.text, note));
    });
    return { key: draft.key, verdict: verified.verdict, issues: [...verified.issues] };
  },

  show({ verdict, issues }) {
    return [verdict, ...issues.map(({ claim, problem }) => `${claim}: ${problem}`)].join("\n");
  },
});
