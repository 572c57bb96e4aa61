/** `config`: what is set, where each value comes from, and how to change it. */

import type { Cairn } from "../cairn.ts";
import { refuseDisabling } from "../conversation/trust-of-words.ts";
import { unlessRefused } from "../disk/files.ts";
import { hasSecret } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import {
  isPersonsSetting,
  isSettingKey,
  type SettingKey,
  type SettingRow,
  settingKeys,
  settings,
  typedSetting,
} from "../model/settings.ts";
import { isFolder } from "../places/paths.ts";
import { givenRoot } from "../places/project-root.ts";
import { homesOf } from "../places/resolve.ts";
import { refuseAgents, refuseAgentsModels } from "../trust/refuse-agents.ts";
import { operation } from "./operation.ts";
import { section } from "./show/help-text.ts";

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** The part of a key before its first dot. */
function groupOf(key: string): string {
  return key.includes(".") ? key.slice(0, key.indexOf(".")) : "";
}

type GroupOf<Key> = Key extends `${infer Group}.${string}` ? Group : never;
const isGroup = (group: string): group is GroupOf<SettingKey> => group !== "";
const groups = [...new Set(settingKeys.map(groupOf))].filter(isGroup);

const Shown = z.object({
  key: z.string(),
  value: Value,
  source: z.enum(["default", "user", "project", "environment", "option"]),
  default: Value,
  about: z.string(),
});

export const config = operation({
  name: "config",
  summary: "Show, get, set or reset settings.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: ["action", "key", "value"],
  examples: [
    "cairn config",
    "cairn config get index.maxLines",
    "cairn config set team.enabled true --project",
    "cairn config reset team.enabled",
  ],
  instead: { action: "To see one setting, or a group: cairn config show <key>" },
  input: z.strictObject({
    action: z.enum(["show", "get", "set", "reset"]).default("show").describe("What to do"),
    key: z
      .enum([...settingKeys, ...groups])
      .optional()
      .describe("The setting; to show them, also a group, such as triage; without it, show and reset mean all"),
    value: Value.optional().describe("The new value; a list as a,b"),
    project: z.boolean().default(false).describe("Change it for this project only"),
  }),
  output: z.object({ settings: z.array(Shown), warnings: z.array(z.string()) }),

  confirm({ action, key, project }) {
    if (action !== "reset" || key !== undefined) return undefined;
    return `Reset all ${project ? "settings of this project" : "your settings"}?`;
  },

  async run({ action, key: named, value, project }, cairn) {
    const key = named === undefined || isSettingKey(named) ? named : undefined;
    if (named !== key && action !== "show") throw noSetting(named ?? "");
    const part = project ? partOfProject(cairn) : {};
    const warnings: string[] = [];
    if (action === "show" || action === "get") cairn.settings.refresh();
    else if (!isOff(key, value) && (key === undefined || isPersonsSetting(key))) refuseAgentsModels(cairn);
    if (action === "set") {
      const wanted = given(key, "key");
      const wish = meant(wanted, given(value, "value"), cairn);
      if (wanted === "enabled") wish === false ? refuseDisabling(cairn) : refuseSwitchingOn(cairn, part);
      const saved = await cairn.settings.set(wanted, wish, part);
      if (saved.warning !== undefined) warnings.push(`${saved.warning}.`);
      if (wanted === "memoryDir") warnings.push(...whereMemoriesGo(wish));
    }
    if (action === "reset") {
      if (key === undefined || key === "enabled") refuseSwitchingOn(cairn, part);
      const kept = key === undefined ? setUpIn(cairn, part) : [];
      await cairn.settings.reset(key === undefined ? settingKeys.filter((one) => !isSetUp(one)) : [key], part);
      warnings.push(...keptNote(kept, project));
    }
    if (action === "set" || action === "reset") {
      warnings.push(...withoutEffect(cairn, key, project));
      if (key === undefined || /^(?:memory\.mode|views|index\..*)$/.test(key)) await printAtOnce(cairn);
    }
    if (action === "get") given(key, "key");
    const meantHere =
      key === undefined ? settingKeys.filter((one) => named === undefined || groupOf(one) === named) : [key];
    const shown = meantHere.map((name) => settingShown(name, cairn));
    return { settings: shown, warnings: [...warnings, ...cairn.settings.warnings] };
  },

  show({ settings: shown, warnings }, { action, key }) {
    const notes = warnings.map((warning) => `Warning: ${warning}`);
    if (action === "get") return [...shown.map(({ value }) => printed(value)), ...notes].join("\n");
    const lines = key === undefined ? everySetting(shown) : shown.flatMap(explained);
    return [...lines, ...notes].join("\n");
  },
});

/** What it is about says what each does, in this order. */
function choicesLine(key: string): string[] {
  const row = Object.entries<SettingRow>(settings).find(([name]) => name === key)?.[1];
  if (row?.type !== "choice" && row?.type !== "several") return [];
  return [`  ${row.type === "several" ? "Any of" : "Values, in that order"}: ${row.choices.join(", ")}`];
}

type Told = z.infer<typeof Shown>;

function changedLines(shown: readonly Told[]): string[] {
  const width = Math.max(...shown.map(({ key }) => key.length));
  return shown.map(({ key, value, source }) => `${key.padEnd(width)}  ${printed(value)}  (${source})`);
}

function explained(one: Told): string[] {
  return [...changedLines([one]), `  ${one.about}`, ...choicesLine(one.key)];
}

