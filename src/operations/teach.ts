/** `teach`: tells agents of hosts without hooks about the memory, by a marked section in their files of instructions. */

import { join } from "node:path";
import { taughtWords } from "../agents/taught.ts";
import type { Cairn } from "../cairn.ts";
import { carryOut, checkChanges, putIn, takeOutAll } from "../install/perform.ts";
import { readReceipt } from "../install/receipt.ts";
import { planSectionsIn, planSectionsOut, refuseStray } from "../install/sections.ts";
import { siteOf } from "../install/wanted.ts";
import { z } from "../model/schema.ts";
import { folderStands } from "../places/paths.ts";
import { operation } from "./operation.ts";
import { ChangeOutput, changeLines, changeOutput } from "./show/change-output.ts";

const files = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "SYSTEM.md"] as const;

const Input = z.strictObject({
  file: z
    .array(z.enum(files))
    .default([])
    .describe(
      "Which file of instructions; without it AGENTS.md, and .agents/SYSTEM.md where there is a folder .agents",
    ),
  scope: z.enum(["project", "user"]).default("project").describe("In this project, or in your own CLAUDE.md for all"),
  breadcrumb: z
    .boolean()
    .default(false)
    .describe("Also have agents mark each reply: then a cut conversation is noticed"),
  remove: z.boolean().default(false).describe("Take it out again"),
  dryRun: z.boolean().default(false).describe("Only show what would be changed"),
});
type Input = z.output<typeof Input>;

export const teach = operation({
  name: "teach",
  summary:
    "Tell agents without hooks about the memory, in AGENTS.md, CLAUDE.md, GEMINI.md or .agents/SYSTEM.md; shows the change first.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli"],
  examples: ["cairn teach", "cairn teach --file CLAUDE.md --yes", "cairn teach --remove"],
  preview: { dryRun: true },
  input: Input,
  output: z.object({
    done: z.boolean(),
    changes: z.array(ChangeOutput),
    backups: z.array(z.string()),
    notes: z.array(z.string()),
    /** What agents are told. */
    text: z.string(),
  }),

  confirm(input, cairn) {
    return input.dryRun || planOf(input, cairn).changes.length === 0 ? undefined : "Make these changes?";
  },

  async run(input, cairn) {
    const isIdle = input.dryRun || planOf(input, cairn).changes.length === 0;
    const { changes, notes, text, backups } = isIdle
      ? { ...planOf(input, cairn), backups: [] }
      : await carryOut(cairn, () => planOf(input, cairn), input.remove ? takeOutAll : putIn);
    return { done: !input.dryRun, changes: changes.map(changeOutput), backups, notes: [...notes], text };
  },

  show({ done, changes, backups, notes }, { remove }) {
    const idle = remove ? "Nothing to take out." : "Nothing to do: it is there already, and as it should be.";
    return [
      ...changeLines(changes, { done }),
      ...notes.map((note) => `! ${note}`),
      ...backups.map((path) => `Backup: ${path}`),
      changes.length === 0
        ? notes.length === 0
          ? idle
          : "Nothing was changed."
        : done
          ? "Done."
          : "Nothing was changed yet.",
    ].join("\n");
  },
});

function planOf({ file, scope, breadcrumb, remove }: Input, cairn: Cairn) {
  const { configDir, project } = siteOf(cairn.places);
  const named = file.length > 0 ? file : taughtUnnamed(project);
  const meant = scope === "user" ? [join(configDir, "CLAUDE.md")] : named.map((name) => join(project, pathOf(name)));
  if (scope === "project") for (const path of meant) refuseStray(path, project);
  const key = scope === "user" ? undefined : cairn.places.project.key;
  const words = taughtWords({ project: key, team: cairn.settings.get("team.enabled"), breadcrumb });
  const receipt = readReceipt(cairn.places.cairnHome);
  const plan = (remove ? planSectionsOut : planSectionsIn)(meant, words, receipt);
  checkChanges(plan.changes, "");
  return { ...plan, text: words };
}

/** Named agents read the system's instructions of their folder. */
function taughtUnnamed(project: string): (typeof files)[number][] {
  return folderStands(join(project, ".agents")) ? ["AGENTS.md", "SYSTEM.md"] : ["AGENTS.md"];
}

function pathOf(name: (typeof files)[number]): string {
  return name === "SYSTEM.md" ? join(".agents", name) : name;
}
