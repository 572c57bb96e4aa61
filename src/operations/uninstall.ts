/** `uninstall`: takes out of Claude Code exactly what `init` put in. Memories stay, and it says where they are. */

import type { Cairn } from "../cairn.ts";
import { installScopes } from "../install/claude-code.ts";
import { checkChanges, takeOutAll } from "../install/perform.ts";
import { commandsOut, unknownCommands } from "../install/plain-commands.ts";
import { planOut } from "../install/plan.ts";
import { readReceipt, withReceipt } from "../install/receipt.ts";
import { siteOf } from "../install/site-of.ts";
import { z } from "../model/schema.ts";
import { shellWord } from "../text/shell-word.ts";
import { operation } from "./operation.ts";
import { ChangeOutput, changeLines, changeOutput } from "./show/change-output.ts";

type Asked = { readonly scope?: (typeof installScopes)[number] | undefined };

export const uninstall = operation({
  name: "uninstall",
  summary: "Take Cairn out of Claude Code again; memories stay.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli"],
  examples: ["cairn uninstall", "cairn uninstall --scope project --yes"],
  preview: { dryRun: true },
  input: z.strictObject({
    scope: z.enum(installScopes).optional().describe("Only this one; without it, both"),
    dryRun: z.boolean().default(false).describe("Only show what would be changed"),
  }),
  output: z.object({
    done: z.boolean(),
    changes: z.array(ChangeOutput),
    backups: z.array(z.string()),
    kept_commands: z.array(z.string()),
    /** Where it is in use still. */
    left: z.array(z.string()),
    memories: z.array(z.string()),
    state: z.string(),
    notes: z.array(z.string()),
  }),

  confirm({ dryRun, ...asked }, cairn) {
    return dryRun || planOf(asked, cairn).changes.length === 0 ? undefined : "Make these changes?";
  },

  async run({ dryRun, ...asked }, cairn) {
    const { cairnHome, roots } = cairn.places;
    const before = planOf(asked, cairn);
    const isIdle = dryRun || (before.changes.length === 0 && before.receipt.uses.length === before.earlier);
    const { changes, receipt, notes, keptCommands, backups } = isIdle
      ? { ...before, backups: [] }
      : await withReceipt(cairnHome, () => carriedOut(asked, cairn));
    return {
      done: !dryRun,
      changes: changes.map(changeOutput),
      backups,
      kept_commands: [...keptCommands],
      left: [...receipt.uses],
      memories: [roots.user.path, roots.project.path],
      state: cairnHome,
      notes: [...notes],
    };
  },

  show({ done, changes, backups, kept_commands, left, memories, state, notes }) {
    const nothing = changes.length === 0;
    return [
      nothing
        ? `Nothing to do${left.length === 0 ? ": Cairn is not in Claude Code's settings" : " here"}.`
        : "Out of Claude Code:",
      ...changeLines(changes, { done }),
      ...kept_commands.map((name) => `Kept, because you changed it: the command /${name}`),
      ...left.map(stillIn),
      ...notes.map((note) => `! ${note}`),
      ...backups.map((path) => `Backup: ${path}`),
      ...(nothing ? [] : [done ? "Done. A session that runs keeps it until it ends." : "Nothing was changed yet."]),
      `Memories stay where they are: ${memories.join(", ")}; history and settings in ${state}.`,
    ].join("\n");
  },
});

/** Where it is still, and what takes it out there. */
function stillIn(use: string): string {
  if (use === "user") return "Still in use in every project; take it out with: cairn uninstall --scope user";
  return `Still in use in ${use}; take it out there with: cairn uninstall --scope project --cwd ${shellWord(use)}`;
}

function carriedOut(asked: Asked, cairn: Cairn) {
  const plan = planOf(asked, cairn);
  const means = { cairnHome: cairn.places.cairnHome, clock: cairn.clock };
  return { ...plan, backups: takeOutAll(plan.changes, plan.receipt, means) };
}

function planOf({ scope }: Asked, cairn: Cairn) {
  const site = siteOf(cairn);
  const receipt = readReceipt(cairn.places.cairnHome);
  const all = { user: "user", project: site.project };
  // What others put into a repository is theirs, unless it is asked for by name.
  const leaving =
    scope === undefined ? { uses: Object.values(all), named: ["user"] } : { uses: [all[scope]], named: [all[scope]] };
  const plan = planOut(leaving, site, receipt);
  const last = plan.receipt.uses.length === 0;
  const plain = last ? commandsOut(receipt) : { changes: [], kept: [] };
  const changes = [...plan.changes, ...plain.changes];
  checkChanges(changes, "");
  return {
    changes,
    receipt: { ...plan.receipt, commands: last ? [] : receipt.commands },
    notes: [
      ...plan.notes,
      ...(last ? commandNotes(unknownCommands(site, receipt)) : []),
      ...receipt.sections.map(({ file }) => `${file} still tells agents of Cairn: teach --remove takes that out`),
    ],
    keptCommands: plain.kept,
    earlier: receipt.uses.length,
  };
}

/** Without a receipt nobody can tell whether they are Cairn's or the person's. */
function commandNotes(files: readonly string[]): string[] {
  return files.map(
    (file) => `${file} runs Cairn and is left: nothing says that init put it there. Delete it if you do not need it.`,
  );
}
