/**
 * Cairn into several hosts at once and out of them again: which are meant, and the one plan for all. What clients share, a
 * skill in a folder all but the first read, comes with the first of them and goes with the last.
 */

import { join } from "node:path";
import { planFilesIn, planFilesOut, type WantedFile } from "../install/own-files.ts";
import { pluginOf } from "../install/package.ts";
import { checkChanges } from "../install/perform.ts";
import type { FileChange, Leaving } from "../install/plan.ts";
import type { Receipt } from "../install/receipt.ts";
import type { InstallScope, Site } from "../install/wanted.ts";
import { CairnError } from "../model/error.ts";
import { readText } from "../places/paths.ts";
import { commandFiles, commandsOf, type NamedCommand } from "./command-files.ts";
import type { Environment, HostInstall, InstallAsked, InstallableHost, PlannedIn, PlannedOut } from "./host.ts";
import { defaultHost, hosts } from "./registry.ts";

export interface MeantHost {
  readonly host: InstallableHost;
  readonly install: HostInstall;
  /** False: nothing of it was found on this machine. */
  readonly isThere?: boolean;
}

const installable = hosts().filter((host): host is InstallableHost => host.install !== undefined);

interface Meaning {
  /** By their names; none: those that are found. */
  readonly named: readonly string[];
  readonly scope: InstallScope;
  readonly site: Site;
  readonly env: Environment;
}

/** Into which hosts Cairn is to be put. Where none is found, into the one meant where nobody says which. */
export async function hostsMeant({ named, scope, site, env }: Meaning): Promise<MeantHost[]> {
  const all = await installs(named);
  const able = all.filter(({ install }) => install.scopes.includes(scope));
  if (named.length === 0) {
    const found = able.filter(({ install }) => install.isThere(site, env));
    return found.length > 0 ? found : able.filter(({ host }) => host === defaultHost);
  }
  const unable = all.find(({ install }) => !install.scopes.includes(scope));
  if (unable === undefined) return all.map((one) => ({ ...one, isThere: one.install.isThere(site, env) }));
  throw new CairnError("INPUT_ERROR", `${unable.host.title} has Cairn in every project or not at all.`, {
    field: "scope",
    hint: `Leave --scope out: cairn init ${unable.host.name}.`,
  });
}

/** All of them where none is named. */
export async function installs(named: readonly string[]): Promise<MeantHost[]> {
  const meant = installable.filter(({ name }) => named.length === 0 || named.includes(name));
  return Promise.all(meant.map(async (host) => ({ host, install: await host.install() })));
}

/** `isNamed`: a host whose files refuse is refused. Otherwise it is left out with a word on why, if another one stands. */
export function planAllIn(
  given: readonly MeantHost[],
  { isNamed, ...asked }: InstallAsked & { readonly isNamed: boolean },
): Required<PlannedIn> & { readonly meant: readonly MeantHost[] } {
  const plans: PlannedIn[] = [];
  const meant: MeantHost[] = [];
  const refused: { readonly host: InstallableHost; readonly error: CairnError }[] = [];
  let { receipt } = asked;
  for (const one of given) {
    const { host, install } = one;
    try {
      const plan = install.planIn({ ...asked, receipt });
      checkChanges(plan.changes, install.byHand(asked.source));
      plans.push({ ...plan, changes: ofClient(plan.changes, host.title) });
      meant.push(one);
      ({ receipt } = plan);
    } catch (error) {
      if (isNamed || !(error instanceof CairnError)) throw error;
      refused.push({ host, error });
    }
  }
  if (meant.length === 0 && refused[0] !== undefined) throw refused[0].error;
  const readsSkill = meant.some(({ host }) => host !== defaultHost);
  const skill = planFilesIn(readsSkill ? skillIn(asked.source, asked.site) : [], SKILL_USE, receipt);
  checkChanges(skill.changes, "");
  return {
    meant,
    changes: [...plans.flatMap(({ changes }) => changes), ...ofClient(skill.changes, SKILL_FOR)],
    receipt: skill.receipt,
    notes: [
      ...plans.flatMap(({ notes }) => notes),
      ...skill.notes,
      ...refused.map(leftOut),
      ...meant.flatMap(notFound),
      ...(isNamed || given.some(({ host }) => host === defaultHost) ? [] : [firstNotFound]),
    ],
    commands: {
      put: plans.flatMap(({ commands }) => commands?.put ?? []),
      leftOut: plans.flatMap(({ commands }) => commands?.leftOut ?? []),
    },
  };
}

