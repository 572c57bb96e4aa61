/**
 * The program `cairn`: as little as possible until it is known what is wanted. The version is answered at once; everything
 * else is one of two bundles, loaded through V8's code cache, which halves the time to the first answer.
 */

import { join } from "node:path";
import { exitCodes } from "../../operations/show/command-line.ts";
import { plainOutput } from "../cli/plain-output.ts";

/** Put in by the build: the version, and the SHA-256 of each bundle. */
declare const CAIRN_VERSION: string;
declare const CAIRN_BUNDLES: Readonly<Record<string, string>>;

/** The servers have a bundle of their own. */
const bundleOf: Readonly<Record<string, string>> = { mcp: "mcp.cjs" };
const ORDINARY = "cli.cjs";

const words = process.argv.slice(2);

if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
  plainOutput(1, () => process.stdout).write(`${CAIRN_VERSION}\n`, (error) => {
    if (error) process.exitCode = exitCodes.unavailable.code;
  });
} else void run(Object.hasOwn(bundleOf, words[0] ?? "") ? bundleOf[words[0]!]! : ORDINARY);

async function run(name: string): Promise<void> {
  // Not a static import: the version is answered without it.
  const { runBundle } = await import("./run-bundle.ts");
  const command = words.find((word) => /^[a-z][a-z-]{0,30}$/.test(word)) ?? "cairn";
  const path = join(__dirname, name);
  await runBundle({ bundles: [{ path, hash: CAIRN_BUNDLES[name]!, command }], isServer: name !== ORDINARY });
}
