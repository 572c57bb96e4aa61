/** Editors that take no lock, at work for long in the very file that agents add to: both texts exist afterwards. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rngFrom } from "../secrets/rng.ts";
import { house } from "../support/house.ts";
import { seed } from "../support/seed.ts";
import { Editor, lostOfHundred } from "./editor.ts";
import { stateOf } from "./storm.ts";

const EDITS = 300;

test.each(["rename", "in-place", "copy"] as const)(
  `${EDITS} saves by %s against two agents: every word is in the file or in the history`,
  async (manner) => {
    const place = house();
    const rng = rngFrom(seed);
    await place.run(["remember", "All meet here.", "--title", "Shared", "--kind", "project"]);
    const file = join(place.root, "project", "shared.md");
    const editor = new Editor(file, manner);
    const agents = await Promise.all([place.serve(), place.serve()]);
    const acknowledged: string[] = [];
    for (let n = 0; n < EDITS; n++) {
      const words = `Agent word ${n} it is.`;
      const added = agents[n % 2]!.call("remember", { title: "Shared", kind: "project", text: words });
      await new Promise((resolve) => setTimeout(resolve, rng.int(12)));
      editor.save(`Editor word ${n} it is.`, rng.int(3));
      if (!(await added).isError) acknowledged.push(words);
    }
    await Promise.all(agents.map((agent) => agent.close()));
    const log = join(stateOf(place), "log");
    const texts = [file, ...readdirSync(log).map((name) => join(log, name))].map((path) => readFileSync(path, "utf8"));
    const missing = [...acknowledged, ...editor.words].filter((words) => !texts.some((text) => text.includes(words)));
    console.log(`${manner} ${seed}: ${acknowledged.length} acknowledged, ${missing.length} missing`);
    expect(missing.filter((words) => acknowledged.includes(words))).toEqual([]);
    expect(missing.length).toBeLessThanOrEqual((EDITS * lostOfHundred[manner]) / 100);
  },
);
