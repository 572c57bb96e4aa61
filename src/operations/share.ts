/** `share`: propose memories of your own to the team, into the working tree, where they are committed with the code. */

import { z } from "../model/schema.ts";
import { besideLines } from "../team/beside.ts";
import { takenLines } from "../team/scrub.ts";
import { proposals, type SharedMemory, SharedMemory as SharedOutput, shareProposals } from "../team/sharing.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

export const share = operation({
  name: "share",
  summary: "Propose memories of yours to the team: into .claude/memory, to be committed with the code.",
  when: "Only when the person asks for it.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: "ids",
  examples: ["cairn share sqlite-wal-mode", "cairn share sqlite-wal-mode deploy-steps --yes --json"],
  preview: { dryRun: true },
  input: z.strictObject({
    ids: z.array(z.string().min(1).max(200)).min(1).max(100).describe("Their ids, or scope:id"),
    dryRun: z.boolean().default(false).describe("Only show what everybody would read"),
  }),
  output: z.object({ shared: z.array(SharedOutput) }),

  async confirm({ ids, dryRun }, cairn) {
    const all = dryRun ? [] : await proposals(cairn, ids);
    return all.length === 0
      ? undefined
      : `Put ${counted(all.length, "memory", "memories")} where everybody who has the repository reads them?`;
  },

  async run({ ids, dryRun }, cairn) {
    return { shared: await shareProposals(cairn, await proposals(cairn, ids), { dryRun }) };
  },

  show({ shared }) {
    const next = shared.some(({ action }) => action === "created")
      ? ["Commit .claude/memory and push: that is how the others get it."]
      : [];
    return [...shared.flatMap(sharedLines), ...next].join("\n");
  },
});

function sharedLines({ from, id, action, scrubbed, warnings, beside, text }: SharedMemory): string[] {
  const first = {
    proposed: `Would share ${from} as ${id}:`,
    created: `Shared ${from} as ${id}.`,
    unchanged: `Left alone: ${from}.`,
  }[action];
  const words = action === "proposed" ? text.split("\n").map((line) => `  ${line}`.trimEnd()) : [];
  return [first, ...words, ...takenLines(scrubbed), ...warnings, ...besideLines(beside)];
}
