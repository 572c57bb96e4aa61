/**
 * Learned weights, raw features, no intercept. Written by `npm run bench -- train`; never edit single numbers, refit.
 * - RealMem (Apache-2.0): 5 personas, 1049 sessions, 2611 memories, 736 queries
 * - DevMemBench (MIT): 25 sessions, 104 questions
 * - PEPs (public domain, CC0): 703 documents, 365 queries
 * - projects (ours, Apache-2.0, MIT): 105 memories, 290 prompts
 * - transcripts (Apache-2.0, MIT): 18, for self-made queries
 * - LoCoMo: never
 * Seed 7, 2026-11-16; Adam 130 rounds, step 0.08.
 */

import type { GroupFeature, LeafFeature, Weights } from "./features.ts";

/** 5660 queries, loss 2.371, L2 0.01. */
export const turnWeights: Weights<LeafFeature> = {
  own: 4.14,
  p1: 1.1,
  p2: -0.8,
  p3: 1.35,
  n1: 0.03,
  n2: -0.33,
  n3: -0.18,
  idfc: 0.72,
  cov: 1.94,
  win: 6.15,
  rar: -0.26,
  sess: 5.6,
  smax: 0.31,
  s2: -2.69,
  spk: 1.81,
  ownspk: 2.06,
  date: 4.63,
  isq: -0.73,
  prevQ: 0.71,
  len: 0.1,
  first: 0.97,
  whenT: 2.16,
  hmQ: 0.65,
  rec5: 0,
  rec20: 0,
  rec80: 0,
  gcov: 0,
  fit: 0,
  later: 0,
};

/** 884 queries, loss 2.801, L2 0.03. */
export const memoryWeights: Weights<LeafFeature> = {
  own: 0.49,
  p1: 2.62,
  p2: -0.47,
  p3: 2.29,
  n1: -0.46,
  n2: -0.43,
  n3: -2.87,
  idfc: 1.2,
  cov: 0.6,
  win: -0.85,
  rar: 0.73,
  sess: 3.49,
  smax: 10.75,
  s2: -1.61,
  spk: 0,
  ownspk: 0,
  date: 0.04,
  isq: -1.08,
  prevQ: -1.81,
  len: 0.22,
  first: 0.14,
  whenT: 0.17,
  hmQ: 0.09,
  rec5: 0.26,
  rec20: 1.2,
  rec80: 0.54,
  gcov: -2.48,
  fit: 7.92,
  later: -0.68,
};

/** 1571 queries, loss 1.567, L2 0.03. */
export const sessionWeights: Weights<GroupFeature> = {
  gs: 4.12,
  smax: 6.39,
  s2: 2.98,
  s3: 3.74,
  nb: 1.9,
  scov: 1.28,
  user: 1.53,
  tcov: 2.58,
  date: 2.57,
  rec20: 1.21,
  rec80: 0.97,
  leaf: 0.05,
  leaf2: 0.18,
  lsum: 0.05,
  gsR20: -1.97,
  gsR80: -2.04,
};

/** 340 queries, loss 2.637, L2 0.03. */
export const documentWeights: Weights<GroupFeature> = {
  gs: 4.91,
  smax: -0.89,
  s2: 2.21,
  s3: 11.87,
  nb: 3.12,
  scov: 0.91,
  user: 0,
  tcov: 4.2,
  date: 1.29,
  rec20: 0.71,
  rec80: -2.07,
  leaf: -0.24,
  leaf2: -0.14,
  lsum: 0.35,
  gsR20: 8.15,
  gsR80: -9.35,
};
