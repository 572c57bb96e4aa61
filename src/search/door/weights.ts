/**
 * Learned weights of the door, raw features. Written by `npm run bench -- train-door`; never edit single numbers, refit.
 * Sets of unasked recall: 11 projects, 177 memories, 469 prompts; 2026-11-16.
 */

import type { DoorWeights } from "./features.ts";

export const doorWeights: DoorWeights = {
  memory: {
    words: 1.32,
    second: 1.825,
    title: 0.458,
    body: 0.906,
    tags: 1.176,
    topic: 0.887,
    refersTo: 2.04,
    file: 2.294,
    folder: 4.208,
    path: 1.858,
  },
  nothing: {
    bias: 2.442,
    cosmetic: 1.539,
    many: 1.237,
  },
};
