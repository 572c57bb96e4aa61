/** `dream`: distil the daily logs into topics. Shows what it would do first; nothing is deleted, and one undo takes all of it back. */

import { byRule } from "../capture/scribe/at-work.ts";
import { ScribeField, withScribe } from "../capture/scribes.ts";
import { bestEffort } from "../disk/files.ts";
import { runDream as dreamNow } from "../dream/dreaming.ts";
import { anotherDream, takeDreamLock } from "../dream/due.ts";
import { DreamReport, reportText } from "../dream/report.ts";
import { z } from "../model/schema.ts";
import { operation } from "./operation.ts";

export const dream = operation({
  name: "dream",
  summary: "Distil the daily logs into topics; nothing is deleted.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  preview: { dryRun: true },
  examples: ["cairn dream --dry-run --diff", "cairn dream --yes --json", "cairn undo --dream"],
  input: z.strictObject({
    dryRun: z.boolean().default(false).describe("Only say what would come of it; no model is asked"),
    diff: z.boolean().default(false).describe("Show each topic's text line by line"),
    scribe: ScribeField.describe(
      "Who writes a topic's prose: nobody (none), the claude program or a model over http; else as the setting scribe.batch says",
    ),
  }),
  output: DreamReport,

  async confirm({ dryRun }, cairn) {
    if (dryRun) return undefined;
    const { action } = await dreamNow(cairn, { dryRun: true, diff: false, again: true, work: byRule });
    return action === "proposed" ? "Write this into the topics?" : undefined;
  },

  async run({ dryRun, diff, scribe }, cairn) {
    if (dryRun) return dreamNow(cairn, { dryRun, diff, again: true, work: byRule });
    await cairn.prepareWrite();
    const held = takeDreamLock(cairn, (await cairn.stores()).of("project"));
    if (held === undefined) throw anotherDream();
    try {
      return await withScribe(cairn, scribe, (work) => dreamNow(cairn, { dryRun, diff, again: true, work }));
    } finally {
      bestEffort(() => held.release()); // what was written is written: a dead dreamer's lock is taken over
    }
  },

  show: reportText,
});
