/** `cairn list` as it is mostly typed. What it does and says is `list`'s own; whatever else is asked for goes the usual way. */

export { isLeft as isUntidy } from "./leaving.ts";

import { listing, usualList } from "../../operations/listing.ts";
import { ListNotes } from "../../recall/keep-list.ts";
import { answeredPlainly } from "./plain-answer.ts";

/** The exit code, when everything is written. */
export const done: Promise<number | undefined> = answeredPlainly(listing, usualList, (env) => new ListNotes(env));
