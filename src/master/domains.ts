/** Parts of a project with a master of their own: by the tag `domain:<name>`, or by folders the setting `domains` names. Pure. */

import { CairnError } from "../model/error.ts";
import { jsonFrom } from "../text/json.ts";
import type { MasterSource } from "./statement.ts";

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST = 40;

/** `frontend=web/ ui/, backend=api/`, or the same as JSON: a folder or a list of them for each name. */
export function domainFolders(setting: string): ReadonlyMap<string, readonly string[]> {
  const named = namedInJson(setting) ?? setting.split(",").map(namedIn);
  return new Map(
    named.flatMap(([name, folders]) => {
      const kept = folders.map((folder) => folder.replace(/^\.?\/+|\/+$/g, "")).filter((folder) => folder !== "");
      return NAME.test(name) && kept.length > 0 ? [[name, kept] as const] : [];
    }),
  );
}

type Named = readonly [name: string, folders: readonly string[]];

function namedIn(entry: string): Named {
  const [, name = "", folders = ""] = /^([^=:]*)[=:](.*)$/.exec(entry) ?? [];
  return [name.trim(), folders.trim().split(/\s+/)];
}

function namedInJson(setting: string): Named[] | undefined {
  const map = setting.trimStart().startsWith("{") ? jsonFrom(setting) : undefined;
  if (typeof map !== "object" || map === null) return undefined;
  return Object.entries(map).map(([name, folders]) => [name, [folders].flat().map(String)] as const);
}

export function isOfDomain(source: MasterSource, domain: string, setting: string): boolean {
  if (source.tags.includes(`domain:${domain}`)) return true;
  const folders = domainFolders(setting).get(domain) ?? [];
  const named = [...source.paths, ...source.files.map(({ path }) => path)];
  return named.some((path) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`)));
}

/** A domain's name is part of a file's. */
export function checkDomain(domain: string | undefined): void {
  if (domain === undefined || (NAME.test(domain) && domain.length <= LONGEST)) return;
  throw new CairnError("INPUT_ERROR", "That is no name of a domain.", {
    field: "domain",
    hint: "Use small letters, digits and single hyphens: frontend.",
  });
}

export function emptyDomain(domain: string, setting: string): CairnError {
  const known = [...domainFolders(setting).keys()];
  const hint =
    known.length === 0 ? ": write it as frontend=web/ ui/, backend=api/" : `, which names ${known.join(", ")}`;
  return new CairnError("NOT_FOUND", `Nothing belongs to the domain ${domain}.`, {
    field: "domain",
    hint: `Tag memories with domain:${domain}, or name its folders in the setting domains${hint}.`,
  });
}
