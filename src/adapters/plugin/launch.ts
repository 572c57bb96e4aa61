/**
 * The plugin's one file: this, and in two comments behind it the whole program, run through V8's code cache. What a hook's
 * process needs stands in the first, so that it starts in a third of the time.
 */

import { runBundle } from "../launch/run-bundle.ts";

/** Put in by the build: the modules that are programs, what the two comments are called, and the SHA-256 of each. */
declare const CAIRN_ENTRIES: { readonly hook: string; readonly other: string };
declare const CAIRN_PARTS: readonly { readonly part: string; readonly hash: string }[];

const [what = "", , moment = ""] = process.argv.slice(2);
const words = [what, ...(what === "hook" ? [moment] : [])].filter((word) => /^[a-z][a-z-]{0,30}$/.test(word));
const command = words.join("-") || "cairn";
const [early, late] = CAIRN_PARTS.map((named) => ({ path: __filename, command, ...named }));

void runBundle({
  bundles: [early!, late!],
  entry: what === "hook" ? CAIRN_ENTRIES.hook : CAIRN_ENTRIES.other,
  isServer: what === "mcp",
  isBrief: what === "hook",
});
