/** `uninstall`: takes out of the hosts exactly what `init` put in. Memories stay, and it says where they are. */

import type { Cairn } from "../cairn.ts";
import { installs, type MeantHost, planAllOut } from "../hosts/installing.ts";
import { defaultHost, hostNamed, hostNames, hostTitles } from "../hosts/registry.ts";
import { carryOut, checkChanges, takeOutAll } from "../install/perform.ts";
import { readReceipt } from "../install/receipt.ts";
import { type InstallScope, installScopes, siteOf } from "../install/wanted.ts";
import { defined } from "../model/defined.ts";
import { z } from "../model/schema.ts";
import { placeInForce } from "../sync/in-force.ts";
import { takenOutOfClone } from "../team/setup.ts";
import { shellWord } from "../text/shell-word.ts";
import { pageIn } from "../views/workspace/keep.ts";
import { operation } from "./operation.ts";
import { ChangeOutput, changeLines, changeOutput } from "./show/change-output.ts";

type Asked = { readonly hosts: readonly string[]; readonly scope?: InstallScope | undefined };

export const uninstall = operation({
  name: "uninstall",
  summary: "Take Cairn out of your agents again; memories stay.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli"],
  positional: "hosts",
  examples: ["cairn uninstall", "cairn uninstall codex", "cairn uninstall --scope project --yes"],
  preview: { dryRun: true },
  input: z.strictObject({
    hosts: z
      .array(z.enum(hostNames))
      .default([])
      .describe("Only out of these; without it, out of all")
      .meta({ cli: { value: "<agent>" } }),
    scope: z.enum(installScopes).optional().describe(`In ${hostTitles[0]}, only this one; without it, both`),
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
    /** The list of projects, where there is one. */
    workspace: z.string().optional(),
    state: z.string(),
    /** What `team setup` had put into this clone. */
    clone: z.array(z.string()),
    notes: z.array(z.string()),
  }),

  async confirm({ dryRun, ...asked }, cairn) {
    const isWhole = asked.hosts.length === 0 && asked.scope === undefined;
    const isIdle =
      dryRun ||
      (planOf(asked, cairn, await meantBy(asked)).changes.length === 0 &&
        !(isWhole && (await takenOutOfClone(cairn, { dryRun: true })).length > 0));
    return isIdle ? undefined : "Make these changes?";
  },

  async run({ dryRun, ...asked }, cairn) {
    const { cairnHome, configDir, roots } = cairn.places;
    const meant = await meantBy(asked);
    // A clone's merge driver is of no agent: it goes when Cairn goes as a whole.
    const isWhole = asked.hosts.length === 0 && asked.scope === undefined;
    const outOfClone = isWhole ? await takenOutOfClone(cairn, { dryRun }) : [];
    const before = planOf(asked, cairn, meant);
    const isIdle = dryRun || (before.changes.length === 0 && before.receipt.uses.length === before.earlier);
    const { changes, receipt, notes, keptCommands, backups } = isIdle
      ? { ...before, backups: [] }
      : await carryOut(cairn, () => planOf(asked, cairn, meant), takeOutAll);
    return {
      done: !dryRun,
      changes: changes.map(changeOutput),
      backups,
      kept_commands: [...keptCommands],
      left: [...receipt.uses],
      memories: [roots.user.path, roots.project.path],
      ...defined({ workspace: pageIn(configDir) }),
      state: cairnHome,
      clone: outOfClone,
      notes: [...notes],
    };
  },

  show({ done, changes, backups, kept_commands, left, memories, workspace, state, clone, notes }) {
    const nothing = changes.length === 0;
    return [
      nothing
        ? `Nothing to do${left.length === 0 ? ": Cairn is in no agent's settings" : " here"}.`
        : "Out of your agents:",
      ...changeLines(changes, { done }),
      ...kept_commands.map((name) => `Kept, because you changed it: the command /${name}`),
      ...left.map(stillIn),
      ...clone.map((what) => `${done ? "Out of" : "Would go out of"} this clone: ${what}`),
      ...notes.map((note) => `! ${note}`),
      ...backups.map((path) => `Backup: ${path}`),
      ...(nothing ? [] : [done ? "Done. A session that runs keeps it until it ends." : "Nothing was changed yet."]),
      `Memories stay where they are: ${memories.join(", ")}; history and settings in ${state}.`,
      ...(workspace === undefined
        ? []
        : [`So does the list of your projects, ${workspace}: delete it if you do not want it.`]),
    ].join("\n");
  },
});

/** Names one place Cairn is still installed in, and the command that takes it out there. */
function stillIn(use: string): string {
  const host = hostNamed(use);
  if (host !== undefined) return `Still in use in ${host.title}; take it out with: cairn uninstall ${host.name}`;
  if (use === "user") return "Still in use in every project; take it out with: cairn uninstall --scope user";
  return `Still in use in ${use}; take it out there with: cairn uninstall --scope project --cwd ${shellWord(use)}`;
}

/** A scope is the first host's matter alone. */
function meantBy({ hosts: named, scope }: Asked): Promise<MeantHost[]> {
  return installs(named.length === 0 && scope !== undefined ? [defaultHost.name] : named);
}

function planOf({ scope }: Asked, cairn: Cairn, meant: readonly MeantHost[]) {
  const site = siteOf(cairn.places);
  const receipt = readReceipt(cairn.places.cairnHome);
  const all = { user: "user", project: site.project };
  // What others put into a repository is theirs, unless it is asked for by name.
  const leaving =
    scope === undefined ? { uses: Object.values(all), named: ["user"] } : { uses: [all[scope]], named: [all[scope]] };
  const of = (host: { readonly name: string }) =>
    host.name === defaultHost.name ? leaving : { uses: [host.name], named: [host.name] };
  const plan = planAllOut(meant, of, { site, receipt });
  checkChanges(plan.changes, "");
  const taught = receipt.sections.map(
    ({ file }) => `${file} still tells agents of Cairn: teach --remove takes that out`,
  );
  const synced = placeInForce(cairn);
  const stays =
    synced === undefined ? [] : [`memories are kept in step over ${synced.shown}: cairn sync off ends that`];
  return { ...plan, notes: [...plan.notes, ...taught, ...stays], earlier: receipt.uses.length };
}
