/** A store of another layout or tool that lies where this project's memories would be looked for, and how it comes in. */

import { join, relative } from "node:path";
import type { Cairn } from "../cairn.ts";
import { readFileAt, statOf } from "../disk/files.ts";
import { isWithin, realPath } from "../places/paths.ts";
import { shellWord } from "../text/shell-word.ts";
import { broughtInNote, originOf } from "./bring-in.ts";
import { detectLayout } from "./registry.ts";
import { SourceFolder } from "./source-folder.ts";

const IN_PROJECT = [".claude/memory", "_memory", "memory-bank", ".serena/memories", "memory.jsonl"];
const LARGEST_NOTE = 1_000_000;

export interface NoticedStore {
  readonly layout: string;
  /** As one in the project's folder would name it. */
  readonly path: string;
  /** What to type. */
  readonly command: string;
}

/** Those that were brought in before are not named again. */
export function noticedStores(cairn: Cairn): NoticedStore[] {
  const { project, configDir, roots } = cairn.places;
  const key = (project.path.split(/[\\/]/).at(-1) ?? "").toLowerCase().replaceAll("_", "-");
  const places = [...IN_PROJECT.map((place) => join(project.path, place)), join(configDir, "projects", key)];
  const own = [roots.project, roots.user, roots.team, roots.agent].flatMap((root) => root?.path ?? []);
  const brought = broughtBefore(cairn);
  return places.flatMap((place) => {
    const real = statOf(place) === undefined ? undefined : realPath(place);
    if (real === undefined) return [];
    const source = SourceFolder.open(project.path, real);
    const layout = detectLayout(source)?.layout;
    if (layout === undefined || brought.has(originOf(layout, source))) return [];
    if (own.includes(real) && layout.name === "memdir") return [];
    const path = isWithin(real, cairn.cwd) ? relative(cairn.cwd, real) : real;
    const how = layout.sort === "seed" ? `--from ${layout.name}` : layout.name;
    return [{ layout: layout.name, path, command: `cairn import ${how} ${shellWord(path)}` }];
  });
}

export function noticedLine({ layout, path, command }: NoticedStore): string {
  return `Memories of another layout (${layout}) lie in ${path}; to bring them in: ${command}`;
}

function broughtBefore(cairn: Cairn): Set<string> {
  const note = readFileAt(broughtInNote(cairn), LARGEST_NOTE);
  return new Set(note?.toString("utf8").split("\n"));
}
