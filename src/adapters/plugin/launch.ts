/**
 * The plugin's program: this, and beside it the two parts it is in, run through V8's code cache. What a hook's process
 * needs is the first, so that it starts in a third of the time.
 */

import { join } from "node:path";
import { runBundle } from "../launch/run-bundle.ts";

/** Put in by the build: the modules that are programs, and the SHA-256 of each part, that of the hooks first. */
declare const CAIRN_ENTRIES: { readonly hook: string; readonly other: string };
declare const CAIRN_BUNDLES: Readonly<Record<string, string>>;

const [what = "", , moment = ""] = process.argv.slice(2);
const words = [what, ...(what === "hook" ? [moment] : [])].filter((word) => /^[a-z][a-z-]{0,30}$/.test(word));
const command = words.join("-") || "cairn";
const parts = Object.entries(CAIRN_BUNDLES).map(([name, hash]) => ({ path: join(__dirname, name), hash, command }));

void runBundle({
  bundles: [parts[0]!, parts[1]!],
  entry: what === "hook" ? CAIRN_ENTRIES.hook : CAIRN_ENTRIES.other,
  isServer: what === "mcp",
  isBrief: what === "hook",
});
