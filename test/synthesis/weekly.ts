/** A project worked on for some weeks, synthesised at the end of each, and judged every time. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { faultsIn } from "./judged.ts";
import { MadeProject } from "./made-project.ts";

const MAX_BYTES = 16_000;
const confirmed = { confirmed: true };

export async function weekly(weeks: number, sessionsAWeek: (week: number) => number): Promise<void> {
  const cairn = cairnWith();
  const project = new MadeProject(cairn);
  let before = "";
  for (let week = 0; week < weeks; week++) {
    const bytes: number[] = [];
    for (let n = 0; n < sessionsAWeek(week); n++) {
      bytes.push(await project.session());
      project.rest(1);
    }
    before = cairn.has("master.md") ? cairn.read("master.md") : "";
    const { action, read } = await cairn.ask("synthesize", {}, confirmed);
    expect(action).toBe(week === 0 ? "created" : "updated");
    // Only what is new is read, to the byte.
    const most = bytes.reduce((sum, one) => sum + one, 0);
    expect([read.summaries, read.summary_bytes <= most]).toEqual([bytes.length, true]);
    expect(faultsIn(cairn.read("master.md"), project.truth, MAX_BYTES)).toEqual([]);
    project.rest(7 - bytes.length);
  }
  const last = cairn.read("master.md");
  const { state } = await cairn.store();
  rmSync(join(state, "synthesis"), { recursive: true });
  expect(await cairn.ask("synthesize", {})).toMatchObject({ action: "unchanged" });
  expect(cairn.read("master.md")).toBe(last);
  await cairn.ask("undo", {});
  expect(cairn.read("master.md")).toBe(before);
}
