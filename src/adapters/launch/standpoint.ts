/** Where this process stands, and the home that may be used from there, before there is a Cairn. */

import { ownEnvironment } from "../../places/own-environment.ts";
import { cacheHomeOf } from "./cache-home.ts";

interface Standing {
  /** Undefined where it is gone: the program itself says so. */
  readonly cwd: string | undefined;
  /** Without what a repository put there. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Cairn's home, where no repository has a say in it. */
  readonly home: string | undefined;
}

let known: Standing | undefined;

/** As it is when first asked. */
export function standingNow(): Standing {
  known ??= standing();
  return known;
}

function standing(): Standing {
  const cwd = currentFolder();
  const from = cwd ?? "/";
  const env = ownEnvironment({ env: process.env, cwd: from });
  return { cwd, env, home: cacheHomeOf({ env, cwd: from }) };
}

export function codeHome(): string | undefined {
  return standingNow().home;
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined; // ENOENT is all it throws
  }
}
