/** The line by which a host starts a process for a moment, and the program in it. Pure. */

import { shellWord } from "../text/shell-word.ts";
import { hookFlags } from "./hook-flags.ts";

export function hookLine(program: string, host: string, moment: string): string {
  return ["node", ...hookFlags(moment), shellWord(program), "hook", host, moment, "--payload-file -"].join(" ");
}

/** Of the first such line in a text; with flags, or as it was before there were any. */
export function programIn(text: string): string | undefined {
  return /node (?:--[\w=-]+ )*['"]?([^'"]+?cairn\.cjs)/.exec(text)?.[1];
}
