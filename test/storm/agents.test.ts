/** Sub-agents of several hosts at once in one project, some of which are killed: each has its own file, and nobody another's. */

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { rngFrom } from "../secrets/rng.ts";
import { bundleDriver } from "../support/bundle.ts";
import { type House, house } from "../support/house.ts";
import { seed } from "../support/seed.ts";
import type { HostLine, HostOrders } from "./agent-host.ts";
import { disagreements, leftovers, stateOf } from "./storm.ts";

const HOSTS = 5;
const AGENTS = 6;
/** The calls a host makes for its agents' ends, about. */
const CALLS = 1_500;

interface Told {
  readonly began: { readonly agent: string; readonly path: string; readonly token: string }[];
  readonly ended: Set<string>;
  readonly killed: boolean;
}

function host(place: House, driver: string, orders: HostOrders): Promise<Told> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [driver, JSON.stringify(orders)], {
      cwd: place.project,
      env: place.env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const told: Told = { began: [], ended: new Set(), killed: false };
    createInterface({ input: child.stdout }).on("line", (text) => {
      const line = JSON.parse(text) as HostLine;
      if ("ended" in line) told.ended.add(line.ended);
      else told.began.push({ agent: line.began, path: line.path, token: line.token });
    });
    child.once("close", (_, signal) => resolve({ ...told, killed: signal === "SIGKILL" }));
  });
}

test("the sub-agents of 5 hosts end at once and two hosts are killed: no name is given twice, no word is lost", async () => {
  const place = house();
  await place.run(["remember", "All meet here.", "--title", "Common ground", "--kind", "project"]);
  const driver = bundleDriver(fileURLToPath(new URL("agent-host.ts", import.meta.url)));
  const rng = rngFrom(seed);
  const hosts = await Promise.all(
    Array.from({ length: HOSTS }, (_, n) => {
      const diesAt = n < 2 ? 1 + rng.int(CALLS) : 0;
      return host(place, driver, { session: `s${n}`, agents: AGENTS, root: place.root, diesAt });
    }),
  );
  const began = hosts.flatMap((told) => told.began);
  expect(new Set(began.map(({ path }) => path)).size).toBe(HOSTS * AGENTS);

  const answer = await place.run(["list", "--kind", "subagent", "--limit", "1000", "--json"]);
  const { problems } = JSON.parse(answer.out) as { problems: unknown[] };
  expect(problems).toEqual([]);
  const folder = join(place.root, "subagent");
  const texts = new Map(
    readdirSync(folder).map((name) => [`subagent/${name}`, readFileSync(join(folder, name), "utf8")]),
  );
  const ended = new Set(hosts.flatMap((told) => [...told.ended]));
  for (const { agent, path, token } of began) {
    const places = [...texts].filter(([, text]) => new RegExp(`${token}\\b`).test(text)).map(([where]) => where);
    if (ended.has(agent)) expect([agent, places]).toEqual([agent, [path]]);
    else expect(places.filter((where) => where !== path)).toEqual([]);
  }
  expect(hosts.slice(2).map((told) => told.killed)).toEqual([false, false, false]);
  const strange = disagreements(place.root, stateOf(place)).filter((text) => !text.endsWith("another program's"));
  expect(strange).toEqual([]);
  expect(leftovers(place)).toEqual([]);
  expect(JSON.parse((await place.run(["doctor", "--json"])).out)).toMatchObject({ sound: true });
});
