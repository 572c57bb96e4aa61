import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { settingKeys } from "../model/settings.ts";

async function shown(settings: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const outcome = await cairnWith({ settings }).outcome("config", {});
  return outcome.ok ? outcome.text : outcome.error.message;
}

test("what was set stands first with who set it, the rest by area, within a screen", async () => {
  const lines = (await shown({ "index.maxEntries": 30 })).split("\n");
  expect(lines[0]).toBe("index.maxEntries  30  (user)");
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}sync {2,}sync\.place ""; sync\.projects false; sync\.auto false$/),
  );
  expect(lines.length).toBeLessThan(50);
});

test("every setting is named, where none is set too", async () => {
  const text = (await shown()).replaceAll(/\s+/g, " ");
  for (const key of settingKeys) expect(text).toContain(` ${key} `);
});

test("one setting that is a choice says its values, in the order in which it is told what each does", async () => {
  const told = async (key: "mode.capture" | "views") => {
    const outcome = await cairnWith().outcome("config", { key });
    return outcome.ok ? outcome.text.split("\n").at(-1) : "";
  };
  expect(await told("mode.capture")).toBe("  Values, in that order: off, suggest, keep, auto");
  expect(await told("views")).toMatch(/^ {2}Any of: MEMORY\.md, /);
});
