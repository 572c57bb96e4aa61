/**
 * What a synthesis is made from: the project's memories, retired and archived ones too, as they stand now, and its
 * documents. Only texts that were never read, or are not what was read, are read; the rest is known by its hash.
 */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { isResting } from "../capture/window.ts";
import { token } from "../disk/random.ts";
import { projectEntriesOf } from "../evidence/project-files.ts";
import { redact } from "../guard/redact.ts";
import { hashOf } from "../model/id.ts";
import { kindRow } from "../model/kind.ts";
import { isPlaceholder, placeholder } from "../model/placeholder.ts";
import { isWithin, readText, realPath, visible } from "../places/paths.ts";
import { type Head, mayBeSaid, memoryOf, saidInFile } from "../store/known-memories.ts";
import type { MemoryFile } from "../store/memory-file.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { distilDocument, distilMemory, documentTitle } from "./distil-source.ts";
import type { MasterSource } from "./statement.ts";
import { readTakenIn, type Taken, type TakenIn } from "./taken-in.ts";

/** Tells what left the master; it is no source of the next one. */
export const archiveTag = "master-archive";
const CLOSELY = 200_000;

interface Reading {
  summaries: number;
  summaryBytes: number;
  memories: number;
  documents: number;
  /** By the id of what was read: how many statements it has, and whether it was known and says something else. */
  readonly anew: Map<string, { readonly isSummary: boolean; readonly learned: number; isChanged: boolean }>;
}

export interface GatheredSources {
  readonly sources: readonly MasterSource[];
  /** By root: everything that is known of it now. */
  readonly taken: ReadonlyMap<Store, TakenIn>;
  /** By root: how often a file had come, changed or gone by then; see `Catalog`. */
  readonly changed: ReadonlyMap<Store, number>;
  readonly reading: Readonly<Reading>;
}

export function gatherSources(cairn: Cairn, stores: Stores): GatheredSources {
  const own = (["project", "team"] as const).filter((scope) => stores.has(scope)).map((scope) => stores.of(scope));
  const reading: Reading = { summaries: 0, summaryBytes: 0, memories: 0, documents: 0, anew: new Map() };
  const taken = new Map<Store, TakenIn>();
  const changed = new Map<Store, number>();
  const sources = new Map<string, MasterSource>();
  for (const store of own) {
    store.lookClosely(CLOSELY);
    const known = readTakenIn(store);
    const kept = new Map<string, Taken>();
    const files = new Map<string, MemoryFile>();
    changed.set(store, store.catalog.changed);
    for (const head of headsOf(stores, store)) {
      if (!isSource(head, known)) continue;
      const taken = takeIn(store, head, known, kept, reading);
      files.set(head.id, head.found);
      if (!sources.has(head.id)) sources.set(head.id, new HeadSource(head, taken));
    }
    taken.set(store, { sources: kept, files, made: known.made, before: known });
  }
  return { sources: [...sources.values(), ...documentSources(cairn, reading)], taken, changed, reading };
}

/** In the order of their paths, whatever order the folders have. */
function headsOf(stores: Stores, store: Store): Head[] {
  const heads = stores.headsSeen([store.root.scope]).filter(({ scope }) => scope === store.root.scope);
  const own = heads.filter(({ found }) => store.catalog.file(found.path) === found);
  return own.sort((a, b) => (a.found.path < b.found.path ? -1 : 1));
}

/** What nobody accepted here is in no page that every session reads. */
function isSource(head: Head, known: TakenIn): boolean {
  if (head.among.isUnreviewed(head) || !kindRow(head.face.kind).feedsMaster || isForgotten(head)) return false;
  if (isKnownSource(head, known)) return true;
  if (!mayBeSaid(head, [placeholder, archiveTag])) return true;
  const said = saidInFile(head);
  return !isPlaceholder(said) && !said.tags.includes(archiveTag);
}

/** The same bytes were taken in, so they say none of what is asked below; keys of an older text may say more than they do. */
function isKnownSource({ id, found, outside, among }: Head, { sources }: TakenIn): boolean {
  return sources.get(id)?.hash === found.hash && !(outside && among.coversOwn(found));
}

/** A summary that rests is read on; one that somebody took away has nothing to say, also once its time of grace is over. */
function isForgotten(head: Head): boolean {
  const { kind, status } = head.face;
  if (kind !== "session_summary" || (status !== "retired" && status !== "archived")) return false;
  const said = saidInFile(head);
  return (status === "retired" || said.retired !== undefined) && !isResting(said);
}

function takeIn(store: Store, head: Head, known: TakenIn, kept: Map<string, Taken>, reading: Reading): Taken {
  const { id, found } = head;
  const before = known.sources.get(id);
  const now = before?.hash === found.hash ? before : readAnew(store, head, reading);
  const read = reading.anew.get(id);
  if (before !== undefined && read !== undefined) read.isChanged = !isAsSaid(before, now);
  kept.set(id, now);
  return now;
}

/** A summary that was only moved in its life, or touched, says what it said. */
function isAsSaid(before: Taken, now: Taken): boolean {
  return before === now || JSON.stringify(before.distilled) === JSON.stringify(now.distilled);
}

