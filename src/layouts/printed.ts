/** A found record as the text of a memory here: one id, one trust, no secret. What it says twice is said alike. Pure. */

import { editMemory } from "../format/edit.ts";
import { frontOf } from "../format/front.ts";
import { strangeStatus } from "../format/meaning.ts";
import { parseMemory } from "../format/parse.ts";
import { printMemory } from "../format/print.ts";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { idFromTitle, isMemoryId, slugOf } from "../model/id.ts";
import { goesByTitle, type Kind, kindRow } from "../model/kind.ts";
import type { Memory, MemoryId, Source, Written } from "../model/memory.ts";
import { sha256Of } from "../model/sha256.ts";
import { aliasesFrom } from "../text/aliases.ts";
import { withEachText } from "../text/json.ts";
import type { FoundRecord, ToldMemory } from "./layout.ts";

export interface PrintedRecord {
  readonly text: string;
  readonly path: string;
  /** Classes of the secrets that were taken out. */
  readonly secrets: readonly string[];
  readonly lossy: readonly string[];
}

/** The id a name of another layout gives; one that cannot be an id as it stands is told from others by a hash. */
export function idFrom(name: string, kind: Kind): MemoryId {
  const clean = redact(name).text;
  if (isMemoryId(clean)) return clean;
  const slug = slugOf(clean);
  if (slug !== clean && isMemoryId(slug) && slug.length < 56 && slug === plainly(clean)) return slug;
  if (clean.length > 64 || slug.length > 57) {
    const short = slug.slice(0, 57).replace(/-+$/, "");
    if (short !== "") return `${short}-${sha256Of(clean).slice(0, 6)}` as MemoryId;
  }
  return idFromTitle(clean, kind);
}

/** Nothing but case, spaces and marks between words was changed. */
function plainly(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

interface PrintHow {
  readonly id: MemoryId;
  readonly path: string;
  /** Where it was brought from, and the project it goes to. */
  readonly source: Source;
}

export function printRecord(record: FoundRecord, { id, path, source }: PrintHow): PrintedRecord {
  if (record.exact !== undefined) return { ...cleaned(inProject(record.exact, source, path)), path, lossy: [] };
  const memory = withoutSecrets(record.memory);
  const told = { ...memory.told, name: id, aliases: aliasesOf(memory.told, id), trust: "imported" as const };
  const full = withoutDerived({ ...told, source: { ...told.source, ...source } }, record, path);
  const { text, lossy } = textOf(record, full, path);
  const last = cleaned(text);
  return { ...last, path, lossy, secrets: [...new Set([...memory.secrets, ...last.secrets])] };
}

/** An index repeats what its own first sentence says: that is told by the sentence, not twice. */
function withoutDerived(full: Full, { front = "" }: FoundRecord, path: string): Full {
  if (full.description === undefined || /^description:/m.test(front)) return full;
  const plain = { ...full, description: undefined };
  return parseMemory(printMemory(plain), path).written.description === full.description ? plain : full;
}

/** The name it had, where that could not be its id: by it, it is found and written back. */
function aliasesOf({ id: given, kind, aliases = [], title, body }: ToldMemory, id: MemoryId): readonly string[] {
  const isSame = given === id || idFrom(given, kind) !== id || plainly(given) === id;
  const named = isSame || aliases.includes(given) ? aliases : [...aliases, given];
  return named.length === 0 && goesByTitle(kind) ? aliasesFrom(title, body) : named;
}

type Full = ToldMemory & { readonly name: MemoryId };

function textOf(record: FoundRecord, full: Full, path: string): { text: string; lossy: readonly string[] } {
  const front = record.front === undefined ? undefined : withOwnStatus(record.front, full.kind);
  if (front !== undefined && hasOwnKeys(front)) {
    try {
      return { text: inFront(front, full, path), lossy: [] };
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      return { text: printed(full), lossy: ["keys of its front matter"] };
    }
  }
  return { text: printed(full), lossy: [] };
}

/** Too much for the front matter: files and aliases are the first to go, and that is told. */
function printed(full: Full): string {
  return printMemory(full);
}

const KNOWN = new Set(
  "name id title description metadata type kind category status created updated modified tags confidence trust source files supersedes superseded_by aliases updates retired archived age".split(
    " ",
  ),
);
const KNOWN_INSIDE = new Set([...KNOWN, "node_type", "originSessionId", "session", "branch"]);

/** Keys nobody here knows are kept by editing the front matter there is, not by printing a new one. */
function hasOwnKeys(front: string): boolean {
  const { map } = frontOf(front);
  return map.entries.some(({ key, node }) => {
    if (key === "metadata" && node.is === "map") return node.entries.some((inner) => !KNOWN_INSIDE.has(inner.key));
    return key === "age" || !KNOWN.has(key);
  });
}

/** Another tool's word for a state stays as its own: as ours it would be none, and a fault of the file. */
function withOwnStatus(front: string, kind: Kind): string {
  let [kept, before] = [front, ""];
  while (kept !== before && strangeStatus(frontOf(kept).map, kind) !== undefined) {
    before = kept;
    kept = kept.replace(/^([ \t]*)(?:record_)?status(?=[ \t]*:)/m, "$1original_status");
  }
  return kept;
}

function inFront(front: string, full: Full, path: string): string {
  const body = printed({ ...full, changes: full.changes });
  const below = body.slice(frontOf(body).bodyStart);
  const { name, kind, type, status, description, tags, aliases, confidence, trust, created, updated } = full;
  const { source, files, supersedes, supersededBy, updates, retired, archived, fields } = full;
  return editMemory(
    `${front}${below}`,
    {
      name,
      kind,
      trust,
      type: type ?? kindRow(kind).type,
      ...defined({ status, description, tags, aliases, confidence, created, updated, source, files }),
      ...defined({ supersedes, supersededBy, updates, retired, archived, fields }),
    },
    path,
  );
}

/** A memory of another project's is not seen here: it changes hands, and not one other byte. */
function inProject(text: string, { project }: Source, path: string): string {
  const { written } = parseMemory(text, path);
  if (written.source?.project === undefined || project === undefined || written.source.project === project) return text;
  return editMemory(text, { source: { ...written.source, project } }, path);
}

function cleaned(text: string): { text: string; secrets: readonly string[] } {
  const { text: clean, found } = redact(text);
  return { text: clean, secrets: [...new Set(found.map((secret) => secret.class))] };
}

/** Every word by itself: what becomes a name or a heading is cleaned before it does. */
function withoutSecrets(memory: ToldMemory): { told: ToldMemory; secrets: string[] } {
  const secrets = new Set<string>();
  const told = withEachText(memory, (said) => {
    const { text, found } = redact(said);
    for (const secret of found) secrets.add(secret.class);
    return text;
  });
  return { told, secrets: [...secrets] };
}

/** What two texts say, apart from what an import itself decides: their names, and the times of undated ones. */
export function sayTheSame(one: string, other: string, path: string, isUndated: boolean): boolean {
  return one === other || meaning(one, path, isUndated) === meaning(other, path, isUndated);
}

function meaning(text: string, path: string, isUndated: boolean): string {
  const { name: _, trust: __, source, created, updated, ...rest } = parseMemory(text, path).written satisfies Written;
  const times = isUndated ? {} : { created, updated };
  return JSON.stringify({ ...rest, ...times, session: source?.session });
}

/** The name it had in another layout, where that could not be its id here; else its id. */
export function foreignId({ id, kind, aliases }: Pick<Memory, "id" | "kind" | "aliases">): string {
  return (
    aliases.find((alias) => alias !== id && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(alias) && idFrom(alias, kind) === id) ??
    id
  );
}
