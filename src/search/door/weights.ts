/**
 * Learned weights of the door, raw features. Written by `npm run bench -- train-door`; never edit single numbers, refit.
 * Sets of unasked recall: 11 projects, 177 memories, 469 prompts; 2026-11-16.
 */

import type { DoorWeights } from "./features.ts";

export const doorWeights: DoorWeights = {
  memory: {
    words: 1.323,
    second: 1.643,
    title: 0.572,
    body: 0.854,
    tags: 1.145,
    topic: 0.814,
    refersTo: 1.967,
    file: 2.277,
    folder: 4.173,
    path: 1.805,
  },
  nothing: {
    bias: 2.317,
    cosmetic: 1.442,
    many: 1.067,
  },
};
