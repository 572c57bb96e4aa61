import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkSetting, type SettingKey, settingKeys, settings } from "../model/settings.ts";
import { Settings, type SettingsOptions } from "./settings.ts";

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true });
});

function open(
  text: string | object | undefined,
  given: Partial<SettingsOptions> = {},
): { settings: Settings; file: string } {
  const home = mkdtempSync(join(tmpdir(), "cairn-settings-"));
  homes.push(home);
  const file = join(home, "settings.json");
  if (text !== undefined) writeFileSync(file, typeof text === "string" ? text : JSON.stringify(text));
  return { settings: new Settings({ home, ...given }), file };
}

test("without a file every setting has its default, and nothing is made", () => {
  const { settings: opened, file } = open(undefined);
  for (const key of settingKeys) {
    expect(opened.get(key)).toEqual(settings[key].fallback);
    expect(opened.sourceOf(key)).toBe("default");
  }
  expect(opened.warnings).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

test("the later layer wins: default, user, project, environment, option", () => {
  const text = {
    memoryDir: "/user",
    index: { maxLines: 50 },
    projects: { here: { memoryDir: "/project" }, there: { memoryDir: "/no" } },
  };
  const env = { CLAUDE_MEMORY_DIR: "/environment" };
  const check = (given: Partial<SettingsOptions>) => {
    const { settings: opened } = open(text, given);
    return [opened.get("memoryDir"), opened.sourceOf("memoryDir")];
  };
  expect(check({})).toEqual(["/user", "user"]);
  expect(check({ project: "here" })).toEqual(["/project", "project"]);
  expect(check({ project: "here", env })).toEqual(["/environment", "environment"]);
  expect(check({ project: "here", env, options: { memoryDir: "/option" } })).toEqual(["/option", "option"]);
  expect(check({ project: "elsewhere", env: { CLAUDE_MEMORY_DIR: "" } })).toEqual(["/user", "user"]);
  expect(open(text).settings.forProject("here").get("memoryDir")).toBe("/project");
});

test("keys may be nested or dotted, and of two spellings the later counts", () => {
  expect(open({ "index.maxLines": 60 }).settings.get("index.maxLines")).toBe(60);
  expect(open('{"index": {"maxLines": 60}, "index.maxLines": 70}').settings.get("index.maxLines")).toBe(70);
  expect(open('{"index.maxLines": 70, "index": {"maxLines": 60}}').settings.get("index.maxLines")).toBe(60);
});

test("what is wrong is warned about and costs nothing else", () => {
  const { settings: opened, file } = open({
    indx: { maxLines: 1 },
    index: { maxLines: 5, maxBytes: "big" },
    team: { enabled: true },
  });
  expect(opened.get("index.maxLines")).toBe(10);
  expect(opened.get("index.maxBytes")).toBe(25_000);
  expect(opened.get("team.enabled")).toBe(true);
  expect(opened.warnings).toEqual([
    `${file}: there is no setting called indx.maxLines; it is kept and ignored.`,
    `${file}: index.maxLines must be a whole number from 10 to 200: 10 is used.`,
    `${file}: index.maxBytes must be a whole number; what is there is ignored.`,
  ]);
});

test.each([
  ['{\n  "index": {\n    "maxLines": 50,\n  }\n}', /line 4: not valid JSON/],
  ["[1]", /line 1: not an object/],
  ["x".repeat(1_000_001), /cannot be read/],
])(
  "a broken file is a warning with its line; the defaults apply and it is never overwritten",
  async (text, warning) => {
    const { settings: opened, file } = open(text);
    expect(opened.warnings).toEqual([expect.stringMatching(warning)]);
    expect(opened.warnings[0]?.startsWith(file)).toBe(true);
    expect(opened.get("index.maxLines")).toBe(200);
    await expect(opened.set("index.maxLines", 50)).rejects.toMatchObject({
      kind: "conflict",
      hint: expect.stringContaining("by hand"),
    });
    await expect(opened.reset()).rejects.toMatchObject({ kind: "conflict" });
    expect(readFileSync(file, "utf8")).toBe(text);
  },
);

test("a byte order mark and an empty file are read", () => {
  expect(open('\uFEFF{"index.maxLines": 60}').settings.get("index.maxLines")).toBe(60);
  expect(open("\n").settings.warnings).toEqual([]);
});

test("a folder in place of the file is a warning", () => {
  const { settings: opened, file } = open(undefined);
  mkdirSync(file);
  opened.refresh();
  expect(opened.warnings).toHaveLength(1);
});

test("what is set is in the file, private and whole, and counts at once", async () => {
  const { settings: opened, file } = open(undefined);
  expect(await opened.set("index.maxLines", 7)).toMatchObject({ value: 10, warning: expect.any(String) });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ index: { maxLines: 10 } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([opened.get("index.maxLines"), opened.sourceOf("index.maxLines")]).toEqual([10, "user"]);
  expect(readdirSync(join(file, "..")).filter((name) => name.includes("tmp"))).toEqual([]);
});

test("a wrong value is refused and changes nothing", async () => {
  const { settings: opened, file } = open('{"x":1}');
  await expect(opened.set("index.maxLines", Number.NaN)).rejects.toMatchObject({
    kind: "invalid-input",
    field: "value",
  });
  expect(readFileSync(file, "utf8")).toBe('{"x":1}');
});

test.each(Object.entries({ distill: { sameFrom: 90 }, person: { budgetTokens: 0 }, scribe: { timeoutSeconds: 5 } }))(
  "a setting of an earlier version is kept in the file, and its warning says what holds now (%s)",
  async (part, values) => {
    const { settings: opened, file } = open(JSON.stringify({ [part]: values }));
    expect(opened.warnings).toEqual([expect.stringMatching(/is no setting any more: .+; it is kept and ignored\.$/)]);
    await opened.set("index.maxLines", 50);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ [part]: values, index: { maxLines: 50 } });
  },
);

