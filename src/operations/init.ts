/** `init`: puts Cairn into Claude Code, by its settings, and shows the exact change first. */

import type { Cairn } from "../cairn.ts";
import { type InstallScope, installScopes, settingsOf, wantedBy } from "../install/claude-code.ts";
import { marketplaceOf, pluginVersion } from "../install/package.ts";
import { checkChanges, putIn } from "../install/perform.ts";
import { commandsIn } from "../install/plain-commands.ts";
import { planIn } from "../install/plan.ts";
import { programOnPath } from "../install/programs.ts";
import { readReceipt, withReceipt } from "../install/receipt.ts";
import { refuseStray } from "../install/sections.ts";
import { siteOf } from "../install/site-of.ts";
import { installState } from "../install/state.ts";
import { z } from "../model/schema.ts";
import { MemoriesHere, memoriesHere, memoriesHereLines } from "./memories-here.ts";
import { operation } from "./operation.ts";
import { ChangeOutput, changeLines, changeOutput } from "./show/change-output.ts";

interface Asked {
  readonly scope: InstallScope;
  readonly commands: boolean;
  readonly from?: string | undefined;
}

export const init = operation({
  name: "init",
  summary: "Put Cairn into Claude Code; shows the exact change first.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli"],
  examples: ["cairn init", "cairn init --yes", "cairn init --scope project --dry-run", "cairn init --commands"],
  preview: { dryRun: true },
  input: z.strictObject({
    scope: z
      .enum(installScopes)
      .default("user")
      .describe("For you in every project, or for who starts Claude Code in this one"),
    commands: z.boolean().default(false).describe("The plugin's commands also as plain ones, such as /save"),
    dryRun: z.boolean().default(false).describe("Only show what would be changed"),
    from: z
      .string()
      .optional()
      .describe("The folder of the built package, where it is not the one that runs")
      .meta({ cli: { value: "DIR", complete: "folder" } }),
  }),
  output: z.object({
    done: z.boolean(),
    scope: z.enum(installScopes),
    version: z.string(),
    marketplace: z.string(),
    changes: z.array(ChangeOutput),
    backups: z.array(z.string()),
    commands: z.object({
      put: z.array(z.string()),
      left_out: z.array(z.object({ name: z.string(), why: z.string() })),
    }),
    project: z.string(),
    found: z.array(MemoriesHere),
    notes: z.array(z.string()),
  }),

  confirm({ dryRun, ...asked }, cairn) {
    return dryRun || planOf(asked, cairn).changes.length === 0 ? undefined : "Make these changes?";
  },

  async run({ dryRun, ...asked }, cairn) {
    const isIdle = dryRun || planOf(asked, cairn).changes.length === 0;
    const { changes, commands, notes, marketplace, backups } = isIdle
      ? { ...planOf(asked, cairn), backups: [] }
      : await withReceipt(cairn.places.cairnHome, () => carriedOut(asked, cairn));
    return {
      done: !dryRun,
      scope: asked.scope,
      version: pluginVersion(marketplace) ?? "",
      marketplace,
      changes: changes.map(changeOutput),
      backups,
      commands: { put: [...commands.put], left_out: [...commands.leftOut] },
      project: cairn.places.project.key,
      found: await memoriesHere(cairn),
      notes: [...notes, ...hookNotes(cairn), ...programNotes(cairn)],
    };
  },

  show(output, { scope }) {
    const { done, version, marketplace, changes, backups, commands, notes, found, project } = output;
    const where = scope === "user" ? "in every project" : "for this project";
    const plain = commands.put.map((name) => `/${name}`).join(" ");
    return [
      `Cairn ${version} in Claude Code, ${where}, from ${marketplace}`,
      ...changeLines(changes, { done }),
      ...(plain === "" ? [] : [`Plain commands: ${plain}`]),
      ...commands.left_out.map(({ name, why }) => `Not as a plain command: ${name} (${why}); use /cairn:${name}`),
      ...memoriesHereLines(found, project),
      ...notes.map((note) => `! ${note}`),
      ...outcome(done, changes.length, backups),
    ].join("\n");
  },
});

function outcome(done: boolean, changes: number, backups: readonly string[]): string[] {
  if (changes === 0) return ["Nothing to do: Cairn is in already. doctor checks that it works."];
  if (!done) return ["Nothing was changed yet."];
  return [
    ...backups.map((path) => `Backup: ${path}`),
    "Done. The next session of Claude Code has Cairn. doctor checks it; uninstall takes it out again.",
    "claude mcp list shows it at once, claude plugin list only after that session.",
  ];
}

function carriedOut(asked: Asked, cairn: Cairn) {
  const plan = planOf(asked, cairn);
  const means = { cairnHome: cairn.places.cairnHome, clock: cairn.clock };
  return { ...plan, backups: putIn(plan.changes, plan.receipt, means) };
}

function planOf({ scope, commands, from }: Asked, cairn: Cairn) {
  const site = siteOf(cairn);
  const marketplace = marketplaceOf(process.argv[1], from);
  const earlier = readReceipt(cairn.places.cairnHome);
  const use = scope === "user" ? "user" : site.project;
  if (scope === "project") refuseStray(settingsOf(scope, site), site.project);
  const plan = planIn(wantedBy(scope, site, marketplace, cairn.clock.now()), use, earlier);
  const plain = commands
    ? commandsIn(marketplace, site, earlier)
    : { changes: [], commands: earlier.commands, put: [], leftOut: [] };
  const changes = [...plan.changes, ...plain.changes];
  checkChanges(changes, `run claude plugin marketplace add ${marketplace}, then claude plugin install cairn@cairn`);
  return {
    changes,
    receipt: { ...plan.receipt, commands: [...plain.commands] },
    commands: plain,
    notes: plan.notes,
    marketplace,
  };
}

function hookNotes(cairn: Cairn): string[] {
  const { hooksOff } = installState(siteOf(cairn), cairn.env);
  if (hooksOff === undefined) return [];
  return [`${hooksOff}: disableAllHooks is on; until it is off, Cairn has its tools but does nothing by itself.`];
}

function programNotes({ env }: Cairn): string[] {
  return [
    ...(programOnPath("claude", env) === undefined
      ? ["There is no claude on the PATH; the settings are for when there is one."]
      : []),
    ...(programOnPath("node", env) === undefined
      ? ["There is no node on the PATH; Claude Code needs it there to run the plugin."]
      : []),
  ];
}
