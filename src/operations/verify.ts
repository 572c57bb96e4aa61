/** `verify`: hold a waiting draft against the text it was made from. For programs that draft. */

import { noteOfVerdict } from "../capture/assemble.ts";
import { ScribeField } from "../capture/scribes.ts";
import { issueLines, severities, verify as verifyDraft } from "../capture/verify.ts";
import { verifyAlsoByModel } from "../capture/verify-by-model.ts";
import { withDraftBlock } from "../format/draft-block.ts";
import { inboxStores, waitingDraft } from "../inbox/inbox-drafts.ts";
import { verdicts } from "../model/draft.ts";
import { z } from "../model/schema.ts";
import { AgentField } from "../recall/memory-output.ts";
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
  audience: "programs",
  positional: "draft",
  examples: ["cairn verify 5e1f0a77 --context-file context.txt --json"],
  input: z.strictObject({
    draft: KeyField,
    context: z
      .string()
      .describe("The text it was made from")
      .meta({ cli: { file: true } }),
    scribe: ScribeField.describe("Whose model looks at it too, after the rules; else as the setting scribe.batch says"),
    agent: AgentField,
  }),
  output: z.object({
    key: z.string(),
    verdict: z.enum(verdicts),
    /** Of a model. */
    tokens: z.number(),
    issues: z.array(z.object({ severity: z.enum(severities), claim: z.string(), problem: z.string() })),
  }),

  async run({ draft: given, context, scribe, agent }, cairn) {
    const { draft, store } = waitingDraft(await inboxStores(cairn, agent), given);
    const byRule = verifyDraft(draft.written, context, { adds: draft.note.action === "UPDATE" });
    const { verified, tokens } = await verifyAlsoByModel(cairn, { draft, context, byRule, scribe });
    const note = { ...draft.note, ...noteOfVerdict(verified) };
    await store.locked(cairn.by, () => {
      if (store.inbox.read(draft.key) !== undefined) store.inbox.replace(draft.key, withDraftBlock(draft.text, note));
    });
    return { key: draft.key, verdict: verified.verdict, tokens, issues: [...verified.issues] };
  },

  show({ verdict, issues }) {
    return [verdict, ...issueLines(issues)].join("\n");
  },
});