/** What somebody set first, a line each; then the rest by what it is about. */
function everySetting(shown: readonly Told[]): string[] {
  const changed = shown.filter(({ source }) => source !== "default");
  const usual = shown.filter(({ source }) => source === "default");
  const areas = [...new Set(["", ...usual.map(({ key }) => groupOf(key))])].map((area): [string, string] => [
    area,
    usual
      .filter(({ key }) => groupOf(key) === area)
      .map(asUsual)
      .join("; "),
  ]);
  return [
    ...(changed.length === 0 ? [] : [...changedLines(changed), ""]),
    section("As they come", areas),
    "",
    "cairn config show <key> says what one means, cairn config show triage what a whole group does; cairn config set <key> <value> changes one.",
  ];
}

function noSetting(named: string): CairnError {
  return new CairnError("INPUT_ERROR", `${named} is a group of settings, not one of them.`, {
    field: "key",
    hint: `cairn config show ${named} lists those in it.`,
  });
}

function asUsual({ key, value }: Told): string {
  return `${key} ${printed(value)}`;
}

/** A person who changes what is listed looks at the list next. The setting is kept, whatever becomes of the list. */
async function printAtOnce(cairn: Cairn): Promise<void> {
  await unlessRefused(async () => {
    if (!cairn.hasPlaces || !cairn.isQuiet) return;
    const store = (await cairn.reach()).of("project");
    store.look();
    await cairn.printViews(store);
  });
}

/** Set by a command that did more than that: a reset of all the rest must not end the sync, or leave the team, unsaid. */
function isSetUp(key: SettingKey): boolean {
  return key.startsWith("sync.") || key === "team.enabled";
}

function setUpIn({ settings }: Cairn, part: { project?: string }): SettingKey[] {
  return settingKeys.filter((key) => isSetUp(key) && settings.written(key, part) !== undefined);
}

function keptNote([first, ...rest]: readonly SettingKey[], project: boolean): string[] {
  if (first === undefined) return [];
  const how = `cairn config reset ${first}${project ? " --project" : ""}`;
  const off = first.startsWith("sync.") ? "; cairn sync off ends the sync" : "";
  return [`kept, as sync and team set it up: ${[first, ...rest].join(", ")}. By its name each is reset: ${how}${off}.`];
}

/** What is refused here would otherwise lie in a plain file, or stop every later command. */
function meant(key: SettingKey, value: z.infer<typeof Value>, cairn: Cairn): unknown {
  if (typeof value !== "string") return value;
  if (hasSecret(value)) {
    throw new CairnError("SECURITY_ERROR", "A setting may not hold a secret.", {
      field: "value",
      hint: "Settings are kept as they are written, in a file.",
    });
  }
  if (key === "memoryDir" && value !== "") givenRoot(value, { field: key, home: homesOf({ env: cairn.env }).home });
  return typedSetting(key, value);
}

/** Nothing is moved by it, and a mistyped folder looks like an empty memory. */
function whereMemoriesGo(folder: unknown): string[] {
  if (typeof folder !== "string" || folder === "" || isFolder(folder)) return [];
  return [`${folder} is not there yet: it is made with the first memory. What was kept so far stays where it is.`];
}

/** To stop it, anybody may. */
function isOff(key: SettingKey | undefined, value: z.infer<typeof Value> | undefined): boolean {
  return (key === "mode.capture" || key === "mode.summary" || key === "mode.dream") && value === "off";
}

/** Is it off in the part that is changed, or here? */
function refuseSwitchingOn(cairn: Cairn, part: { project?: string }): void {
  const { settings } = cairn;
  if (!settings.get("enabled") || settings.written("enabled", part) === false) refuseAgents(cairn);
}

/** What goes on here because something stronger than what was changed says so. */
function withoutEffect({ settings }: Cairn, key: SettingKey | undefined, project: boolean): string[] {
  const keys = key === undefined ? settingKeys.filter((one) => !isSetUp(one)) : [key];
  const from = (source: string) => keys.filter((name) => settings.sourceOf(name) === source).join(", ");
  const [own, environment] = [project ? "" : from("project"), from("environment")];
  return [
    ...(own === "" ? [] : [`this project has its own value of ${own}, which holds here; --project changes that.`]),
    ...(environment === "" ? [] : [`the environment says what ${environment} is, and that holds here.`]),
  ];
}

function settingShown(key: SettingKey, cairn: Cairn): z.infer<typeof Shown> {
  const plain = (value: z.infer<typeof Value> | readonly string[]) =>
    (Array.isArray(value) ? [...value] : value) as z.infer<typeof Value>;
  return {
    key,
    value: plain(cairn.settings.get(key)),
    source: cairn.settings.sourceOf(key),
    default: plain(settings[key].fallback),
    about: settings[key].about,
  };
}

function printed(value: z.infer<typeof Value>): string {
  if (Array.isArray(value)) return value.join(",") || "none";
  return value === "" ? '""' : String(value);
}

/** Where the places could not be found, asking for them says why. */
function partOfProject({ settings, places }: Cairn): { project: string } {
  return { project: settings.project ?? places.project.key };
}

function given<T>(value: T | undefined, field: string): T {
  if (value !== undefined) return value;
  throw new CairnError("INPUT_ERROR", field === "key" ? "Which setting?" : "Which value is it to have?", {
    hint: "Type cairn config set <key> <value>, or cairn config get <key>; cairn config lists the keys.",
    field,
  });
}
