/**
 * Learned weights of the door, raw features. Written by `npm run bench -- train-door`; never edit single numbers, refit.
 * Sets of unasked recall: 11 projects, 177 memories, 469 prompts; 2026-11-16.
 */

import type { DoorWeights } from "./features.ts";

export const doorWeights: DoorWeights = {
  memory: {
    words: 1.932,
    second: 1.817,
    title: 0.407,
    body: 1.26,
    tags: 1.077,
    topic: 1.035,
    covers: -3.08,
    chooses: 0.945,
    refersTo: 2.105,
    file: 2.267,
    folder: 4.19,
    path: 1.859,
  },
  nothing: {
    bias: 2.496,
    cosmetic: 1.327,
    many: 0.817,
  },
};
