/** The package Cairn runs from: the folder that is a marketplace with one plugin, in a clone as in an installed package. */

import { dirname, join } from "node:path";
import { fileExists } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { readObject, realPath } from "../places/paths.ts";

const MAX_BYTES = 100_000;

/** `program` is the file that runs: beside the marketplace, or the plugin's own. Given by hand: the folder itself. */
export function marketplaceOf(program: string | undefined, given: string | undefined): string {
  const start = realPath(given ?? program ?? "");
  const near = start === undefined ? [] : given === undefined ? [dirname(start), dirname(dirname(start))] : [start];
  const found = near.find(isMarketplace);
  if (found === undefined) throw notFound(given);
  if (/[\\/]_npx[\\/]/.test(found)) throw passing();
  return found;
}

export function pluginOf(marketplace: string): string {
  return join(marketplace, "plugin");
}

/** Undefined where there is none. */
export function pluginVersion(marketplace: string): string | undefined {
  const manifest = readObject(join(pluginOf(marketplace), ".claude-plugin", "plugin.json"), MAX_BYTES);
  return typeof manifest?.["version"] === "string" ? manifest["version"] : undefined;
}

export function programOf(marketplace: string): string {
  return join(pluginOf(marketplace), "cairn.cjs");
}

export function isMarketplace(folder: string): boolean {
  return fileExists(join(folder, ".claude-plugin", "marketplace.json")) && fileExists(programOf(folder));
}

function notFound(given: string | undefined): CairnError {
  const where = given === undefined ? "Cairn does not run from its built package" : "That folder does not hold it";
  return new CairnError("NOT_FOUND", `The plugin was not found. ${where}.`, {
    hint: "In a clone: npm run build, then node dist/cairn.cjs init. Or name the folder: --from <clone>/dist.",
  });
}

/** What npx fetched is deleted when npm likes. */
function passing(): CairnError {
  const message = "Cairn runs from npm's passing cache: the plugin would vanish with it.";
  return new CairnError("PATH_ERROR", message, {
    hint: "Install it to stay: npm install -g cairn-memory.",
  });
}
