/** How Cairn stands in Claude Code, read from the host's files as the host reads them. Nothing is written or run. */

import { join } from "node:path";
import { type Unreadable, unreadable } from "../../install/host-file.ts";
import type { Path } from "../../install/json-edit.ts";
import { isMarketplace, pluginVersion } from "../../install/package.ts";
import type { Place, Site } from "../../install/wanted.ts";
import { readText } from "../../places/paths.ts";
import { parseJson } from "../../text/json-text.ts";
import { declaredPlace, folderIn, knownPlace, settingsOf, switchPlace } from "./settings-files.ts";

const MAX_BYTES = 4_000_000;

export interface InstallState {
  /** The nearest file that says whether it is on, as the host decides it. */
  readonly switch: { readonly file: string; readonly on: boolean } | undefined;
  /** The folder it comes from, as the person's own files name it. */
  readonly marketplace: string | undefined;
  readonly isThere: boolean;
  readonly version: string | undefined;
  /** Files the host does not read as they are. */
  readonly unread: readonly (Unreadable & { readonly file: string })[];
  /** The file that switches all hooks off, those of plugins too. */
  readonly hooksOff: string | undefined;
  /** The host's own memory, whose index it loads by itself. */
  readonly ownMemory: boolean;
}

export function installState(site: Site, env: Readonly<Record<string, string | undefined>>): InstallState {
  const files = [
    join(site.project, ".claude", "settings.local.json"),
    settingsOf("project", site),
    settingsOf("user", site),
  ];
  const read = new Map([...files, knownPlace(site).file].map((file) => [file, readAsHost(file)]));
  const at = ({ file, path }: Place) => path.reduce<unknown>(member, read.get(file)?.value);
  const nearest = (path: Path) =>
    files.map((file) => ({ file, on: at({ file, path }) })).find(({ on }) => typeof on === "boolean");
  const switched = nearest(switchPlace("user", site).path);
  const hooks = nearest(["disableAllHooks"]);
  const marketplace = folderIn(at(declaredPlace(site))) ?? folderIn(at(knownPlace(site)));
  return {
    switch: switched && { file: switched.file, on: switched.on === true },
    marketplace,
    isThere: marketplace !== undefined && isMarketplace(marketplace),
    version: marketplace === undefined ? undefined : pluginVersion(marketplace),
    unread: [...read].flatMap(([file, { fault }]) => (fault === undefined ? [] : [{ file, ...fault }])),
    hooksOff: hooks?.on === true ? hooks.file : undefined,
    ownMemory: isOwnMemoryOn(
      files.map((file) => read.get(file)?.value),
      env,
    ),
  };
}

/** What the host takes of a file: nothing, unless all of it is strict JSON. */
function readAsHost(file: string): { value?: unknown; fault?: Unreadable } {
  const text = readText(file, MAX_BYTES);
  if (text === undefined) return {};
  const fault = unreadable(text);
  return fault === undefined ? { value: parseJson(text).root.value } : { fault };
}

function isOwnMemoryOn(settings: readonly unknown[], env: Readonly<Record<string, string | undefined>>): boolean {
  if (!["", "0", "false", undefined].includes(env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"])) return false;
  return settings.map((value) => member(value, "autoMemoryEnabled")).find((on) => typeof on === "boolean") !== false;
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
