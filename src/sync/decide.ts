/**
 * Three trees compared: what stands here, what stands there, and what both had when they were last in step. Absence is
 * not deletion: only what is known to have been taken away is. Pure.
 */

/** The hash of a text, or one of these words. */
export type Standing = string;
/** Nothing is there, and nobody knows why. */
export const ABSENT = "";
/** The log says that it was taken away here. */
export const GONE = "gone";
/** It was taken out for good here. */
export const ERASED = "erased";
/** Its file says that it is retired. */
export const RETIRED = "retired";

export type Act = "none" | "arrive" | "depart" | "merge" | "retire-here" | "retire-there";

interface Trees {
  readonly here: Standing;
  readonly there: Standing;
  /** `ABSENT`: it was never in step. */
  readonly seen: Standing;
}

/** What is retired stays so, unless it was brought back since both had it as retired. */
export function actFor({ here, there, seen }: Trees): Act {
  const isText = (one: Standing) => one !== ABSENT && one !== GONE && one !== ERASED && one !== RETIRED;
  if (here === there) return "none";
  if (there === ABSENT) return isText(here) ? "depart" : here === RETIRED && seen !== ABSENT ? "retire-there" : "none";
  if (there === RETIRED) {
    if (!isText(here)) return "none";
    return seen === RETIRED ? "depart" : "retire-here";
  }
  if (here === ABSENT) return "arrive";
  // For good is for good, whatever is known of the place or changed there since.
  if (here === ERASED) return "retire-there";
  // What was changed elsewhere since is worth more than that a file is missing here.
  if (here === GONE) return there === seen ? "retire-there" : "arrive";
  if (here === RETIRED) return seen === RETIRED ? "arrive" : "retire-there";
  if (there === seen) return "depart";
  return here === seen ? "arrive" : "merge";
}
