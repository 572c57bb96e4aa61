/** `move`: adopt the memories a project left behind when it moved or was renamed. Shows the plan first. */

import type { Cairn } from "../cairn.ts";
import { z } from "../model/schema.ts";
import { type MovePlan, readMove } from "../places/move-plan.ts";
import { secureRegistry } from "../places/registry.ts";
import { counted } from "../text/counted.ts";
import {
  earlierPlace,
  earlierReviews,
  hasEarlierPlace,
  moveReviews,
  moveUnderLocks,
  stayingIn,
} from "../workspace/move-memories.ts";
import { operation } from "./operation.ts";

export const move = operation({
  name: "move",
  summary: "Bring the memories along after this project was renamed or moved.",
  effect: "write",
  surfaces: ["cli", "library"],
  positional: "from",
  examples: ["cairn move", "cairn move --yes", "cairn move /home/ada/old-place --yes"],
  preview: { dryRun: true },
  input: z.strictObject({
    from: z
      .string()
      .optional()
      .describe(
        "Which one: its folder of memories, the project's old path, or its key; cairn where and cairn workspace show them",
      )
      .meta({ cli: { complete: "folder" } }),
    dryRun: z.boolean().default(false).describe("Only show what would be moved"),
    apply: z
      .boolean()
      .default(false)
      .describe("Do it without being asked, as --yes does")
      .meta({ cli: { hidden: true } }),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    files: z.array(z.string()),
    doubles: z.array(z.string()),
    clashes: z.array(z.string()),
    left: z.array(z.string()),
    history: z.boolean(),
    only_reviews: z.literal(true).optional().describe("No memory lay there: only what you said of the team's moves"),
    applied: z.boolean(),
  }),

  confirm({ from, dryRun, apply }, cairn) {
    if (dryRun || apply) return undefined;
    // Where nothing can be moved, nobody is asked.
    if (reviewsAlone(cairn, from) === undefined) earlierPlace(cairn, from);
    return "Move them?";
  },

  async run({ from, dryRun }, cairn) {
    const apply = !dryRun;
    const { cairnHome, roots } = cairn.places;
    // A move before this one may have been refused just this at its very end: whoever hears now that nothing is left to
    // be moved has heard that it is done.
    if (apply) secureRegistry(cairnHome);
    const reviews = reviewsAlone(cairn, from);
    if (reviews !== undefined) {
      if (apply) await cairn.prepareWrite();
      if (apply) await moveReviews(cairn, reviews);
      const nothing = { files: [], doubles: [], clashes: [], left: [] };
      return {
        from: reviews.from,
        to: reviews.to,
        ...nothing,
        history: true,
        only_reviews: true as const,
        applied: apply,
      };
    }
    const other = earlierPlace(cairn, from);
    const ends = [
      { path: other.root.path, key: other.root.key },
      { path: roots.project.path, key: roots.project.key },
    ] as const;
    const plan = readMove(cairnHome, ...ends);
    if (!apply) return outputOf(plan, stayingIn(cairn.storeAt(other.root), plan), false);
    await cairn.prepareWrite();
    await moveReviews(cairn, other);
    const { plan: done, left } = await moveUnderLocks(cairn, other, plan);
    return outputOf(done, left, true);
  },

  show({ from, to, files, doubles, clashes, left, history, only_reviews: isReviewsAlone, applied }) {
    const done = applied ? "Moved" : "Would move";
    return [
      isReviewsAlone
        ? `${done} what you accepted, declined and wrote of the team's memories from ${from} to ${to}.`
        : `${done} ${counted(files.length, "file")} from ${from} to ${to}${history ? ", with their history" : ""}.`,
      ...(doubles.length === 0 ? [] : [`There already, the same: ${doubles.join(", ")}`]),
      ...clashes.map((path) => `! ${path} is there with other words: both stay where they are`),
      ...left.map((path) => `! ${path} is no ordinary file and is left behind`),
      applied
        ? "undo does not take this back: put the project where it was, and move again."
        : "Nothing was changed yet.",
    ].join("\n");
  },
});

/** What was said of the team's memories, where no memory of one's own lies at an earlier place. */
function reviewsAlone(cairn: Cairn, from: string | undefined) {
  return hasEarlierPlace(cairn, from) ? undefined : earlierReviews(cairn, from);
}

function outputOf(plan: MovePlan, clashes: readonly string[], applied: boolean) {
  return {
    from: plan.from.path,
    to: plan.to.path,
    files: plan.files.filter((path) => !clashes.includes(path)),
    doubles: [...plan.doubles],
    clashes: [...clashes],
    left: [...plan.odd],
    history: plan.state.includes("log") || plan.stateKept.includes("log"),
    applied,
  };
}
