/** `init`: puts Cairn into the hosts there are, by their settings, and shows the exact change first. */

import type { Cairn } from "../cairn.ts";
import { hostsMeant, type MeantHost, planAllIn } from "../hosts/installing.ts";
import { hostNames, hostTitles } from "../hosts/registry.ts";
import { marketplaceOf, pluginVersion, programOf } from "../install/package.ts";
import { carryOut, putIn } from "../install/perform.ts";
import { readReceipt } from "../install/receipt.ts";
import { type InstallScope, installScopes, siteOf } from "../install/wanted.ts";
import { z } from "../model/schema.ts";
import { MemoriesHere, memoriesHere, memoriesHereLines } from "../recall/memories-here.ts";
import { operation } from "./operation.ts";
import { ChangeOutput, changeLines, changeOutput } from "./show/change-output.ts";

interface Asked {
  readonly hosts: readonly string[];
  readonly scope: InstallScope;
  readonly commands: boolean;
  readonly from?: string | undefined;
}

export const init = operation({
  name: "init",
  summary: `Put Cairn into the agents you use (${hostTitles.join(", ")}); shows the exact change first.`,
  effect: "write",
  idempotent: true,
  surfaces: ["cli"],
  positional: "hosts",
  examples: [
    "cairn init",
    "cairn init codex",
    "cairn init --yes",
    "cairn init --scope project --dry-run",
    "cairn init --commands",
  ],
  preview: { dryRun: true },
  input: z.strictObject({
    hosts: z
      .array(z.enum(hostNames))
      .default([])
      .describe("Only these; without it, every one that is found on this machine")
      .meta({ cli: { value: "<agent>" } }),
    scope: z
      .enum(installScopes)
      .default("user")
      .describe(`user: for you, in every project; project: in ${hostTitles[0]}, for everybody who works in this one`),
    commands: z
      .boolean()
      .default(false)
      .describe(`In ${hostTitles[0]}: the plugin's commands also as plain ones, such as /save`),
    dryRun: z.boolean().default(false).describe("Only show what would be changed"),
    show: z
      .boolean()
      .default(false)
      .describe(
        "Show every line of every file; without it, each value that is put in, and files of Cairn's own by name",
      ),
    from: z
      .string()
      .optional()
      .describe("The folder of the built package, where it is not the one that runs")
      .meta({ cli: { value: "DIR", complete: "folder" } }),
  }),
  output: z.object({
    done: z.boolean(),
    hosts: z.array(z.enum(hostNames)),
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
    /** What the person sees or has to do, when it is in. */
    next: z.array(z.string()),
  }),

  async confirm({ dryRun, show: _, ...asked }, cairn) {
    const isIdle = dryRun || planOf(asked, cairn, await meantBy(asked, cairn)).changes.length === 0;
    return isIdle ? undefined : "Make these changes?";
  },

  async run({ dryRun, show: _, ...asked }, cairn) {
    const found = await meantBy(asked, cairn);
    const plan = planOf(asked, cairn, found);
    const { meant, changes, commands, notes, marketplace, backups } =
      dryRun || plan.changes.length === 0
        ? { ...plan, backups: [] }
        : await carryOut(cairn, () => planOf(asked, cairn, found), putIn);
    const site = siteOf(cairn.places);
    return {
      done: !dryRun,
      hosts: hostNames.filter((name) => meant.some(({ host }) => host.name === name)),
      scope: asked.scope,
      version: pluginVersion(marketplace) ?? "",
      marketplace,
      changes: changes.map(changeOutput),
      backups,
      commands: { put: [...commands.put], left_out: [...commands.leftOut] },
      project: cairn.places.project.key,
      found: await memoriesHere(cairn),
      notes: [
        ...notes,
        ...meant.flatMap(({ install }) => install.notes(site, cairn.env)),
        ...(await noticedHere(cairn)),
      ],
      next: meant.flatMap(({ install }) => install.next(site)),
    };
  },

  show(output, { scope, show: whole }) {
    const { done, hosts, version, marketplace, changes, backups, commands, notes, found, project, next } = output;
    const where = scope === "user" ? "in every project" : "for this project";
    const titles = hosts.map((name) => hostTitles[hostNames.indexOf(name)] ?? name);
    const plain = commands.put.map((name) => `/${name}`).join(" ");
    return [
      `Cairn ${version} in ${listed(titles)}, ${where}, from ${marketplace}`,
      ...shortened(changeLines(changes, { done, whole }), programOf(marketplace), done || whole),
      ...(plain === "" ? [] : [`Plain commands: ${plain}`]),
      ...commands.left_out.map(({ name, why }) => `Not as a plain command: ${name} (${why}); use /cairn:${name}`),
      ...memoriesHereLines(found, project),
      ...(changes.length === 0 ? [] : [KEEPS]),
      ...notes.map((note) => `! ${note}`),
      ...outcome(done, changes.length, backups, next),
    ].join("\n");
  },
});

async function noticedHere(cairn: Cairn): Promise<string[]> {
  const { noticedLine, noticedStores } = await import("../layouts/noticed.ts");
  return cairn.hasPlaces ? noticedStores(cairn).map(noticedLine) : [];
}

/** Said before anything is there: nothing of Cairn's appears that nobody was told of. */
const KEEPS =
  "Cairn keeps memories in projects/<project>/memory, what is known of you in user/, the list of your projects in workspace.md and its history in cairn/, all below ~/.claude; cairn uninstall leaves them.";

/** The program is named once, where its path stands in every other line. */
function shortened(lines: readonly string[], program: string, whole: boolean): string[] {
  if (whole || lines.length === 0) return [...lines];
  const short = lines.map((line) => line.replaceAll(program, SHORT));
  const isNamed = short.some((line) => line.includes(SHORT));
  return [...(isNamed ? [`${SHORT} is ${program}`] : []), ...short, "cairn init --show has every line of it.", ""];
}

const SHORT = "…/cairn.cjs";

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function outcome(done: boolean, changes: number, backups: readonly string[], next: readonly string[]): string[] {
  if (changes === 0) return ["Nothing to do: Cairn is in already. cairn doctor checks that it works."];
  if (!done) return ["Nothing was changed yet."];
  return [
    ...backups.map((path) => `Backup: ${path}`),
    "Done. cairn doctor checks it; cairn uninstall takes it out again.",
    ...next,
  ];
}

function meantBy({ hosts: named, scope }: Asked, { places, env }: Cairn): Promise<MeantHost[]> {
  return hostsMeant({ named, scope, site: siteOf(places), env });
}

function planOf({ hosts, scope, commands, from }: Asked, cairn: Cairn, meant: readonly MeantHost[]) {
  const marketplace = marketplaceOf(process.argv[1], from);
  const plan = planAllIn(meant, {
    scope,
    commands,
    source: marketplace,
    site: siteOf(cairn.places),
    receipt: readReceipt(cairn.places.cairnHome),
    now: cairn.clock.now(),
    isNamed: hosts.length > 0,
  });
  return { ...plan, marketplace };
}
