/**
 * What Claude Code has to be told to have Cairn: which keys of which of its files. Tried on 2.1.197 and 2.1.325, both
 * offline: the settings alone are enough, and with the marketplace noted as known the first session has it already.
 * The folder's path is the person's own business and stays out of the repository's settings.
 */

import { isAbsolute, join } from "node:path";
import type { InstallScope, Place, Site, Traces, Wanted } from "../../install/wanted.ts";
import { TITLE } from "./host.ts";

const PLUGIN = "cairn@cairn";
const MARKETPLACE = "cairn";

/** In the order in which they are written: the plugin is switched on when it can be found. */
export function wantedBy(scope: InstallScope, site: Site, marketplace: string, now: Date): Wanted[] {
  const source = { source: "directory", path: marketplace };
  const known = { source, installLocation: marketplace, lastUpdated: now.toISOString() };
  const leadsHere = (found: unknown) => folderIn(found) === marketplace;
  return [
    { ...knownPlace(site), value: known, shared: true, isThere: leadsHere },
    { ...declaredPlace(site), value: { source }, shared: true, isThere: leadsHere },
    { ...switchPlace(scope, site), value: true, shared: false, isThere: (found) => found === true },
  ];
}

export function settingsOf(scope: InstallScope, { configDir, project }: Site): string {
  return scope === "user" ? join(configDir, "settings.json") : join(project, ".claude", "settings.json");
}

export function switchPlace(scope: InstallScope, site: Site): Place {
  return { file: settingsOf(scope, site), path: ["enabledPlugins", PLUGIN] };
}

export function declaredPlace(site: Site): Place {
  return { file: settingsOf("user", site), path: ["extraKnownMarketplaces", MARKETPLACE] };
}

export function knownPlace({ configDir }: Site): Place {
  return { file: join(configDir, "plugins", "known_marketplaces.json"), path: [MARKETPLACE] };
}

/** What the client notes by itself once it has loaded the plugin. */
function recordPlace({ configDir }: Site): Place {
  return { file: join(configDir, "plugins", "installed_plugins.json"), path: ["plugins", PLUGIN] };
}

/** Switched off first, then forgotten. */
export function tracesAt(site: Site): Traces {
  const inside = [knownPlace(site).file, recordPlace(site).file];
  const switchFor = (use: string) =>
    use === "user" ? switchPlace("user", site) : switchPlace("project", { ...site, project: use });
  return {
    title: TITLE,
    placesOf: (uses, last) => [
      ...uses.map(switchFor),
      ...(last ? [declaredPlace(site), knownPlace(site), recordPlace(site)] : []),
    ],
    isInternal: (file) => inside.includes(file),
    isUse: isOwnUse,
    shares: true,
  };
}

/** In every project, or in the one of that folder. */
export function isOwnUse(use: string): boolean {
  return use === "user" || isAbsolute(use);
}

/** The folder a marketplace entry names. */
export function folderIn(entry: unknown): string | undefined {
  const path = (entry as { source?: { path?: unknown } } | undefined)?.source?.path;
  return typeof path === "string" ? path : undefined;
}

/** Names of the client's own commands, tried on both versions: a plain command of that name would hide them. */
export const takenNames: Readonly<Record<string, string>> = {
  memory: `${TITLE} has a /memory of its own`,
  config: `${TITLE} has a /config of its own`,
};

export function commandsFolder({ configDir }: Site): string {
  return join(configDir, "commands");
}
