/** A setting by its key: its value's type, and whether a value is one. The rows are in `settings-table.ts`. Pure. */

export { type SettingRow, settings } from "./settings-table.ts";

import { type SettingColumns, type SettingRow, settings, type WholeRow } from "./settings-table.ts";

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey = SettingKey> =
  (typeof settings)[K] extends SettingColumns<infer T> ? T : never;

export const settingKeys = Object.keys(settings) as [SettingKey, ...SettingKey[]];

/**
 * Who drafts and what it may cost, what is kept without review, what an agent may read and write, where memories go:
 * for the person to say, and no agent.
 */
const PERSONS =
  /^(?:team\.(?:requireReview|allowTypes|enabled)$|recall\.otherProjects$|guard\.|memoryDir$|sync\.|scribe\.|capture\.|notify\.|summary\.|dream\.|session\.load(?:Master|Thread)$|mode\.(?:capture|summary|dream|synthesis)$|synthesis\.(?:minSummaries|everyDays)$)/;

export function isPersonsSetting(key: SettingKey): boolean {
  return PERSONS.test(key);
}

/** Settings of earlier versions, and what holds now: such a key in the file is kept, and said to count for nothing. */
const former: Readonly<Record<string, string>> = {
  "agents.budgetTokens": "a sub-agent with a memory of its own is told 300 tokens at most",
  "capture.maxRuns": "mode.capture auto asks once a session",
  "capture.maxTokens": "mode.capture auto costs a session 2,500 tokens at most",
  "distill.sameFrom": "from 80 percent of likeness on, a second memory of one thing is an update",
  "ledger.maxDays": "what a session was shown is kept for 90 days, and never less than its trail",
  "person.budgetTokens": "a session is told 400 tokens of your profile at most",
  "scribe.timeoutSeconds": "a model that has not answered after 120 seconds is given up",
  "triage.max_messages": "all of a session is looked at",
};

const PARALLEL =
  "mode.capture auto has one sub-agent draft all kinds, and scribe.model names the model of the claude program";

/** What holds instead of a setting there once was; undefined of any other key. */
export function formerSetting(key: string): string | undefined {
  if (key.startsWith("triage.parallel.")) return PARALLEL;
  return Object.hasOwn(former, key) ? former[key] : undefined;
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}

/** A usable value, perhaps with a word about what was changed to make it so; or why it is none. */
type Checked =
  | { readonly ok: true; readonly value: SettingValue; readonly warning?: string }
  | { readonly ok: false; readonly problem: string };

/** `value` as JSON has it. Numbers out of range are brought into it, everything else is taken as it is or refused. */
export function checkSetting(key: SettingKey, value: unknown): Checked {
  const row: SettingRow = settings[key];
  switch (row.type) {
    case "flag":
      return typeof value === "boolean" ? good(value) : bad(`${key} must be true or false`);
    case "whole":
      return checkWhole(key, row, value);
    case "share":
      return checkShare(key, value);
    case "choice":
      if (key === "mode.nudge" && value === "suggest") return good("on"); // as it was called before
      return isOneOf(value, row.choices) ? good(value) : bad(`${key} must be one of ${row.choices.join(", ")}`);
    case "several":
      if (Array.isArray(value) && value.every((entry) => isOneOf(entry, row.choices))) return good([...new Set(value)]);
      return bad(`${key} must be a list of any of ${row.choices.join(", ")}`);
    case "text":
      if (typeof value !== "string" || /[\0-\x1f\x7f]/.test(value)) return bad(`${key} must be one line of text`);
      if (value === "" || row.form === undefined || row.form.pattern.test(value)) return good(value);
      return bad(`${key} must be written like ${row.form.like}`);
    case "address":
      return checkAddress(key, value);
  }
}

/** What a person typed, as JSON would have it: `20`, `true`, `a,b`. */
export function typedSetting(key: SettingKey, typed: string): unknown {
  const { type } = settings[key];
  if (type === "flag") return { true: true, on: true, yes: true, false: false, off: false, no: false }[typed] ?? typed;
  if (type === "whole" || type === "share") return /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(typed) ? Number(typed) : typed;
  if (type !== "several") return typed;
  return typed
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function checkWhole(key: SettingKey, { min, max }: WholeRow, value: unknown): Checked {
  if (typeof value !== "number" || !Number.isFinite(value)) return bad(`${key} must be a whole number`);
  const near = Math.min(max, Math.max(min, Math.round(value)));
  if (near === value) return good(value);
  return {
    ok: true,
    value: near as SettingValue,
    warning: `${key} must be a whole number from ${min} to ${max}: ${near} is used`,
  };
}

function checkShare(key: SettingKey, value: unknown): Checked {
  if (typeof value !== "number" || !Number.isFinite(value)) return bad(`${key} must be a number from 0 to 1`);
  const near = Math.min(1, Math.max(0, value));
  if (near === value) return good(value);
  return { ok: true, value: near as SettingValue, warning: `${key} must be from 0 to 1: ${near} is used` };
}

function checkAddress(key: SettingKey, value: unknown): Checked {
  if (typeof value !== "string") return bad(`${key} must be an address`);
  const problem = value === "" ? undefined : addressProblem(value);
  return problem === undefined ? good(value) : bad(`${key} ${problem}`);
}

function isOneOf(value: unknown, choices: readonly string[]): value is string {
  return typeof value === "string" && choices.includes(value);
}

function good(value: unknown): Checked {
  return { ok: true, value: value as SettingValue };
}

function bad(problem: string): Checked {
  return { ok: false, problem };
}

/** Where a model may be asked: over https, or in plain http on this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Why an address is none; undefined if it is one. */
export function addressProblem(text: string): string | undefined {
  const url = parsedUrl(text);
  if (url === undefined) return "is no address";
  if (url.username !== "" || url.password !== "") return "must not hold a name or a password";
  if (url.search !== "" || url.hash !== "") return "must end with its path";
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))) return undefined;
  return "must begin with https:// (http:// only on this machine)";
}

export function isLoopback({ hostname }: Pick<URL, "hostname">): boolean {
  return LOOPBACK.test(hostname);
}

function parsedUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
