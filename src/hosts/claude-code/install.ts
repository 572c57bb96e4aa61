/** How Cairn is put into Claude Code and taken out again: as a plugin of a marketplace that is the package itself. */

import { planIn, planOut } from "../../install/plan.ts";
import { programOnPath } from "../../install/programs.ts";
import { refuseStray } from "../../install/sections.ts";
import type { Environment, HostInstall, InstallAsked, PlannedIn } from "../host.ts";
import { check } from "./check.ts";
import { TITLE } from "./host.ts";
import { installState } from "./install-state.ts";
import { marketplaceOf, pluginVersion } from "./package.ts";
import { commandsIn, commandsOut, unknownCommands } from "./plain-commands.ts";
import { settingsOf, tracesAt, wantedBy } from "./settings-files.ts";

export const install: HostInstall = {
  sourceOf: marketplaceOf,
  versionIn: pluginVersion,
  planIn: plannedIn,

  planOut(leaving, { site, receipt }) {
    const plan = planOut(leaving, tracesAt(site), receipt);
    const last = plan.receipt.uses.length === 0;
    const plain = last ? commandsOut(receipt) : { changes: [], kept: [] };
    return {
      changes: [...plan.changes, ...plain.changes],
      receipt: { ...plan.receipt, commands: last ? [] : receipt.commands },
      notes: [...plan.notes, ...(last ? commandNotes(unknownCommands(site, receipt)) : [])],
      keptCommands: plain.kept,
    };
  },

  byHand: (source) => `run claude plugin marketplace add ${source}, then claude plugin install cairn@cairn`,

  notes(site, env) {
    const { hooksOff } = installState(site, env);
    const off = "disableAllHooks is on; until it is off, Cairn has its tools but does nothing by itself.";
    return [...(hooksOff === undefined ? [] : [`${hooksOff}: ${off}`]), ...programNotes(env)];
  },

  isOn: (site, env) => installState(site, env).switch?.on === true,

  check,
};

function plannedIn({ scope, source, now, commands, site, receipt }: InstallAsked): PlannedIn {
  if (scope === "project") refuseStray(settingsOf(scope, site), site.project);
  const use = scope === "user" ? "user" : site.project;
  const plan = planIn(wantedBy(scope, site, source, now), use, receipt, TITLE);
  const plain = commands
    ? commandsIn(source, site, receipt)
    : { changes: [], commands: receipt.commands, put: [], leftOut: [] };
  return {
    changes: [...plan.changes, ...plain.changes],
    receipt: { ...plan.receipt, commands: [...plain.commands] },
    notes: plan.notes,
    commands: plain,
  };
}

/** Without a receipt nobody can tell whether they are Cairn's or the person's. */
function commandNotes(files: readonly string[]): string[] {
  return files.map(
    (file) => `${file} runs Cairn and is left: nothing says that init put it there. Delete it if you do not need it.`,
  );
}

function programNotes(env: Environment): string[] {
  return [
    ...(programOnPath("claude", env) === undefined
      ? ["There is no claude on the PATH; the settings are for when there is one."]
      : []),
    ...(programOnPath("node", env) === undefined
      ? [`There is no node on the PATH; ${TITLE} needs it there to run the plugin.`]
      : []),
  ];
}
