/** How Cairn is put into Claude Code and taken out again: as a plugin of a marketplace that is the package itself. */

import { join } from "node:path";
import { programOf } from "../../install/package.ts";
import { planIn, planOut } from "../../install/plan.ts";
import { printedBy, programOnPath } from "../../install/programs.ts";
import { refuseStray } from "../../install/sections.ts";
import { installScopes, type Site } from "../../install/wanted.ts";
import { type Finding, ok, warning, wrong } from "../../model/finding.ts";
import { kindBehind } from "../../places/paths.ts";
import type { Environment, HostInstall, InstallAsked, PlannedIn } from "../host.ts";
import { TITLE } from "./host.ts";
import { type InstallState, installState } from "./install-state.ts";
import { commandsIn, commandsOut, unknownCommands } from "./plain-commands.ts";
import { isOwnUse, settingsOf, tracesAt, wantedBy } from "./settings-files.ts";

export const install: HostInstall = {
  scopes: installScopes,
  isThere: (site, env) =>
    programOnPath("claude", env) !== undefined ||
    [settingsOf("user", site), join(site.home, ".claude.json")].some((file) => kindBehind(file) === "file"),
  planIn: plannedIn,

  planOut(leaving, { site, receipt }) {
    const plan = planOut(leaving, tracesAt(site), receipt);
    const last = !plan.receipt.uses.some(isOwnUse);
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
  next: () => [
    `The next session of ${TITLE} has Cairn.`,
    "claude mcp list shows it at once, claude plugin list only after that session.",
  ],

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

const LIMIT_MS = 10_000;

/** Is the plugin in Claude Code, on, of this version, and does its file run? */
function check(site: Site, env: Environment): Finding[] {
  const state = installState(site, env);
  return [pluginOf(state), ...programOfPlugin(state, env), ...unreadOf(state), ...hooksOf(state), memoryOf(state)];
}

function pluginOf({ switch: at, marketplace, isThere, version }: InstallState): Finding {
  if (at === undefined) return warning("plugin", `not in ${TITLE}'s settings`, "Put it in with init.");
  if (!at.on) return warning("plugin", `switched off in ${at.file}`, "Switch it on there, or with init.");
  if (marketplace === undefined)
    return wrong("plugin", `on in ${at.file}, but no file of yours says where it is`, "Run init again.");
  if (!isThere) return wrong("plugin", `on, but ${marketplace} is gone`, "Run init again, from where Cairn is now.");
  return ok("plugin", `${version ?? "of unknown version"}, on in ${at.file}, from ${marketplace}`);
}

/** Run as the client runs it: by the first node on the path. */
function programOfPlugin({ switch: at, marketplace, isThere, version }: InstallState, env: Environment): Finding[] {
  if (at?.on !== true || marketplace === undefined || !isThere) return [];
  const node = programOnPath("node", env);
  if (node === undefined) return [wrong("program", "there is no node on the PATH", "Put Node 20 or newer there.")];
  const printed = printedBy(node, [programOf(marketplace), "--version"], LIMIT_MS)?.trim();
  if (printed === undefined)
    return [wrong("program", "the plugin's file does not run", "Run init again; Node must be 20 or newer.")];
  if (printed !== version)
    return [warning("program", `says ${printed}, the plugin ${version}`, "Build or install it again.")];
  return [ok("program", "its file runs")];
}

function unreadOf({ unread }: InstallState): Finding[] {
  return unread.map(({ file, why, next }) => wrong("settings", `${TITLE} does not read ${file}: it ${why}`, next));
}

function hooksOf({ hooksOff }: InstallState): Finding[] {
  if (hooksOff === undefined) return [];
  const next = "Take it out there. Until then Cairn does nothing by itself; its tools and commands work.";
  return [warning("hooks", `all switched off by disableAllHooks in ${hooksOff}`, next)];
}

function memoryOf({ ownMemory }: InstallState): Finding {
  return ok("own memory", ownMemory ? "on: it loads MEMORY.md" : "off: sessions get the pointers from Cairn");
}
