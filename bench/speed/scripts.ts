/** The programs that are measured from outside, each one file, and how they are run. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as esbuild from "esbuild";
import { sha256 } from "../../src/store/record.ts";
import { reportScript } from "./time.ts";

export interface Scripts {
  readonly child: string;
  readonly launch: string;
  /** The program that `launch` starts; `hash` is of its text. */
  readonly cold: string;
  readonly coldOther: string;
  readonly report: string;
  readonly hash: string;
}

/** Beside this bundle, so that packages are found. Cairn's cold program is one minified file without any, as the product is. */
export async function bundled(): Promise<Scripts> {
  const here = dirname(fileURLToPath(import.meta.url));
  // Asked for by name at run time: a copy of esbuild inside this bundle would not find its own program.
  const { build } = module.createRequire(import.meta.url)("esbuild") as typeof esbuild;
  mkdirSync(here, { recursive: true });
  const name = (what: string) => join(here, `speed-${process.pid}-${what}`);
  const shared = { bundle: true, platform: "node", target: "node20", logLevel: "error" } as const;
  const external = { ...shared, packages: "external", format: "esm" } as const;
  const scripts = {
    child: name("child.mjs"),
    launch: name("launch.cjs"),
    cold: name("cold.cjs"),
    coldOther: name("cold-other.mjs"),
    report: name("report.cjs"),
  };
  const own = { ...shared, minify: true, format: "cjs" } as const;
  const asFunction = { banner: { js: "(function (require, module, exports) {" }, footer: { js: "})" } };
  await build({ ...external, entryPoints: ["bench/speed/child.ts"], outfile: scripts.child });
  await build({ ...external, entryPoints: ["bench/speed/cold-other.ts"], outfile: scripts.coldOther });
  await build({ ...own, entryPoints: ["bench/speed/cold-launch.ts"], outfile: scripts.launch });
  await build({ ...own, ...asFunction, entryPoints: ["bench/speed/cold.ts"], outfile: scripts.cold });
  writeFileSync(scripts.report, reportScript);
  return { ...scripts, hash: sha256(readFileSync(scripts.cold)) };
}

export function removeScripts(scripts: Scripts): void {
  const { hash: _, ...files } = scripts;
  for (const file of Object.values(files)) rmSync(file, { force: true });
}

/** What a command of the child says. */
export function say<T = Record<string, number>>({ child }: Scripts, args: readonly string[]): T {
  const { stdout, stderr, status } = spawnSync(process.execPath, [child, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
