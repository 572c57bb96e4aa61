/** A holder that is stopped is not dead: the others wait, are told, and nothing is taken from it. */

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bundleDriver } from "../support/bundle.ts";
import { type House, house } from "../support/house.ts";
import { disagreements, leftovers, stateOf } from "./storm.ts";

const CALLS = ["open", "write", "syncData", "rename", "link", "sync"];

test.skipIf(process.platform !== "linux")(
  "while a holder is stopped the others are told so and lose nothing; afterwards everything is whole",
  async () => {
    const stopper = bundleDriver(fileURLToPath(new URL("stopper.ts", import.meta.url)));
    await Promise.all(CALLS.map((call) => heldUp(house(), stopper, call)));
  },
);

async function heldUp(place: House, stopper: string, call: string): Promise<void> {
  await place.run(["remember", "First it is.", "--kind", "project"]);
  const child = spawn(process.execPath, [stopper, call], { cwd: place.project, env: place.env, stdio: "pipe" });
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    await stopped(child);
    const [other, list] = await Promise.all([
      place.run(["remember", "Other it is.", "--kind", "project", "--json"], { limitMs: 300_000 }),
      place.run(["list", "--json"], { limitMs: 300_000 }),
    ]);
    const told = { call, code: other.code, error: JSON.parse(other.out).error.code };
    expect(told).toEqual({ call, code: 6, error: "LOCK_TIMEOUT_ERROR" });
    expect({ call, code: list.code }).toEqual({ call, code: 0 });
  } finally {
    child.kill("SIGCONT");
  }
  await ended;
  expect({ call, said }).toEqual({ call, said: "updated\nremembered\n" });
  const { memories, problems } = JSON.parse((await place.run(["list", "--json"])).out);
  const ids = memories.map(({ id }: { id: string }) => id).sort();
  expect({ call, ids, problems }).toEqual({ call, ids: ["first-it-is", "stopped-it-is"], problems: [] });
  expect({ call, left: leftovers(place) }).toEqual({ call, left: [] });
  expect({ call, wrong: disagreements(place.root, stateOf(place)) }).toEqual({ call, wrong: [] });
}

/** Resolves when the process has stopped itself. */
async function stopped(child: ChildProcess): Promise<void> {
  while (!/^State:\s+T/m.test(readFileSync(`/proc/${child.pid}/status`, "utf8"))) {
    if (child.exitCode !== null) throw new Error("it ended before it stopped");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
