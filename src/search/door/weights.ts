/**
 * Learned weights of the door, raw features. Written by `npm run bench -- train-door`; never edit single numbers, refit.
 * Sets of unasked recall: 11 projects, 177 memories, 469 prompts; 2026-11-16.
 */

import type { DoorWeights } from "./features.ts";

export const doorWeights: DoorWeights = {
  memory: {
    words: 1.781,
    second: 2.275,
    title: 0.768,
    body: 1.298,
    tags: 1.071,
    topic: 1.092,
    covers: -3.485,
    chooses: 0.868,
    refersTo: 1.917,
    file: 2.254,
    folder: 4.155,
    path: 1.895,
  },
  nothing: {
    bias: 2.193,
    cosmetic: 1.24,
    chore: 0.854,
    talk: 1.457,
    deed: 0.381,
    many: 0.857,
  },
};
