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
  later: 0,
};

/** 884 queries, loss 2.850, L2 0.03. */
export const memoryWeights: Weights<LeafFeature> = {
  own: 3.67,
  p1: 2.86,
  p2: -0.13,
  p3: 2.27,
  n1: -0.17,
  n2: -0.15,
  n3: -2.62,
  idfc: 1.3,
  cov: 0.82,
  win: -1.03,
  rar: 1.11,
  sess: 7.18,
  smax: 13.79,
  s2: -1.56,
  spk: 0,
  ownspk: 0,
  date: 0.07,
  isq: -1.13,
  prevQ: -1.94,
  len: 0.17,
  first: 0.17,
  whenT: 0.15,
  hmQ: 0.1,
  rec5: 0.24,
  rec20: 1.23,
  rec80: 0.57,
  later: -0.73,
};

/** 1571 queries, loss 1.422, L2 0.03. */
export const sessionWeights: Weights<GroupFeature> = {
  gs: 3.83,
  smax: 6.25,
  s2: 3.29,
  s3: 3.83,
  nb: 2.23,
  scov: 1.1,
  user: 1.96,
  tcov: 2.82,
  date: 2.55,
  rec20: 1.05,
  rec80: 0.98,
  leaf: 0.04,
  leaf2: 0.19,
  lsum: 0.05,
  gsR20: -2.17,
  gsR80: -1.53,
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
