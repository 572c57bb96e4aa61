/** `export`: the memories in another layout, or all of them in one file that restores them elsewhere. */

import { takenText } from "../layouts/brought-text.ts";
import { layoutNamed, writtenNames } from "../layouts/registry.ts";
import { ExportReport, writeOut } from "../layouts/write-out.ts";
import { kindNames } from "../model/kind.ts";
import { z } from "../model/schema.ts";
import { AgentField, KindField, ScopeField } from "../recall/memory-output.ts";
import { operation } from "./operation.ts";

export const exportAll = operation({
  name: "export",
  summary: "Write memories in another layout, or all of them into one file.",
  effect: "write",
  surfaces: ["cli", "library"],
  positional: "path",
  preview: { dryRun: true },
  examples: [
    "cairn export --to bundle memories.jsonl --yes",
    "cairn export --to repo ./out --kinds decision,runbook --yes --json",
    "cairn export --to infinite ./out --dry-run",
  ],
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .describe("The new folder, or the new file with bundle and server-memory")
      .meta({ cli: { value: "<path>", complete: "folder" } }),
    to: z.enum(writtenNames).describe("The layout to write"),
    kinds: z.array(KindField).default([]).describe(`Only these kinds, of ${kindNames.length}`),
    tags: z.array(z.string()).default([]).describe("Only memories with one of these tags"),
    scope: ScopeField.optional().describe("Only this scope; otherwise the project's, and all with bundle"),
    agent: AgentField,
    history: z.boolean().default(false).describe("With bundle: also what each memory said before"),
    flat: z.boolean().default(false).describe("With memdir: files side by side, the type before the name"),
    dryRun: z.boolean().default(false).describe("Only say what would be written"),
  }),
  output: ExportReport,

  confirm({ dryRun, path }) {
    return dryRun ? undefined : `Write them to ${path}?`;
  },

  run({ path, to, kinds, tags, scope, agent, history, flat, dryRun }, cairn) {
    const layout = layoutNamed(to);
    if (layout === undefined) throw new Error(`no layout ${to}`);
    return writeOut(cairn, { layout, to: path, kinds, tags, scope, agent, history, flat, dryRun });
  },

  show: takenText,
});
