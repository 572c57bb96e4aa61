/** A stretch of text, and what a finder says about it. */

/** From the first character that belongs to it to the first that does not. */
export type Span = readonly [start: number, end: number];
