/** Runs a program through V8's code cache, and keeps what it compiled for the next time. */

import { setFlagsFromString } from "node:v8";
import { OPTIMISED, UNOPTIMISED } from "../../hosts/hook-flags.ts";
import { type Bundle, loadBundle, type Requires } from "./code-cache.ts";
import { loadInParts } from "./parts.ts";
import { codeHome } from "./standpoint.ts";

const IDLE_MS = 1_500;
/**
 * How much of a function V8 runs before it considers optimising it: eight times what it would. Most commands are done
 * before optimising pays for itself; what runs for long is optimised still. V8 writes an error where it has no such flag.
 */
const LATE = 8 * 67_584;

/**
 * A brief program is not optimised, and its patterns are compiled when they are first asked: V8 reads each in a slower form the
 * first time, and making that takes longer than all it is read for.
 */
const BRIEF = `${UNOPTIMISED} --no-regexp-tier-up`;
const USUAL = `${OPTIMISED} --regexp-tier-up`;

/** Of Node itself, what some brief commands load, and is large. */
const LARGE: readonly string[] = ["node:crypto", "node:child_process", "node:util"];

/**
 * Node has its own modules compiled, for a V8 that was told nothing: under another flag it compiles each of them anew, which takes
 * three times as long.
 */
const asCompiled: Requires = (name) => {
  if (!LARGE.includes(name)) return require(name);
  setFlagsFromString(USUAL);
  try {
    return require(name);
  } finally {
    setFlagsFromString(BRIEF);
  }
};

type Named = Pick<Bundle, "path" | "hash" | "command">;

interface Running {
  /** The whole of it, or its parts by name and the module that is the program. */
  readonly bundle: Named | { readonly parts: Readonly<Record<string, Named>>; readonly entry: string };
  /** It lives as long as its client, and may be killed as soon as that is done: it keeps its code while nobody waits. */
  readonly isServer: boolean;
  /** Ends in a few hundredths of a second: before V8 is done with optimising anything. */
  readonly isBrief?: boolean;
}

/** What a program exports: the promise of its exit code, none where it leaves everything to a larger one. */
interface Program {
  readonly done: Promise<number | undefined>;
  /** After its answer: something is left to tidy. */
  readonly isUntidy?: () => boolean;
}

/** Ends the process with the program's exit code. Where it has left something to a larger one, returns what is left. */
export async function runBundle({ bundle, isServer, isBrief = false }: Running): Promise<"all" | "tidying"> {
  // Said on the command line it spares the module that sets it.
  const isTold = process.execArgv.includes(UNOPTIMISED);
  if (isBrief && !isTold) setFlagsFromString(BRIEF);
  else if (!isBrief && !isServer && process.versions.v8.startsWith("11."))
    setFlagsFromString(`--interrupt-budget=${LATE}`);
  const home = codeHome();
  const asBundle = (named: Named): Bundle => ({ ...named, home, flags: process.execArgv });
  const { run, keep } =
    "parts" in bundle
      ? loadInParts<Program>(
          (part) => (bundle.parts[part] === undefined ? undefined : asBundle(bundle.parts[part])),
          bundle.entry,
        )
      : loadBundle<Program>(asBundle(bundle));
  const { done, isUntidy } = run(isBrief && !isTold ? asCompiled : require);
  if (isServer) setTimeout(keep, IDLE_MS).unref();
  const code = await done;
  if (code === undefined) return "all";
  if (code === 0) await keep();
  if (isUntidy?.() !== true) process.exit(code);
  process.exitCode = code;
  return "tidying";
}
