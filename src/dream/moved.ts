/** Where a file lies now that is no longer where a memory has it: by the same contents, or as the repository's history tells. */

import type { Cairn } from "../cairn.ts";
import { historyOf, noHistory } from "../evidence/git-history.ts";
import { endingOf, placesByBlob } from "../evidence/in-code.ts";
import { filesOf } from "../evidence/project-files.ts";
import type { Drifted } from "./drift.ts";

const COMMITS = 20;

/** The project is listed only where something is missing. */
export async function withPlaces(drifted: readonly Drifted[], cairn: Cairn): Promise<Drifted[]> {
  const missing = drifted.flatMap(({ files }) => files.filter(({ state }) => state === "missing"));
  const files = missing.length === 0 ? undefined : filesOf(cairn.places.project.path);
  if (files === undefined) return [...drifted];
  const { git, path: project } = cairn.places.project;
  const history =
    git === undefined ? noHistory : await historyOf({ repository: git, env: cairn.env, mostCommits: COMMITS });
  const places = placesByBlob(project, files, new Set(missing.map(({ path }) => endingOf(path))));
  const known = new Set(files);
  const placeOf = (path: string, blob: string | undefined) => {
    const told = history.gone.get(path)?.to;
    if (told !== undefined && known.has(told)) return told;
    return blob === undefined ? undefined : [...places].find(([whole]) => whole.startsWith(blob))?.[1];
  };
  return drifted.map(({ memory, files: all }) => ({
    memory,
    files: all.map((file) => {
      const blob = memory.files.find(({ path }) => path === file.path)?.blob;
      const to = file.state === "missing" ? placeOf(file.path, blob) : undefined;
      return to === undefined ? file : { ...file, to };
    }),
  }));
}
