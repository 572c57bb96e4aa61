/** Whether a client that Cairn itself started is around us: then nothing is offered, done, counted or kept. */

import type { Environment } from "../cairn.ts";
import { ownEnvironment } from "../places/own-environment.ts";

export function isUnderScribe(env: Environment, cwd: string): boolean {
  return ownEnvironment({ env, cwd })["CAIRN_SCRIBE"] !== undefined;
}
