/** Which version of the format the files below CAIRN_HOME have. A newer one is read, never written. */

import { join } from "node:path";
import { createFile } from "../disk/durable.ts";
import { fileExists } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { readOwnObject } from "./paths.ts";

const formatVersion = 1;
const LIMIT = 65_536;

/** Undefined before the first write. `NaN`: the file is there but says nothing that can be understood. */
export function readFormat(cairnHome: string): number | undefined {
  const path = join(cairnHome, "format.json");
  const version = readOwnObject(path, LIMIT)?.["version"];
  if (typeof version === "number") return version;
  return fileExists(path) ? Number.NaN : undefined;
}

export function isNewer(version: number | undefined): boolean {
  return version !== undefined && version > formatVersion;
}

/** Before the first write of a process: says which format it is in, or refuses. */
export function claimFormat(cairnHome: string): void {
  const version = readFormat(cairnHome);
  if (version === undefined) {
    createFile(join(cairnHome, "format.json"), Buffer.from(`${JSON.stringify({ version: formatVersion })}\n`));
  } else if (Number.isNaN(version)) {
    throw new CairnError("ROOT_UNAVAILABLE", "format.json in CAIRN_HOME cannot be read. Nothing was changed.", {
      hint: `Remove it, or put back {"version":${formatVersion}}; where shows the folder.`,
    });
  } else if (isNewer(version)) {
    throw new CairnError("FORMAT_NEWER", "The memories were last written by a newer Cairn.", {
      hint: "Update Cairn. Until then memories can be read, not changed.",
    });
  }
}
