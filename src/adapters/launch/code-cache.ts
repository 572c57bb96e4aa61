/**
 * V8's compiled form of a bundle, kept below CAIRN_HOME, for each command what it used. V8 trusts what it is given (a
 * flipped bit crashes it, and it tells sources apart by their length only), so a kept form is used only if all of it is
 * exactly what was written for this very bundle, by this user, for this Node. Otherwise the bundle is compiled as usual.
 */

import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { readFileAt, realPathOf, stampOf, statOf } from "../../disk/files.ts";
import { ROOMY, UNOPTIMISED } from "../../hosts/hook-flags.ts";

export interface Bundle {
  readonly path: string;
  /** The SHA-256 of its text, known since it was built. */
  readonly hash: string;
  /** Cairn's home. Undefined where code is neither to be read nor kept. */
  readonly home: string | undefined;
  /** A plain word; runs of different commands compile different parts. */
  readonly command: string;
  /** What Node itself was told on its command line. */
  readonly flags: readonly string[];
}

export interface Loaded<Exports> {
  /** Runs the bundle's text; returns what it exports. */
  run(require: Requires): Exports;
  /** Keeps what is compiled by now, unless it is kept already. */
  keep(): Promise<void>;
}

/** As Node's own, or more. */
export type Requires = (name: string) => unknown;

/**
 * A kept file is the key, then the code twice: comparing the two costs nothing, and a checksum would have to load a
 * module that takes longer than all the rest. The key's length is a multiple of eight, so that the code is aligned.
 */
const KEY_BYTES = 1_024;
const MAX_BYTES = 50_000_000;
/** What Node is told where Cairn itself wrote the line: nothing, or what a hook's line says. */
const USUAL: readonly string[] = ["", UNOPTIMISED, `${UNOPTIMISED} ${ROOMY}`];

/** The bundle's text is one function expression. */
export function loadBundle<Exports>({ path, hash, home, command, flags }: Bundle): Loaded<Exports> {
  const bytes = readFileAt(path, MAX_BYTES);
  const stat = statOf(path);
  if (bytes === undefined || stat === undefined) throw new Error(`${path} is missing: build it again.`);
  const told = flags.join(" ");
  const key = [hash, stampOf(stat), process.version, process.arch, told, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  // V8 compiles differently under other flags: such a run neither uses nor disturbs what ordinary runs keep.
  const ordinary = home !== undefined && USUAL.includes(told) && key.length <= KEY_BYTES;
  const name = `${command}${flags.join("")}-${hash.slice(0, 16)}-${process.version}-${process.arch}.bin`;
  const place = ordinary ? join(home, "cache", name) : undefined;
  const cachedData = place === undefined ? undefined : readKept(place, key);
  const given = cachedData === undefined ? { filename: path } : { filename: path, cachedData };
  const script = new Script(bytes.toString("latin1"), given);
  let kept = script.cachedDataRejected === false;

  function run(require: Requires): Exports {
    const module = { exports: {} as Exports };
    script.runInThisContext()(require, module, module.exports);
    return module.exports;
  }

  async function keep(): Promise<void> {
    if (kept || place === undefined || !isFolder(dirname(dirname(place)))) return;
    kept = true;
    const { keepCode } = await import("./keep-code.ts");
    keepCode(place, Buffer.from(key.padEnd(KEY_BYTES), "latin1"), script.createCachedData());
  }

  return { run, keep };
}

function isFolder(path: string): boolean {
  const real = realPathOf(path);
  return real !== undefined && statOf(real)?.kind === "folder";
}

function readKept(place: string, key: string): Buffer | undefined {
  try {
    const stat = statOf(place);
    const mine = stat?.kind === "file" && stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o022) === 0;
    const bytes = mine ? readFileAt(place, MAX_BYTES) : undefined;
    if (bytes === undefined || bytes.toString("latin1", 0, KEY_BYTES) !== key.padEnd(KEY_BYTES)) return undefined;
    const middle = KEY_BYTES + (bytes.length - KEY_BYTES) / 2;
    const code = bytes.subarray(KEY_BYTES, middle);
    return code.equals(bytes.subarray(middle)) ? code : undefined;
  } catch {
    return undefined; // unreadable, whatever the reason: the bundle is compiled as usual
  }
}
