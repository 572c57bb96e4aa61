/** Learned weights. Written by `npm run bench -- train`; do not edit single numbers by hand, refit. */

import type { GroupFeature, LeafFeature, Weights } from "./features.ts";

export const turnWeights: Weights<LeafFeature> = {
  own: 4.11, p1: 1.14, p2: -0.82, p3: 1.33, n1: 0.04, n2: -0.32, n3: -0.23, idfc: 0.7, cov: 1.93, win: 6.14, rar: -0.23, sess: 5.58, smax: 0.34, s2: -2.67, spk: 1.82, ownspk: 2.09, date: 4.63, isq: -0.73, prevQ: 0.71, len: 0.1, first: 0.98, whenT: 2.15, hmQ: 0.63, rec5: 0.0, rec20: 0.0, rec80: 0.0,
};

export const memoryWeights: Weights<LeafFeature> = {
  own: 0, p1: 1.58, p2: 0.27, p3: 2.06, n1: -2.25, n2: -2.1, n3: -4.09, idfc: -4.38, cov: 7.12, win: 0.35, rar: 1.07,
  sess: 3.17, smax: 4.76, s2: -0.85, spk: 0, ownspk: 0, date: -0.08, isq: -1.8, prevQ: -3.5, len: 0.24, first: -0.03,
  whenT: 0.57, hmQ: 0, rec5: 0.87, rec20: 0.58, rec80: 1.67,
};

export const groupWeights: Weights<GroupFeature> = {
  gs: 2.01, smax: -0.03, s2: 3.27, s3: 1.93, nb: 1.09, scov: 0.25, user: 1.43, tcov: 4.25, date: 1.69, rec20: 1.27,
  rec80: 0.76, leaf: 0.08, leaf2: 0.03, lsum: 0, gsR20: -1.89, gsR80: 3.46,
};
