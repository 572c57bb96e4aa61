/** What the index of S0 tells of a file and the file itself does not, and what its name tells. Pure. */

import { readTime } from "../format/values.ts";
import { defined } from "../model/defined.ts";
import type { Kind } from "../model/kind.ts";
import { nameIn } from "../text/relative-path.ts";
import type { IndexPage } from "./infinite-index.ts";
import type { ForeignObject, FoundRecord, StoreReading } from "./layout.ts";
import { idFrom } from "./printed.ts";

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
  const day = readTime(/^(\d{4}-\d{2}-\d{2})_/.exec(nameIn(path))?.[1] ?? "");
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

/** What decisions are called in words, by their file's name and by its day and number; where two have one of these, by it neither. */
export function decisionIds(paths: readonly string[]): ReadonlyMap<string, string> {
  const named = paths.map((path) => {
    const stem = infiniteStem(path);
    const number = /^\d{4}-\d{2}-\d{2}_\d{1,6}(?=_)/.exec(stem)?.[0];
    return {
      names: number === undefined ? [stem] : [stem, number],
      id: idFrom(wordsOfName(path, "decision"), "decision"),
    };
  });
  const ids = onlyOnce(named.map(({ id }) => id));
  const names = onlyOnce(named.flatMap((one) => one.names));
  return new Map(
    named
      .filter(({ id }) => ids.has(id))
      .flatMap((one) => one.names.filter((name) => names.has(name)).map((name) => [name, one.id] as const)),
  );
}

function onlyOnce(words: readonly string[]): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return new Set(words.filter((word) => times.get(word) === 1));
}

/** Where a decision names the file of another that took its place, or whose place it took, that one is meant. */
export function* linked(record: FoundRecord, ids: ReadonlyMap<string, string>): Generator<StoreReading> {
  const { memory, from } = record;
  if (memory.kind !== "decision") return yield { record };
  const idOf = (name: string) => ids.get(stemOf(targetIn(name) ?? name)) ?? name;
  const said = /^\*\*Status(?::\*\*|\*\*:)\s*superseded\s+by:?\s+(\S.*)/im.exec(memory.body)?.[1];
  const named = said === undefined ? undefined : (targetIn(said) ?? said.split(/\s/)[0]);
  const supersededBy = memory.supersededBy ?? (named === undefined ? undefined : ids.get(stemOf(named)));
  if (said !== undefined && supersededBy === undefined)
    yield {
      lossy: {
        path: from,
        what: `superseded by ${said}: no decision of that name is here; the line stays in the text`,
      },
    };
  yield {
    record: {
      ...record,
      memory: {
        ...memory,
        ...(supersededBy === undefined ? {} : { supersededBy: idOf(supersededBy) }),
        ...(memory.supersedes === undefined ? {} : { supersedes: memory.supersedes.map(idOf) }),
      },
    },
  };
}

/** Where a link leads. */
function targetIn(said: string): string | undefined {
  return /\]\(<?([^)>]+)>?\)/.exec(said)?.[1];
}

function stemOf(name: string): string {
  const bare = name.replaceAll(/[`[\]()*]/g, "").replace(/[.,;:]+$/, "");
  return infiniteStem(bare.trim());
}

const DECISION = /^\d{4}-\d{2}-\d{2}_\d{1,6}_(.+)$/;
const STAMPED = /^\d{4}-\d{2}-\d{2}_\d{4,6}_(.+)$/;

/** Of a decision and a sub-agent's report the words of its name; the rest tells when. */
export function wordsOfName(path: string, kind: Kind): string {
  const stem = infiniteStem(path);
  return (kind === "decision" ? DECISION : kind === "subagent" ? STAMPED : /(?!)/).exec(stem)?.[1] ?? stem;
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
