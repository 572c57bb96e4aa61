/** Is the plugin in Claude Code, on, of this version, and does its file run? */

import { printedBy, programOnPath } from "../../install/programs.ts";
import type { Site } from "../../install/site.ts";
import { type Finding, ok, warning, wrong } from "../../model/finding.ts";
import type { Environment } from "../host.ts";
import { TITLE } from "./host.ts";
import { type InstallState, installState } from "./install-state.ts";
import { programOf } from "./package.ts";

const LIMIT_MS = 10_000;

export function check(site: Site, env: Environment): Finding[] {
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
