/** What the index of S0 tells of a file and the file itself does not, and what its name tells. Pure. */

import { readTime } from "../format/values.ts";
import { defined } from "../model/defined.ts";
import { nameIn } from "../text/relative-path.ts";
import type { IndexPage } from "./infinite-index.ts";
import type { ForeignObject, FoundRecord } from "./layout.ts";

export interface IndexTelling {
  readonly summaries: ReadonlyMap<string, string>;
  readonly updated: ReadonlyMap<string, string>;
  readonly lookups: IndexPage["lookups"];
}

export function indexTelling(pages: readonly IndexPage[]): IndexTelling {
  const rows = pages.flatMap(({ rows }) => rows);
  return {
    summaries: new Map(rows.map(({ file, summary }) => [file, summary])),
    updated: new Map(rows.map(({ file, updated }) => [file, updated])),
    lookups: pages.flatMap(({ lookups }) => lookups),
  };
}

/** What the index tells of a file and the file does not; what the file's name tells. */
export function completed(record: FoundRecord, path: string, told: IndexTelling, session: ForeignObject): FoundRecord {
  const { memory } = record;
  const summary = told.summaries.get(path) ?? "";
  const day = /^(\d{4}-\d{2}-\d{2})_/.exec(nameIn(path))?.[1];
  const isOurs = session["isOurs"] === true;
  const lookups = isOurs ? [] : told.lookups;
  const named = lookups.filter(({ matches }) => matches(path)).map(({ topic }) => topic);
  const branch = typeof session["branch"] === "string" ? session["branch"] : undefined;
  const since = readTime(told.updated.get(path) ?? "");
  const created = record.isUndated === true ? (day ?? since) : undefined;
  const updated = !isOurs && isLater(since, memory, created) ? since : undefined;
  const lacksPath = memory.kind === "analysis" && memory.fields?.["path"] === undefined && !isOurs;
  const said = lacksPath ? pathSaidIn(`${memory.title}\n${memory.body}`, infiniteStem(path)) : undefined;
  const guessed = lacksPath && said === undefined;
  return {
    ...record,
    ...(created === undefined ? {} : { isUndated: false }),
    memory: {
      ...memory,
      ...defined({ created, updated }),
      ...(summary === "" || memory.description !== undefined ? {} : { description: summary }),
      ...(named.length === 0 ? {} : { aliases: [...new Set([...(memory.aliases ?? []), ...named])] }),
      ...(branch === undefined ? {} : { source: { branch, ...memory.source } }),
      ...(lacksPath ? { fields: { ...memory.fields, path: said ?? infiniteStem(path).replaceAll("_", "/") } } : {}),
    },
    ...(guessed ? { lossy: ["the path it analyses: worked out from the file's name"] } : {}),
  };
}

/** The index tells of a change after the day the file names. */
function isLater(
  at: string | undefined,
  { created, updated }: FoundRecord["memory"],
  day: string | undefined,
): boolean {
  const known = updated ?? day ?? created;
  return at !== undefined && updated === undefined && known !== undefined && Date.parse(at) > Date.parse(known);
}

/** The title where it is a path; else, as the file's name is that path with `_` for `/`, the one it speaks of that fits. */
function pathSaidIn(text: string, stem: string): string | undefined {
  const title = /^(?:Analysis:\s*)?`?([\w.@-]+(?:\/[\w.@-]+)+)`?\s*$/.exec(text.split("\n")[0] ?? "")?.[1];
  if (title !== undefined) return title;
  const paths = text.slice(0, 4_000).match(/[\w.@-]+(?:\/[\w.@-]+)+/g) ?? [];
  return paths.find((path) => {
    const name = path.replaceAll("/", "_");
    return name === stem || name.replace(/\.\w+$/, "") === stem;
  });
}

export function infiniteStem(path: string): string {
  return nameIn(path).replace(/\.md$/i, "");
}