test("setting keeps every other key, and the spelling the person chose", async () => {
  const before = {
    mine: { a: [1, null], empty: {} },
    "index.maxLines": 60,
    index: { later: true },
    projects: { other: { views: [] } },
  };
  const { settings: opened, file } = open(before);
  await opened.set("index.maxLines", 70);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...before, "index.maxLines": 70 });
  await opened.reset(["index.maxLines"]);
  const { "index.maxLines": _gone, ...rest } = before;
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(rest);
});

test("a project's part is set and reset on its own, whatever the project is called", async () => {
  for (const project of ["here", "__proto__", "a.b", "constructor"]) {
    const { settings: user, file } = open({ worktrees: "separate" });
    const opened = user.forProject(project);
    await opened.set("worktrees", "shared", { project });
    expect([opened.get("worktrees"), opened.sourceOf("worktrees")]).toEqual(["shared", "project"]);
    user.refresh();
    expect(user.get("worktrees")).toBe("separate");
    await opened.reset(["worktrees"], { project });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ worktrees: "separate" });
    expect(opened.sourceOf("worktrees")).toBe("user");
  }
  expect(({} as { worktrees?: unknown }).worktrees).toBeUndefined();
});

test("a change made by another program counts with the next refresh", () => {
  const { settings: opened, file } = open(undefined);
  writeFileSync(file, '{"index.maxLines": 33}');
  expect(opened.get("index.maxLines")).toBe(200);
  opened.refresh();
  expect(opened.get("index.maxLines")).toBe(33);
});

test("many writers at once lose nothing", async () => {
  const { settings: opened, file } = open({ mine: true });
  const wanted: [SettingKey, unknown][] = settingKeys.map((key) => [key, settings[key].fallback]);
  await Promise.all(wanted.map(([key, value]) => new Settings({ home: join(file, "..") }).set(key, value)));
  opened.refresh();
  for (const [key, value] of wanted) {
    expect(checkSetting(key, opened.get(key))).toEqual({ ok: true, value });
    expect(opened.sourceOf(key)).toBe("user");
  }
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ mine: true });
});
