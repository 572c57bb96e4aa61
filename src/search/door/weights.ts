/**
 * Learned weights of the door, raw features. Written by `npm run bench -- train-door`; never edit single numbers, refit.
 * Sets of unasked recall: 11 projects, 177 memories, 469 prompts; 2026-11-16.
 */

import type { DoorWeights } from "./features.ts";

export const doorWeights: DoorWeights = {
  memory: {
    words: 2.076,
    second: 1.84,
    title: 0.417,
    body: 1.358,
    tags: 1.042,
    topic: 1.084,
    covers: -3.784,
    chooses: 0.948,
    refersTo: 2.11,
    file: 2.241,
    folder: 4.175,
    path: 1.848,
  },
  nothing: {
    bias: 2.536,
    cosmetic: 1.318,
    many: 0.764,
  },
};
