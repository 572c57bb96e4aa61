/**
 * The program `cairn`: as little as possible until it is known what is wanted. The version is answered at once; everything
 * else is one of two bundles, loaded through V8's code cache, which halves the time to the first answer.
 */

import { join } from "node:path";
import { plainOutput } from "../cli/plain-output.ts";

/** Put in by the build: the version, and the SHA-256 of each bundle. */
declare const CAIRN_VERSION: string;
declare const CAIRN_BUNDLES: Readonly<Record<string, string>>;

/** The servers have a bundle of their own. */
const bundleOf: Readonly<Record<string, string>> = { mcp: "mcp.cjs" };
const ORDINARY = "cli.cjs";
const IDLE_MS = 1_500;

const words = process.argv.slice(2);

if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
  plainOutput(1, () => process.stdout).write(`${CAIRN_VERSION}\n`, () => {});
} else void run(Object.hasOwn(bundleOf, words[0] ?? "") ? bundleOf[words[0]!]! : ORDINARY);

async function run(name: string): Promise<void> {
  // Not static imports: the version is answered without them.
  const { loadBundle } = await import("./code-cache.ts");
  const { cacheHomeOf } = await import("./cache-home.ts");
  const { ownEnvironment } = await import("../../places/own-environment.ts");
  const cwd = process.cwd();
  const command = words.find((word) => /^[a-z][a-z-]{0,30}$/.test(word)) ?? "cairn";
  const { start, keep } = loadBundle({
    path: join(__dirname, name),
    hash: CAIRN_BUNDLES[name]!,
    home: cacheHomeOf({ env: ownEnvironment({ env: process.env, cwd }), cwd }),
    command,
    flags: process.execArgv,
  });
  const done = start(require);
  // A server may be killed as soon as its client is done: it keeps its code while nobody waits.
  if (name !== ORDINARY) setTimeout(keep, IDLE_MS).unref();
  const code = await done;
  if (code === 0) await keep();
  process.exit(code);
}
