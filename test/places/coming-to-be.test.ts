import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openCairn } from "../../src/cairn.ts";
import { setFaults } from "../../src/disk/faults.ts";
import { cairnWith } from "../support/cairn-with.ts";
import { HostSession } from "../support/session.ts";

const MOST_CALLS = 400;

test("a first session finds its places while another process makes them, at whatever call", async () => {
  const cairn = cairnWith();
  await new HostSession(cairn).start();
  await cairn.ask("remember", { text: "The reader streams already.", kind: "task" });
  const made = join(cairn.base, "made");
  cpSync(cairn.home, made, { recursive: true });
  onTestFinished(() => setFaults(undefined));
  const wrong: number[] = [];
  for (let call = 1, isReached = true; isReached; call++) {
    expect(call).toBeLessThan(MOST_CALLS);
    rmSync(cairn.home, { recursive: true });
    mkdirSync(cairn.home);
    isReached = false;
    setFaults(({ n }) => {
      if (n === call) cpSync(made, cairn.home, { recursive: true });
      isReached ||= n === call;
      return undefined;
    });
    const opened = await openCairn({ cwd: cairn.project, env: { HOME: cairn.home }, surface: "mcp" });
    setFaults(undefined);
    if (!opened.hasPlaces) wrong.push(call);
    await opened.close();
  }
  expect([wrong, existsSync(cairn.home)]).toEqual([[], true]);
});
