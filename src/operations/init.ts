/** `init`: puts Cairn into the host, by its settings, and shows the exact change first. */

import type { Cairn } from "../cairn.ts";
import type { HostInstall } from "../hosts/host.ts";
import { defaultHost } from "../hosts/registry.ts";
import { checkChanges, putIn } from "../install/perform.ts";
import { readReceipt, withReceipt } from "../install/receipt.ts";
import { type InstallScope, installScopes, siteOf } from "../install/wanted.ts";
import { z } from "../model/schema.ts";
import { MemoriesHere, memoriesHere, memoriesHereLines } from "./memories-here.ts";
import { operation } from "./operation.ts";
import { ChangeOutput, changeLines, changeOutput } from "./show/change-output.ts";

const { title, seenWith } = defaultHost;

interface Asked {
  readonly scope: InstallScope;
  readonly commands: boolean;
  readonly from?: string | undefined;
}

export const init = operation({
  name: "init",
  summary: `Put Cairn into ${title}; shows the exact change first.`,
  effect: "write",
  idempotent: true,
  surfaces: ["cli"],
  examples: ["cairn init", "cairn init --yes", "cairn init --scope project --dry-run", "cairn init --commands"],
  preview: { dryRun: true },
  input: z.strictObject({
    scope: z
      .enum(installScopes)
      .default("user")
      .describe(`For you in every project, or for who starts ${title} in this one`),
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

  async confirm({ dryRun, ...asked }, cairn) {
    const isIdle = dryRun || planOf(asked, cairn, await defaultHost.install()).changes.length === 0;
    return isIdle ? undefined : "Make these changes?";
  },

  async run({ dryRun, ...asked }, cairn) {
    const install = await defaultHost.install();
    const plan = planOf(asked, cairn, install);
    const { changes, commands, notes, marketplace, backups } =
      dryRun || plan.changes.length === 0
        ? { ...plan, backups: [] }
        : await withReceipt(cairn.places.cairnHome, () => carriedOut(asked, cairn, install));
    return {
      done: !dryRun,
      scope: asked.scope,
      version: install.versionIn(marketplace) ?? "",
      marketplace,
      changes: changes.map(changeOutput),
      backups,
      commands: { put: [...commands.put], left_out: [...commands.leftOut] },
      project: cairn.places.project.key,
      found: await memoriesHere(cairn),
      notes: [...notes, ...install.notes(siteOf(cairn.places), cairn.env)],
    };
  },

  show(output, { scope }) {
    const { done, version, marketplace, changes, backups, commands, notes, found, project } = output;
    const where = scope === "user" ? "in every project" : "for this project";
    const plain = commands.put.map((name) => `/${name}`).join(" ");
    return [
      `Cairn ${version} in ${title}, ${where}, from ${marketplace}`,
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
    `Done. The next session of ${title} has Cairn. doctor checks it; uninstall takes it out again.`,
    ...(seenWith === undefined ? [] : [seenWith]),
  ];
}

function carriedOut(asked: Asked, cairn: Cairn, install: HostInstall) {
  const plan = planOf(asked, cairn, install);
  const means = { cairnHome: cairn.places.cairnHome, clock: cairn.clock };
  return { ...plan, backups: putIn(plan.changes, plan.receipt, means) };
}

function planOf({ scope, commands, from }: Asked, cairn: Cairn, install: HostInstall) {
  const marketplace = install.sourceOf(process.argv[1], from);
  const plan = install.planIn({
    scope,
    commands,
    source: marketplace,
    site: siteOf(cairn.places),
    receipt: readReceipt(cairn.places.cairnHome),
    now: cairn.clock.now(),
  });
  checkChanges(plan.changes, install.byHand(marketplace));
  return { ...plan, marketplace };
}
