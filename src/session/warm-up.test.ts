import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { cairnWith, memoryText } from "../../test/support/cairn-with.ts";
import type { Cairn } from "../cairn.ts";
import { relevantNow } from "../recall/relevant-now.ts";
import { runOnce } from "./asking.ts";
import { warmUp } from "./warm-up.ts";

let opened: Cairn | undefined;
afterEach(() => opened?.close());

const asked = (prompt: string) => ({ prompt, recent: [], tools: [], files: [], shown: [] });

test("a warm-up leaves nothing behind, and ends when somebody asks", async () => {
  const cairn = cairnWith({ "kettle.md": memoryText("kettle", "It is blue."), "pot.md": memoryText("pot", "Red.") });
  await cairn.ask("recall", { question: "kettle" });
  const before = cairn.everything();
  opened = await cairn.open({ surface: "mcp" });
  let times = 0;
  await warmUp(opened, () => ++times <= 1);
  expect(times).toBe(2);
  await warmUp(opened, () => true);
  // While a server lives it may vouch for the files in a note of its own, which goes with it.
  await opened.close();
  expect(cairn.everything()).toEqual(before);
});

test("what a second prompt takes has run by then, unless nobody is ever asked", async () => {
  for (const nudge of ["off", "on"]) {
    const cairn = cairnWith({ "kettle.md": memoryText("kettle", "It is blue.") });
    if (nudge === "off") await cairn.ask("config", { action: "set", key: "mode.nudge", value: "off" });
    await cairn.ask("recall", { question: "kettle" });
    opened = await cairn.open({ surface: "mcp" });
    const prompts: string[] = [];
    const told = (prompt: string) => {
      prompts.push(prompt);
      runOnce(prompt);
    };
    await warmUp(
      opened,
      () => true,
      async () => ({ runOnce: told }),
    );
    expect(prompts.length > 0).toBe(nudge === "on");
    await opened.close();
  }
});

test("unasked, a server that is told of changes by the system finds what was typed into a file all the same", async () => {
  const cairn = cairnWith({ "kettle.md": memoryText("kettle", "It is blue.") });
  opened = await cairn.open({ surface: "mcp" });
  await relevantNow(opened, asked("kettle"));
  await pause(100);
  cairn.change("kettle.md", (text) => text.replace("name: kettle", "name: samovar"));
  await expect
    .poll(async () => (await relevantNow(opened!, asked("where is the samovar?"))).hits.length, { timeout: 300_000 })
    .toBe(1);
});
