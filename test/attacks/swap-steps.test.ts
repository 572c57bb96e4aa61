/** A link that comes in the place of a view just before any step of a hard forget: what it leads to stays as it is (S8). */

import { renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { house } from "../support/house.ts";
import { Canary } from "./canary.ts";

test("hard forget scrubs a view and never what a link in its place leads to, whenever that comes", async () => {
  let steps = 0;
  while (await forgetWithSwapAt(steps + 1)) steps++;
  console.log(`${steps} steps of a hard forget with a view, swapped before each`);
  expect(steps).toBeGreaterThanOrEqual(4);
});

/** The `step`-th call that names the view finds a link there. False if there are fewer. */
async function forgetWithSwapAt(step: number): Promise<boolean> {
  const place = house();
  const canary = new Canary(place.at("outside"));
  const view = join(place.root, "MEMORY.md");
  await place.ask(["remember", "Gone soon.", "--title", "Doomed", "--kind", "project"]);
  const library = await place.library();
  let seen = 0;
  setFaults(({ path, to }) => {
    if ((path !== view && to !== view) || ++seen !== step) return undefined;
    renameSync(view, place.at("hidden.md"));
    symlinkSync(canary.secret, view);
    return undefined;
  });
  try {
    await library.forget({ id: "doomed", hard: true }, { confirmed: true });
  } finally {
    setFaults(undefined);
  }
  expect(canary.changes(), `step ${step}`).toEqual([]);
  return seen >= step;
}
