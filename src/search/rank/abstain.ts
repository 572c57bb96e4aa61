/** Asked search always ranks; this says whether its best hit is worth much. Fitted on RealMem and DevMemBench. Pure. */

import type { LeafFeature, Values } from "./features.ts";

const Z = { intercept: -6, known: 4.6, sess: 4.9, win: 5.5 } as const;
/** From here on an answer is shown without a mark. */
const confidentFrom = 1;

/** `known` is the share of the question's weight whose words occur anywhere. */
function confidenceOf(known: number, { sess, win }: Pick<Values<LeafFeature>, "sess" | "win">): number {
  return Z.intercept + Z.known * known + Z.sess * sess + Z.win * win;
}

export function isWeak(known: number, top: Pick<Values<LeafFeature>, "sess" | "win"> | undefined): boolean {
  return top === undefined || confidenceOf(known, top) < confidentFrom;
}
