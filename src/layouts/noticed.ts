/** A store of another layout or tool that lies where this project's memories would be looked for, and how it comes in. */

import { join, relative, sep } from "node:path";
import type { Cairn } from "../cairn.ts";
import { bestEffort, folderEntries, statOf } from "../disk/files.ts";
import { isWithin, realPath } from "../places/paths.ts";
import { nameIn } from "../text/relative-path.ts";
import { importCommand, type Layout } from "./layout.ts";
import { knownOrigins, originOf } from "./origin.ts";
import { detectLayout } from "./registry.ts";
import { SourceFolder } from "./source-folder.ts";
import { isTeams } from "./teams-folder.ts";

const AGENTS = ".agents/memory";
const IN_PROJECT = [
  ".claude/memory",
  "_memory",
  AGENTS,
  "memory-bank",
  ".serena/memories",
  "memory.jsonl",
  "memory.json",
  ".clinerules/memory-bank",
  "docs/adr",
  "docs/adrs",
  "docs/decisions",
  "docs/architecture/decisions",
  "doc/adr",
  "adr",
];
/** Of a folder with any name: files or folders that lie together in none but a store. */
const MARKS = [
  ["_session.json", "_index.md"],
  ["memory-config.json"],
  ["conversations", "master.md"],
  ["conversations", "master-memory.md"],
  ["MEMORY.md"],
  ["memory.jsonl"],
];
const MOST_FOLDERS = 200;
const MOST_LOOKED_AT = 20;

export interface NoticedStore {
  readonly layout: string;
  /** What a team shares by Cairn here: it is set up and reviewed, never imported. */
  readonly isTeams: boolean;
  /** As one in the project's folder would name it. */
  readonly path: string;
  /** What to type. */
  readonly command: string;
}

/** Those that were brought in before are not named again. */
export function noticedStores(cairn: Cairn): NoticedStore[] {
  const { project, configDir, roots } = cairn.places;
  const key = (project.path.split(/[\\/]/).at(-1) ?? "").toLowerCase().replaceAll("_", "-");
  const places = [
    ...IN_PROJECT.map((place) => join(project.path, place)),
    ...markedIn(project.path),
    ...markedIn(join(project.path, "docs")),
    ...(key === "" ? [] : [join(configDir, "projects", key)]),
  ];
  const own = [roots.project, roots.user, roots.team, roots.agent].flatMap((root) => root?.path ?? []);
  const brought = knownOrigins(cairn);
  return places.flatMap((place): NoticedStore[] => {
    const real = statOf(place) === undefined ? undefined : realPath(place);
    if (real === undefined) return [];
    const source = SourceFolder.open(project.path, real);
    const layout = detectLayout(source)?.layout;
    if (layout === undefined || isBrought(brought, layout, source)) return [];
    if (own.includes(real) && layout.name === "memdir") return [];
    if (place === join(project.path, AGENTS) && !agentsOfOthers(source)) return [];
    const path = isWithin(real, cairn.cwd) ? relative(cairn.cwd, real) : real;
    if (isTeams(cairn, layout, source)) {
      // Who switched it off knows of it.
      const isKnown = cairn.settings.sourceOf("team.enabled") !== "default";
      return isKnown ? [] : [{ layout: layout.name, isTeams: true, path, command: "cairn team setup" }];
    }
    return [{ layout: layout.name, isTeams: false, path, command: importCommand(layout, path) }];
  });
}

/** Folders with the marks of a store, whatever they are called; what may not be read is passed over. */
function markedIn(folder: string): string[] {
  const found: string[] = [];
  bestEffort(() => {
    const folders = (folderEntries(folder) ?? []).filter(
      ({ kind, name }) => kind === "folder" && !name.startsWith(".") && name !== "node_modules",
    );
    for (const { name } of folders.slice(0, MOST_FOLDERS)) {
      const place = join(folder, name);
      if (!IN_PROJECT.some((known) => place.endsWith(join(sep, known)))) bestEffort(() => found.push(...marked(place)));
    }
  });
  return found;
}

function marked(place: string): string[] {
  const isOne = MARKS.some((marks) => marks.every((mark) => statOf(join(place, mark)) !== undefined));
  return isOne ? [place] : [];
}

/** Cairn's own agents have their folders there too, and what Cairn writes says so: it has `metadata`. */
function agentsOfOthers(source: SourceFolder): boolean {
  const folders = source.folders().flatMap((squad) => source.folders(squad));
  return folders.some((folder) => {
    const files = [folder, ...source.folders(folder)].flatMap((one) => source.files(one));
    const memories = files.filter((path) => !/^MEMORY(?:-archive)?\.md$/.test(nameIn(path))).slice(0, MOST_LOOKED_AT);
    return memories.length > 0 && !memories.some((path) => /^metadata:/m.test(source.peek(path) ?? ""));
  });
}

/** By itself, or with the root or the project it lies in. */
function isBrought(brought: ReadonlySet<string>, layout: Layout, { path, file }: SourceFolder): boolean {
  const around = [join(path, ".."), join(path, "..", "..")];
  return [{ path, file }, ...around.map((folder) => ({ path: folder, file: undefined }))].some((place) =>
    brought.has(originOf(layout, place)),
  );
}

export function noticedLine({ layout, isTeams, path, command }: NoticedStore): string {
  if (isTeams) return `This repository shares a memory in ${path}; to take part: ${command}, then cairn team review`;
  return `Memories of another layout (${layout}) lie in ${path}; to bring them in: ${command}`;
}
