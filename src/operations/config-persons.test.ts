import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import type { settingKeys } from "../model/settings.ts";

const bad = [
  ["mode.capture", "auto"],
  ["mode.summary", "auto"],
  ["summary.review", "false"],
  ["session.loadMaster", "true"],
  ["notify.capture", "silent"],
  ["capture.headless", "true"],
  ["scribe.model", "opus"],
  ["scribe.http.url", "https://example.com/"],
] as const satisfies readonly (readonly [(typeof settingKeys)[number], string])[];

test.each(bad)("no agent sets %s, and the person does", async (key, value) => {
  const cairn = cairnWith();
  const refused = await cairn.refusal("config", { action: "set", key, value }, { surface: "agent-shell" });
  expect(refused).toMatchObject({
    kind: "conflict",
    code: "SECURITY_ERROR",
    hint: expect.stringContaining("terminal"),
  });
  const { settings } = await cairn.ask("config", { action: "set", key, value });
  expect(String(settings[0]?.value)).toBe(value);
});

test("an agent may switch capture off, and resets nothing of the person's with all the rest", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "auto" } });
  const how = { surface: "agent-shell" } as const;
  const { settings } = await cairn.ask("config", { action: "set", key: "mode.capture", value: "off" }, how);
  expect(settings[0]?.value).toBe("off");
  expect(await cairn.refusal("config", { action: "reset" }, { ...how, confirmed: true })).toMatchObject({
    code: "SECURITY_ERROR",
  });
});

test("a folder for memories that is not there yet is named as such, and one that is needs no word", async () => {
  const cairn = cairnWith();
  const set = (value: string) => cairn.ask("config", { action: "set", key: "memoryDir", value });
  expect((await set(`${cairn.home}/elsewhere`)).warnings).toEqual([expect.stringContaining("is not there yet")]);
  expect((await set(cairn.project)).warnings).toEqual([]);
});

test("domains that cannot be read are refused when they are set, not when they are used", async () => {
  const cairn = cairnWith();
  const set = (value: string) => ({ action: "set", key: "domains", value }) as const;
  expect(await cairn.refusal("config", set("foo"))).toMatchObject({
    message: expect.stringContaining("frontend=web/ ui/, backend=api/"),
  });
  for (const value of ["frontend=web/ ui/, backend=api/", "api: src/api", '{"web":["web/"]}', ""])
    expect((await cairn.ask("config", set(value))).settings[0]?.value).toBe(value);
});
