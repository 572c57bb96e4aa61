/** D11: the index deleted, torn and replaced under eight readers costs time and nothing else. */

import { readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { rngFrom } from "../secrets/rng.ts";
import { type House, house } from "../support/house.ts";
import { seed } from "../support/seed.ts";

const MEMORIES = 40;
const ANSWERS = 12;

test("eight readers find the same while the index is deleted and torn under them", async () => {
  const place = house();
  for (let n = 0; n < MEMORIES; n++)
    place.write(
      join(place.root, "project", `note-${n}.md`),
      `---\nname: note-${n}\n---\n# Note ${n}\n\nWalnut ${n}.\n`,
    );
  const expected = await ask(place);
  expect(expected.split("\n")).toHaveLength(10);
  const servers = await Promise.all(Array.from({ length: 4 }, () => place.serve()));
  let isOver = false;
  let waits = 0;
  const spoiled = spoil(indexOf(place), () => isOver);
  const warm = servers.map(async (server) => {
    const answers = [];
    while (answers.length < ANSWERS) {
      const { text } = await server.call("recall", question);
      // A server that has to build all anew within a tool's time says so, and goes on after the answer.
      if (text.includes("ask again")) waits++;
      else answers.push(idsIn(text));
    }
    return answers;
  });
  const cold = Array.from({ length: 4 }, async () => {
    const answers = [];
    for (let n = 0; n < ANSWERS / 4; n++) answers.push(await ask(place));
    return answers;
  });
  const answers = (await Promise.all([...warm, ...cold])).flat();
  isOver = true;
  const times = await spoiled;
  await Promise.all(servers.map((server) => server.close()));
  console.log(
    `D11: ${answers.length} answers of 8 readers, ${waits} more said to ask again, the index spoiled ${times} times (seed ${seed})`,
  );
  expect(times).toBeGreaterThan(10);
  expect(new Set(answers)).toEqual(new Set([expected]));
});

const question = { question: "walnut", limit: 10 };

async function ask(place: House): Promise<string> {
  const { code, out, err } = await place.run(["recall", "walnut", "--limit", "10", "--json"]);
  if (code !== 0) throw new Error(`${code}: ${err}${out}`);
  const { hits } = JSON.parse(out) as { hits: { memory: { id: string; scope: string } }[] };
  return hits.map(({ memory }) => `${memory.scope}:${memory.id}`).join("\n");
}

function idsIn(text: string): string {
  return [...text.matchAll(/<memory id="([^"]+)"/g)].map(([, id]) => id).join("\n");
}

function indexOf(place: House): string {
  const roots = join(place.cairnHome, "roots");
  const key = readdirSync(roots).find((name) => !name.startsWith("user-"));
  return join(roots, key ?? "none", "index");
}

async function spoil(folder: string, isOver: () => boolean): Promise<number> {
  const rng = rngFrom(seed);
  let times = 0;
  while (!isOver()) {
    await pause(5 + rng.int(20));
    times++;
    try {
      const names = readdirSync(folder).filter((name) => name.startsWith("seg-") || name === "manifest");
      const name = rng.pick(names.length === 0 ? ["manifest"] : names);
      if (times % 3 === 0) rmSync(folder, { recursive: true, force: true });
      else if (times % 3 === 1) truncateSync(join(folder, name), rng.int(200));
      else {
        writeFileSync(join(folder, ".foreign"), "x".repeat(rng.int(300)));
        renameSync(join(folder, ".foreign"), join(folder, name));
      }
    } catch (error) {
      if ((error as { code?: string }).code === undefined) throw error; // somebody was faster
    }
  }
  return times;
}
