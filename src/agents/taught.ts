/** Sections that `teach` put into files of instructions: which of them say something else than it would say now. */

import { basename, dirname, join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { readHostFile } from "../install/host-file.ts";
import { readReceipt } from "../install/receipt.ts";
import { withSection } from "../install/section.ts";
import { siteOf } from "../install/site.ts";
import { CairnError } from "../model/error.ts";
import { realPath } from "../places/paths.ts";
import { taughtWords } from "./taught-words.ts";

interface TaughtFile {
  /** As a person calls it. */
  readonly name: string;
  /** What renews it. */
  readonly command: string;
}

/** A section somebody changed is theirs, and never stale. */
export function staleTaught(cairn: Cairn): TaughtFile[] {
  const { configDir, project } = siteOf(cairn.places);
  const receipt = readReceipt(cairn.places.cairnHome);
  const folders = { project: realPath(project) ?? project, user: realPath(configDir) ?? configDir };
  return receipt.sections.flatMap(({ file, ...known }) => {
    const scope = dirname(file) === folders.project ? "project" : dirname(file) === folders.user ? "user" : undefined;
    if (scope === undefined) return [];
    const breadcrumb = known.put.includes("MEMORY_BREADCRUMB");
    const key = scope === "user" ? undefined : cairn.places.project.key;
    const words = taughtWords({ project: key, team: cairn.settings.get("team.enabled"), breadcrumb });
    const text = textOf(file);
    const renewed = text === undefined ? undefined : withSection(text, words, known);
    if (renewed === undefined || renewed.text === text || !text?.includes(known.put)) return [];
    const where =
      scope === "user" ? " --scope user" : basename(file) === "AGENTS.md" ? "" : ` --file ${basename(file)}`;
    const command = `cairn teach${where}${breadcrumb ? " --breadcrumb" : ""}`;
    return [{ name: scope === "user" ? join("~", ".claude", basename(file)) : basename(file), command }];
  });
}

function textOf(file: string): string | undefined {
  try {
    return readHostFile(file).text;
  } catch (error) {
    if (error instanceof CairnError) return undefined; // what cannot be read is not renewed either
    throw error;
  }
}
