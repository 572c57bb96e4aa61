/** A plain list told from its page, before the program is loaded: for a person at the command line. */

import { environmentsAbove } from "../../disk/process.ts";
import { toldFromList } from "../../recall/list-page.ts";
import { isMarked } from "../cli/agent-marks.ts";
import { plainOutput } from "../cli/plain-output.ts";
import { programNow } from "../hooks/handed-over.ts";
import { standingNow } from "./standpoint.ts";

/** False is a miss: then nothing was done. Whatever is not as usual is left to the program, which says so. */
export function isListTold(json: boolean): boolean {
  const text = listText(json);
  if (text === undefined) return false;
  let isOut = true;
  // What could not be written is told by the program, which tries again; a reader who left while more was to come is no error.
  plainOutput(1, () => process.stdout.on("error", () => {})).write(text, (error) => {
    isOut = !error;
  });
  return isOut;
}

function listText(json: boolean): string | undefined {
  try {
    const { cwd, env, home } = standingNow();
    if (cwd === undefined || home === undefined) return undefined;
    const isAgents = (marks: readonly RegExp[]) =>
      isMarked([process.env], marks) || isMarked(environmentsAbove(), marks);
    return toldFromList(home, { cwd, env, program: programNow(), json, isMarked: isAgents });
  } catch {
    return undefined; // a disk that refuses
  }
}
