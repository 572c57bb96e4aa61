/** A sync killed at any of its calls, by SIGKILL: the next ones bring every machine to the same bytes, with nothing lost. */

import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { buildDriver } from "../crash/build.ts";
import type { KilledOrders } from "../crash/killed-driver.ts";
import { type Machine, placeKinds, worldOf } from "./machines.ts";

let driver = "";
beforeAll(async () => {
  driver = await buildDriver("killed-driver.ts");
});

/** Every n-th call that changes something; all of them where the environment says so. */
const STRIDE = Number(process.env["CAIRN_STRIDE"] ?? 17);

function syncKilled({ cairn }: Machine, n: number, moment: "before" | "half" | "after"): boolean {
  const orders: KilledOrders = { cwd: cairn.project, env: cairn.env, now: cairn.clock.now().toISOString(), n, moment };
  const { signal, stdout, stderr } = spawnSync(process.execPath, [driver, JSON.stringify(orders)], {
    encoding: "utf8",
  });
  if (signal !== "SIGKILL") expect(stdout + stderr).toMatch(/^ok/);
  return signal === "SIGKILL";
}

describe.each(placeKinds)("over a %s", (kind) => {
  test("whatever comes, goes and is merged survives the death of the process that syncs", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    const say = (machine: Machine, title: string, text: string) =>
      machine.cairn.ask("remember", { title, text, kind: "project" });
    await say(laptop, "Both", "Said first.");
    await laptop.setup();
    await desk.setup();
    let [kills, n] = [0, 1];
    for (let isKilled = true; isKilled; n += STRIDE) {
      await say(laptop, `Laptop ${n}`, `From the laptop ${n}.`);
      await laptop.cairn.ask("update", { id: "both", append: `Laptop's ${n}.` });
      await laptop.sync();
      await say(desk, `Desk ${n}`, `From the desk ${n}.`);
      await desk.cairn.ask("update", { id: "both", append: `Desk's ${n}.` });
      isKilled = syncKilled(desk, n, (["before", "half", "after"] as const)[n % 3] as "before");
      kills += Number(isKilled);
      await desk.sync();
      await laptop.sync();
      await desk.sync();
      expect(desk.files()).toEqual(laptop.files());
      const text = desk.files()["project/project/both.md"] ?? "";
      for (const mark of [`Laptop's ${n}.`, `Desk's ${n}.`]) expect(text.split(mark).length).toBeGreaterThan(1);
      expect(Object.keys(desk.files())).toEqual(
        expect.arrayContaining([`project/project/desk-${n}.md`, `project/project/laptop-${n}.md`]),
      );
    }
    expect(kills).toBeGreaterThan(1);
  });
});
