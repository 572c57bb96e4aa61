/** `memory-config.json` of S4 as settings of Cairn's: most have the same name. None is taken over by itself. Pure. */

import { checkSetting, formerSetting, isSettingKey } from "../model/settings.ts";
import { isJsonObject } from "../text/json.ts";
import type { ForeignObject } from "./layout.ts";

interface ConfigSetting {
  readonly key: string;
  readonly value?: unknown;
  /** Why there is none here. */
  readonly why?: string;
}

const DEEPEST = 4;

export function settingsFrom(config: ForeignObject): ConfigSetting[] {
  return leavesOf(config, "", 0).map(({ key, value }) => {
    if (!isSettingKey(key)) return { key, why: formerSetting(key) ?? "Cairn has no such setting" };
    const checked = checkSetting(key, value);
    return checked.ok ? { key, value: checked.value } : { key, why: checked.problem };
  });
}

function leavesOf(config: ForeignObject, prefix: string, depth: number): { key: string; value: unknown }[] {
  return Object.entries(config).flatMap(([name, value]) => {
    const key = prefix === "" ? name : `${prefix}.${name}`;
    if (name.startsWith("$") || name.startsWith("_")) return [];
    return isJsonObject(value) && depth < DEEPEST ? leavesOf(value, key, depth + 1) : [{ key, value }];
  });
}
