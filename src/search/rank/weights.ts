/**
 * Learned weights, raw features, no intercept. Written by `npm run bench -- train`; never edit single numbers, refit.
 * Sets: RealMem 5 personas, DevMemBench 104 questions, PEPs 365 queries, 18 transcripts; LoCoMo never. Seed 7, 2026-11-15;
 * Adam 130 rounds, step 0.08, L2 0.01.
 */

import type { GroupFeature, LeafFeature, Weights } from "./features.ts";

/** 5660 queries, loss 2.370. */
export const turnWeights: Weights<LeafFeature> = {
  own: 4.11,
  p1: 1.14,
  p2: -0.82,
  p3: 1.33,
  n1: 0.04,
  n2: -0.32,
  n3: -0.23,
  idfc: 0.7,
  cov: 1.93,
  win: 6.14,
  rar: -0.23,
  sess: 5.58,
  smax: 0.34,
  s2: -2.67,
  spk: 1.82,
  ownspk: 2.09,
  date: 4.63,
  isq: -0.73,
  prevQ: 0.71,
  len: 0.1,
  first: 0.98,
  whenT: 2.15,
  hmQ: 0.63,
  rec5: 0,
  rec20: 0,
  rec80: 0,
};

/** 736 queries, loss 3.601. */
export const memoryWeights: Weights<LeafFeature> = {
  own: -1.43,
  p1: 2.62,
  p2: 2.32,
  p3: 3.93,
  n1: -4.72,
  n2: -3.43,
  n3: -7.43,
  idfc: 3.75,
  cov: 2.48,
  win: -1.64,
  rar: 0.22,
  sess: 8.38,
  smax: 6.35,
  s2: -2.58,
  spk: 0,
  ownspk: 0,
  date: -0.52,
  isq: -1.63,
  prevQ: -3.06,
  len: 0.24,
  first: -0.01,
  whenT: 0.52,
  hmQ: 0.23,
  rec5: 0.21,
  rec20: 1.59,
  rec80: 0.6,
};

/** 1910 queries, loss 1.581. */
export const groupWeights: Weights<GroupFeature> = {
  gs: 3.88,
  smax: 4.07,
  s2: 4.55,
  s3: 3.9,
  nb: 2.58,
  scov: 1.78,
  user: 2.42,
  tcov: 3.86,
  date: 3.11,
  rec20: 1.49,
  rec80: -0.58,
  leaf: -0.01,
  leaf2: 0.17,
  lsum: 0.08,
  gsR20: 0.6,
  gsR80: -3.27,
};
