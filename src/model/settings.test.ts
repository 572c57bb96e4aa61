import { expect, test } from "vitest";
import { defined } from "./defined.ts";
import { checkSetting, isSettingKey, type SettingKey, settingKeys, settings, typedSetting } from "./settings.ts";

test.each<[SettingKey, unknown, unknown, string?]>([
  ["team.enabled", true, true],
  ["index.maxLines", 50, 50],
  ["index.maxLines", 5, 10, "index.maxLines must be a whole number from 10 to 200: 10 is used"],
  ["index.maxLines", 1e9, 200, "index.maxLines must be a whole number from 10 to 200: 200 is used"],
  ["index.maxLines", 99.6, 100, "index.maxLines must be a whole number from 10 to 200: 100 is used"],
  ["delete.grace_period_days", 0, 0],
  ["team.allowTypes", ["user", "user"], ["user"]],
  ["views", [], []],
  ["triage.thresholds.decision", 0.35, 0.35],
  ["triage.thresholds.decision", 7, 1, "triage.thresholds.decision must be from 0 to 1: 1 is used"],
  ["triage.thresholds.decision", -0.1, 0, "triage.thresholds.decision must be from 0 to 1: 0 is used"],
  ["worktrees", "separate", "separate"],
  ["memoryDir", "/some where", "/some where"],
])("%s takes %j as %j", (key, value, used, warning) => {
  expect(checkSetting(key, value)).toEqual({ ok: true, value: used, ...defined({ warning }) });
});

test.each<[SettingKey, unknown]>([
  ["team.enabled", "true"],
  ["team.enabled", 1],
  ["index.maxLines", "50"],
  ["index.maxLines", Number.NaN],
  ["index.maxLines", Number.POSITIVE_INFINITY],
  ["index.maxLines", null],
  ["team.allowTypes", "user"],
  ["team.allowTypes", ["user", "decision"]],
  ["team.allowTypes", [["user"]]],
  ["triage.thresholds.decision", "0.4"],
  ["triage.thresholds.decision", Number.NaN],
  ["worktrees", "both"],
  ["worktrees", undefined],
  ["memoryDir", "a\nb"],
  ["memoryDir", {}],
])("%s refuses %j", (key, value) => {
  expect(checkSetting(key, value)).toMatchObject({ ok: false, problem: expect.stringContaining(key) });
});

test.each<[SettingKey, string, unknown]>([
  ["team.enabled", "true", true],
  ["team.enabled", "off", false],
  ["team.enabled", "perhaps", "perhaps"],
  ["index.maxLines", "20", 20],
  ["index.maxLines", "-1", -1],
  ["index.maxLines", "NaN", "NaN"],
  ["index.maxLines", "Infinity", "Infinity"],
  ["index.maxLines", "", ""],
  ["triage.thresholds.decision", "0.35", 0.35],
  ["triage.thresholds.decision", ".5", 0.5],
  ["views", "MEMORY.md, _index.md", ["MEMORY.md", "_index.md"]],
  ["views", "", []],
  ["memoryDir", "true", "true"],
])("%s typed as %j is %j", (key, typed, value) => {
  expect(typedSetting(key, typed)).toEqual(value);
});

test("every default is a value the setting itself would take", () => {
  for (const key of settingKeys)
    expect(checkSetting(key, settings[key].fallback)).toEqual({ ok: true, value: settings[key].fallback });
});

test("a name from a prototype is no setting", () => {
  for (const key of ["__proto__", "constructor", "toString", "team"]) expect(isSettingKey(key)).toBe(false);
});
