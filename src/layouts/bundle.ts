/**
 * One portable file of everything: a record a line, the first says what it is. Each holds the whole text of a memory, so
 * that it is restored byte for byte; with history also what it said before. No name in it leads out of the memories.
 */

import { parseMemory } from "../format/parse.ts";
import { scopes } from "../model/scope.ts";
import { sha256Of } from "../model/sha256.ts";
import { isJsonObject, jsonFrom, textsAmong } from "../text/json.ts";
import { type ForeignObject, type GivenMemory, type Layout, type StoreReading, skip } from "./layout.ts";
import type { SourceFolder } from "./source-folder.ts";

const MARK = "cairn_bundle";
const VERSION = 1;

export const bundle: Layout = {
  name: "bundle",
  about: "one file of everything, as cairn export --to bundle writes it",
  sort: "seed",
  isFile: true,

  detect(source) {
    const head = headOf(source);
    return head === undefined ? undefined : `a bundle of version ${head[MARK]}`;
  },

  *read(source) {
    const { file } = source;
    if (file === undefined) return;
    const seen = new Set<string>();
    const version = headOf(source)?.[MARK];
    if (version !== VERSION)
      yield { lossy: { path: file, what: `its version, ${version}: none Cairn knows; read as ${VERSION}` } };
    for (const { text, line } of source.lines(file)) {
      if (line === 1 || text === "") continue;
      const reading = text === undefined ? skip(file, "the line is too long", line) : readLine(file, text, line);
      const from = "record" in reading ? reading.record.from : undefined;
      if (from !== undefined && seen.has(from)) yield skip(file, `${from} stands there for the second time`, line);
      else yield reading;
      if (from !== undefined) seen.add(from);
    }
  },

  *write(memories, { project, now }) {
    const head = { [MARK]: VERSION, exported: now.toISOString(), project: project.key };
    const lines = [head, ...memories.map(lineOf)].map((line) => `${JSON.stringify(line)}\n`);
    yield { path: "", text: lines.join("") };
  },
};

function headOf(source: SourceFolder): ForeignObject | undefined {
  if (source.file === undefined) return undefined;
  for (const { text } of source.lines(source.file)) {
    const head = jsonFrom(text ?? "");
    return isJsonObject(head) && typeof head[MARK] === "number" ? head : undefined;
  }
  return undefined;
}

function lineOf({ memory, text, agent, versions }: GivenMemory) {
  const { scope, path, id, kind } = memory;
  const before = versions === undefined || versions.length === 0 ? {} : { versions };
  return { scope, ...(agent === undefined ? {} : { agent }), path, id, kind, sha256: sha256Of(text), text, ...before };
}

function readLine(file: string, text: string, line: number): StoreReading {
  const value = jsonFrom(text);
  if (!isJsonObject(value)) return skip(file, "it is not JSON", line);
  const { scope: given, path, text: exact, agent, id, sha256, versions } = value;
  const scope = scopes.find((one) => one === given);
  if (typeof path !== "string" || typeof exact !== "string" || scope === undefined)
    return skip(file, "it is no memory of a bundle", line);
  if (typeof sha256 === "string" && sha256 !== sha256Of(exact))
    return skip(file, `${path}: its text is not the one that was exported`, line);
  const { written } = parseMemory(exact, path);
  const named = typeof id === "string" ? id : (written.name ?? path);
  const memory = { id: named, kind: written.kind, title: written.title, body: written.body };
  const older = textsAmong(versions);
  const from = `${scope}${typeof agent === "string" ? `/${agent}` : ""}/${path}`;
  return {
    record: {
      from,
      path,
      scope,
      memory,
      exact,
      ...(typeof agent === "string" ? { agent } : {}),
      ...(older.length === 0 ? {} : { versions: older }),
    },
  };
}