/** The first host's own notes say it. */
function notFound({ host, isThere }: MeantHost): string[] {
  if (isThere !== false || host === defaultHost) return [];
  return [
    `${host.title} was not found on this machine: no program of it on the PATH, and no settings. It has Cairn once it is here.`,
  ];
}

const firstNotFound = `${defaultHost.title} was not found on this machine, and is left alone; cairn init ${defaultHost.name} puts Cairn in anyway.`;

function leftOut({ host, error }: { readonly host: InstallableHost; readonly error: CairnError }): string {
  return `${host.title} is left alone: ${error.message.replace(" Nothing was changed.", "")} ${error.hint}`;
}

export function planAllOut(
  meant: readonly MeantHost[],
  leavingOf: (host: InstallableHost) => Leaving,
  { site, receipt: given }: { readonly site: Site; readonly receipt: Receipt },
): Required<PlannedOut> {
  const plans: PlannedOut[] = [];
  let receipt = given;
  for (const { host, install } of meant) {
    const plan = install.planOut(leavingOf(host), { site, receipt });
    plans.push({ ...plan, changes: ofClient(plan.changes, host.title) });
    ({ receipt } = plan);
  }
  const isRead = receipt.uses.some((use) => installable.some(({ name }) => name === use));
  const skill = isRead ? { changes: [] as FileChange[], receipt, notes: [] } : planFilesOut(SKILL_USE, receipt);
  return {
    changes: [...plans.flatMap(({ changes }) => changes), ...ofClient(skill.changes, SKILL_FOR)],
    receipt: skill.receipt,
    notes: [...plans.flatMap(({ notes }) => notes), ...skill.notes],
    keptCommands: plans.flatMap(({ keptCommands = [] }) => keptCommands),
  };
}

function ofClient(changes: readonly FileChange[], client: string): FileChange[] {
  return changes.map((change) => ({ ...change, client }));
}

const SKILL_USE = "skills";
const SKILL_FOR = `What all but ${defaultHost.title} read`;
const MAX_BYTES = 1_000_000;
const PLUGIN_ROOT = `\${CLAUDE_PLUGIN_ROOT}`;

/** The plugin's own, under the name its folder must have, with the commands beside it for clients that have none. */
function skillIn(source: string, { home }: Site): WantedFile[] {
  const plugin = pluginOf(source);
  const text = readText(join(plugin, "skills", "memories", "SKILL.md"), MAX_BYTES);
  if (text === undefined) return [];
  const named = text.replace(/^name: .*$/m, "name: cairn").replaceAll(PLUGIN_ROOT, plugin);
  const folder = join(home, ".agents", "skills", "cairn");
  const commands = commandFiles(source, {
    fileOf: (name) => join(folder, "commands", `${name}.md`),
    words: "the words behind its name",
    typed: (name) => `cairn ${name}`,
    print: ({ body }) => `${body}\n`,
  });
  return [{ file: join(folder, "SKILL.md"), text: named + commandsTold(commandsOf(source)) }, ...commands];
}

function commandsTold(commands: readonly NamedCommand[]): string {
  if (commands.length === 0) return "";
  const told =
    "read the file of that name in `commands/` beside this one, and do what it says with the words behind the name";
  return [
    "",
    `Where the person asks for one of these by its name, as in \`cairn review\`: ${told}.`,
    "",
    ...commands.map(({ name, description }) => `- \`${name}\`: ${description}`),
    "",
  ].join("\n");
}
