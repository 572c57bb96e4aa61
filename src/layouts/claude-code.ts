/**
 * What Claude Code itself keeps of every project on a machine: `projects/<path>/memory` below its folder, each a memdir.
 * The one of the project you stand in comes, or the only one; the others are named with what brings them in.
 */

import { join } from "node:path";
import { encodePath } from "../places/root-names.ts";
import { importCommand, type Layout, type StoreReading, skip } from "./layout.ts";
import { memdir } from "./memdir.ts";
import type { SourceFolder } from "./source-folder.ts";

export const claudeCode: Layout = {
  name: "claude-code",
  about: "Claude Code's own memory of every project: ~/.claude with projects/*/memory",
  sort: "tool",
  loaded: /^(?:(projects\/[^/]+)\/memory\/(?:team\/)?MEMORY|CLAUDE)\.md$/,

  detect(source) {
    const found = foldersOf(source).length;
    return found === 0 ? undefined : `projects/ with the memory of ${found}`;
  },

  *read(source, { project, isOfAll }) {
    const folders = foldersOf(source);
    const own = `projects/${encodePath(project.path)}/memory`;
    for (const folder of folders) {
      if (folder === own || folders.length === 1 || isOfAll) yield* below(source, folder);
      else
        yield skip(
          folder,
          `another project's: where that project lies here Cairn uses it as it is; else, there: ${importCommand(memdir, join(source.path, folder))}`,
        );
    }
  },
};

function foldersOf(source: SourceFolder): string[] {
  const folders = source.folders("projects").map((folder) => `${folder}/memory`);
  return folders.filter((folder) => source.has(folder, "folder") && memdir.detect(source.below(folder)) !== undefined);
}

/** As the folder's own reader tells it, by names from the root. */
function* below(source: SourceFolder, folder: string): Generator<StoreReading> {
  for (const reading of memdir.read(source.below(folder), { project: { path: "", key: "" }, scratch: "" })) {
    if ("record" in reading) yield { record: { ...reading.record, from: `${folder}/${reading.record.from}` } };
    else if ("skipped" in reading) yield { skipped: { ...reading.skipped, path: `${folder}/${reading.skipped.path}` } };
    else if ("lossy" in reading) yield { lossy: { ...reading.lossy, path: `${folder}/${reading.lossy.path}` } };
    else yield reading;
  }
}
