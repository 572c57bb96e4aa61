/** `cairn recall "…"` as it is mostly typed, without the schemas that are most of what a command loads: see plain-list.ts. */

export { isLeft as isUntidy } from "./leaving.ts";

import { recalling, usualRecall } from "../../operations/recalling.ts";
import { answeredPlainly } from "./plain-answer.ts";
import { thisProcess } from "./world.ts";

/** The exit code, when everything is written. */
export const done: Promise<number | undefined> = answeredPlainly(recalling, {
  ...usualRecall,
  question: (thisProcess.argv[1] ?? "").trim(),
});