function readAnew(store: Store, head: Head, reading: Reading): Taken {
  const read = store.read(head.id) ?? memoryOf(head);
  const isSummary = read.kind === "session_summary";
  if (isSummary) {
    reading.summaries++;
    reading.summaryBytes += Buffer.byteLength(read.body);
  } else reading.memories++;
  const distilled = distilMemory(read);
  reading.anew.set(head.id, { isSummary, learned: distilled.statements.length, isChanged: false });
  return { hash: read.hash, mark: token(), isSummary, distilled };
}

/** What its file says besides is put together when somebody asks: of a summary, for the few lines of it that find room. */
class HeadSource implements MasterSource {
  readonly id: string;
  readonly kind: MasterSource["kind"];
  readonly status: MasterSource["status"];
  readonly supersededBy: string | undefined;
  readonly trust: MasterSource["trust"];
  readonly at: string;
  readonly statements: MasterSource["statements"];
  readonly paths: readonly string[];
  readonly more: number | undefined;
  readonly isRenamed: true | undefined;
  readonly mark: string;
  readonly #head: Head;
  #said: ReturnType<typeof saidInFile> | undefined;

  constructor(head: Head, { distilled, mark }: Taken) {
    const { kind, status } = head.face;
    this.id = head.id;
    this.kind = kind;
    this.status = status;
    this.supersededBy = head.supersededBy;
    this.trust = head.among.trustOf(head.found);
    this.at = distilled.at;
    this.statements = distilled.statements;
    this.paths = distilled.paths;
    this.more = distilled.more;
    this.isRenamed = distilled.isRenamed;
    this.mark = mark;
    this.#head = head;
  }

  get title(): string {
    return this.#whole.title;
  }

  get tags(): readonly string[] {
    return this.#whole.tags;
  }

  get fields(): MasterSource["fields"] {
    return this.#whole.fields;
  }

  get files(): MasterSource["files"] {
    return this.#whole.files;
  }

  get ended(): MasterSource["ended"] {
    return this.#whole.retired ?? this.#whole.archived;
  }

  get #whole(): ReturnType<typeof saidInFile> {
    this.#said ??= saidInFile(this.#head);
    return this.#said;
  }
}

/** A repository's text is nobody's word: it is worth what any file found is worth. */
function documentSources(cairn: Cairn, reading: Reading): MasterSource[] {
  const documents = documentsOf(cairn.places.project.path, cairn.settings.get("synthesis.docs"));
  reading.documents = documents.length;
  return documents.map((document) => ({
    ...distilDocument(document),
    id: document.path,
    kind: "document",
    title: documentTitle(document),
    tags: [],
    trust: "imported",
    status: "active",
    fields: {},
    files: [],
    mark: hashOf(`${document.path}\n${document.text}`, 24),
  }));
}

/**
 * The documents a project keeps: those in its folder for them, and the usual ones. Each is a stranger's text: bounded, its
 * secrets taken out before anybody sees it, and nothing in it is ever more than words.
 */
interface Document {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
}

const USUAL = /^(?:readme|architecture|changelog|changes|history|roadmap|design)(?:\.(?:md|markdown|txt|rst))?$/i;
const TEXT = /\.(?:md|markdown|txt|rst)$/i;
const FOLDER = "docs";
const MOST = 60;
const MOST_BYTES = 2_000_000;
const LARGEST = 256_000;
const DEEPEST = 4;

/** In the order of their paths, the folder for them first. `folder` is the setting's. */
function documentsOf(project: string, folder: string): Document[] {
  const real = realPath(project);
  if (real === undefined) return [];
  const top = (projectEntriesOf(real) ?? [])
    .filter(({ name, kind }) => kind === "file" && USUAL.test(name))
    .map(({ name }) => name);
  const paths = [...textsIn(real, folder), ...top.sort(), ...textsIn(real, FOLDER)];
  let room = MOST_BYTES;
  const read: Document[] = [];
  for (const path of [...new Set(paths)].slice(0, MOST)) {
    const text = visible(join(real, path))?.kind === "file" ? readText(join(real, path), LARGEST) : undefined;
    if (text === undefined || text.trim() === "" || text.includes("\0")) continue;
    room -= Buffer.byteLength(text);
    if (room < 0) break;
    read.push({ path, text: redact(text).text });
  }
  return read;
}

/** Only what really lies in the project. */
function textsIn(real: string, folder: string): string[] {
  const start = folder.replaceAll("\\", "/").replace(/^(?:\.\/)+|\/+$/g, "");
  const place = start === "" ? undefined : realPath(join(real, start));
  if (place === undefined || place === real || !isWithin(place, real)) return [];
  return listed(real, start, 0);
}

function listed(real: string, below: string, depth: number): string[] {
  const entries = [...(projectEntriesOf(join(real, below)) ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries
    .filter(({ name, kind }) => kind === "file" && TEXT.test(name))
    .map(({ name }) => `${below}/${name}`);
  const folders = depth < DEEPEST ? entries.filter(({ name, kind }) => kind === "folder" && !name.startsWith(".")) : [];
  return [...files, ...folders.flatMap(({ name }) => listed(real, `${below}/${name}`, depth + 1))].slice(0, MOST);
}
