/**
 * A file and what the log says of it, put together: one memory. What a file says of its own trust counts for nothing
 * above imported, keys a foreign rewrite dropped are taken from the history, and no secret gets out of here.
 */

import type { Memory, MemoryId, Written } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import { lowestTrust, mayTakePlace } from "../model/trust.ts";
import type { Catalog, CatalogWatcher } from "./catalog.ts";
import type { History } from "./history.ts";
import {
  type Face,
  faceIn,
  faceOf,
  fieldsOnce,
  type HeadChoice,
  isFaceChosen,
  type MemoryFile,
  saidOnce,
} from "./memory-file.ts";
import type { Names } from "./names.ts";
import { keptOver, secretsIn } from "./outside.ts";
import type { Version } from "./version.ts";

interface KnownParts {
  readonly scope: Scope;
  readonly catalog: Catalog;
  readonly history: History;
  readonly names: Names;
  /** Whether what nobody accepted here is marked as such. */
  readonly requiresReview?: (() => boolean) | undefined;
}

interface Known {
  readonly entry: Version | undefined;
  readonly memory: Memory;
}

/** A memory as far as lists choose and order by it. The rest is put together for those that are shown. */
export interface Head {
  readonly id: MemoryId;
  readonly scope: Scope;
  readonly outside: boolean;
  /** What holds of it, which is not always what the file says. */
  readonly face: Face;
  readonly supersededBy: string | undefined;
  readonly found: MemoryFile;
  readonly among: KnownMemories;
}

export function memoryOf({ among, found, supersededBy }: Head): Memory {
  const memory = among.of(found);
  return supersededBy === undefined || supersededBy === memory.supersededBy ? memory : { ...memory, supersededBy };
}

/** What a memory says, its body aside, for who looks at very many: of most, what their file says, and nothing is put together. */
export function saidInFile({ among, found, outside }: Head): Omit<Written, "trust" | "body" | "changes"> {
  return outside && among.coversOwn(found) ? among.once(found) : saidOnce(found);
}

/** Might it say one of these words, as a value of its own? Told without putting together what it says. */
export function mayBeSaid({ among, found, outside }: Head, words: readonly string[]): boolean {
  const { text } = found;
  if (text === undefined || (outside && among.coversOwn(found))) return true;
  return words.some((word) => text.includes(`"${word}"`));
}

function fieldsInFile({ among, found, outside }: Head): Written["fields"] {
  return outside && among.coversOwn(found) ? among.once(found).fields : fieldsOnce(found);
}

/** What of a memory is put together when it is asked for. */
type Whole = Omit<
  Memory,
  "id" | "scope" | "path" | "hash" | "outside" | "kind" | "status" | "supersededBy" | "trust" | "fields"
>;

/**
 * A memory of a long list: what lists choose and order by is at hand, the rest is put together whenever it is asked for,
 * and not kept. A view looks at all the memories of a root to print a page of them.
 */
class ListedMemory {
  readonly #head: Head;
  /** Asked at every comparison. */
  #trust: Memory["trust"] | undefined;
  /** Asked of every summary, by more than one. */
  #fields: Memory["fields"] | undefined;

  constructor(head: Head) {
    this.#head = head;
  }

  get id(): MemoryId {
    return this.#head.id;
  }
  get scope(): Scope {
    return this.#head.scope;
  }
  get path(): string {
    return this.#head.found.path;
  }
  get hash(): string {
    return this.#head.found.hash;
  }
  get outside(): boolean {
    return this.#head.outside;
  }
  get kind(): Memory["kind"] {
    return this.#head.face.kind;
  }
  get status(): Memory["status"] {
    return this.#head.face.status;
  }
  get supersededBy(): string | undefined {
    return this.#head.supersededBy;
  }
  get time(): string {
    return this.#head.face.time;
  }
  get trust(): Memory["trust"] {
    this.#trust ??= this.#head.among.trustOf(this.#head.found);
    return this.#trust;
  }
  get fields(): Memory["fields"] {
    this.#fields ??= fieldsInFile(this.#head);
    return this.#fields;
  }
  get whole(): Memory {
    return this.#head.among.once(this.#head.found);
  }
}

/** A getter for each key that only the whole has. */
const WHOLE = [
  "name",
  "type",
  "title",
  "description",
  "tags",
  "aliases",
  "files",
  "supersedes",
  "updates",
  "body",
  "changes",
  "confidence",
  "created",
  "updated",
  "source",
  "retired",
  "archived",
  "conflict",
  "reviewed",
] as const satisfies readonly (keyof Whole)[];
for (const key of WHOLE) {
  Object.defineProperty(ListedMemory.prototype, key, {
    get(this: ListedMemory) {
      return this.whole[key];
    },
  });
}

export function listedMemory(head: Head): Memory {
  return new ListedMemory(head) as unknown as Memory;
}

const none: readonly string[] = [];

export class KnownMemories {
  readonly #scope: Scope;
  readonly #history: History;
  readonly #names: Names;
  readonly #requiresReview: KnownParts["requiresReview"];
  readonly #successors = new Successors();
  /** For as long as the same record vouches for the same file. */
  readonly #known = new WeakMap<MemoryFile, Known>();

  constructor({ scope, catalog, history, names, requiresReview }: KnownParts) {
    this.#scope = scope;
    this.#history = history;
    this.#names = names;
    this.#requiresReview = requiresReview;
    catalog.watch(this.#successors);
  }

  of(found: MemoryFile): Memory {
    const memory = this.#alone(found);
    const successor = memory.supersededBy === undefined ? this.#successorOf(found, memory.outside) : undefined;
    return successor === undefined ? memory : { ...memory, supersededBy: successor };
  }

  /** The same by itself, and nothing of it is kept. */
  once(found: MemoryFile): Memory {
    const entry = this.#history.vouching(found.path, found.hash);
    const known = this.#known.get(found);
    if (known !== undefined && known.entry === entry) return known.memory;
    return this.#read(found, entry, this.#names.idOf(found), saidOnce(found));
  }

  trustOf(found: MemoryFile): Memory["trust"] {
    const own = this.#isOwnStill(found) ? found.vouchedTrust : undefined;
    return own ?? this.#history.vouching(found.path, found.hash)?.record.trust ?? this.once(found).trust;
  }

  /** What no record vouches for is imported at best. */
  isStated(found: MemoryFile): boolean {
    const own = this.#isOwnStill(found) ? found.vouchedTrust : undefined;
    return (own ?? this.#history.vouching(found.path, found.hash)?.record.trust) === "stated";
  }

  /** What the file and the log say of it, whatever else lies in the root: by the name it claims, with no heir it does not name. */
  byItself(found: MemoryFile): Memory {
    return this.#read(found, this.#history.vouching(found.path, found.hash), found.claim);
  }

  headOf(found: MemoryFile): Head {
    const outside = !this.#isOwnStill(found) && isOutside(this.#history.vouching(found.path, found.hash));
    const face = outside && this.coversOwn(found) ? faceIn(this.#alone(found)) : faceOf(found);
    const supersededBy = face.supersededBy ?? this.#successorOf(found, outside);
    return { id: this.#names.idOf(found), scope: this.#scope, outside, face, supersededBy, found, among: this };
  }

  /** Only over a text of Cairn's own can a foreign one have dropped keys that still hold. */
  mayLackKeys(found: MemoryFile): boolean {
    if (this.#isOwnStill(found)) return false;
    return isOutside(this.#history.vouching(found.path, found.hash)) && this.coversOwn(found);
  }

  /** The same of a text that is known to be from outside. */
  coversOwn(found: MemoryFile): boolean {
    return this.#history.ownText(found.path) !== undefined;
  }

  /** Nobody accepted here what others wrote, and somebody has to. */
  isUnreviewed({ outside }: Pick<Head, "outside">): boolean {
    return outside && this.#requiresReview?.() === true;
  }

  /** Of the choice as far as its file tells, or one that says it takes another's place. */
  mayBeChosen(found: MemoryFile, choice: HeadChoice): boolean {
    const face = faceOf(found);
    return isFaceChosen(face, choice) || face.supersedes.length > 0 || this.mayLackKeys(found);
  }

  secretsIn(found: MemoryFile): readonly string[] {
    return this.#isOwnStill(found) ? none : secretsIn(found, this.#history);
  }

  /** A text of Cairn's own, known from an earlier process; nothing was recorded of it since. Most files are, and are asked often. */
  #isOwnStill(found: MemoryFile): boolean {
    return (found.vouchedBy ?? 0) > 0 && !this.#history.isRecent(found.path);
  }

  #alone(found: MemoryFile): Memory {
    const entry = this.#history.vouching(found.path, found.hash);
    const known = this.#known.get(found);
    if (known !== undefined && known.entry === entry && known.memory.id === this.#names.idOf(found))
      return known.memory;
    const memory = this.#read(found, entry, this.#names.idOf(found));
    if (!memory.outside) this.#known.set(found, { entry, memory });
    return memory;
  }

  #read(found: MemoryFile, entry: Version | undefined, id: MemoryId, said = found.written): Memory {
    const { path, hash } = found;
    const outside = isOutside(entry);
    const written = outside ? keptOver(said, path, this.#history) : said;
    const trust = entry?.record.trust ?? lowestTrust("imported", this.#history.trustOf(path), written.trust);
    const known = { ...written, id, scope: this.#scope, trust, path, hash, outside };
    return this.isUnreviewed({ outside }) ? { ...known, reviewed: false } : known;
  }

  /** A text from outside cannot take the place of what Cairn wrote. */
  #successorOf(found: MemoryFile, outside: boolean): string | undefined {
    const counts = (other: MemoryFile) =>
      (outside || !isOutside(this.#history.vouching(other.path, other.hash))) &&
      mayTakePlace(this.#alone(found).trust, this.#alone(other).trust);
    const successor = this.#successors.of(found).find(counts);
    return successor === undefined ? undefined : this.#names.idOf(successor);
  }
}

function isOutside(entry: Version | undefined): boolean {
  return entry === undefined || entry.record.op === "outside";
}

/** Which memory another one says it supersedes: the link is honoured from either side. Follows the catalog. */
class Successors implements CatalogWatcher {
  readonly #bySuperseded = new Map<string, Map<string, MemoryFile>>();

  came(found: MemoryFile): void {
    const { status, supersedes } = faceOf(found);
    if (status !== "active") return;
    for (const id of supersedes) {
      const others = this.#bySuperseded.get(id);
      if (others === undefined) this.#bySuperseded.set(id, new Map([[found.path, found]]));
      else others.set(found.path, found);
    }
  }

  restored(_all: unknown, superseding: readonly MemoryFile[]): void {
    for (const found of superseding) this.came(found);
  }

  went(found: MemoryFile): void {
    for (const id of faceOf(found).supersedes) this.#bySuperseded.get(id)?.delete(found.path);
  }

  /** The active files that supersede this one; two that supersede each other both stay. */
  of(found: MemoryFile): MemoryFile[] {
    const others = this.#bySuperseded.get(found.claim);
    if (others === undefined) return [];
    const { supersedes } = faceOf(found);
    return [...others.values()].filter((other) => other.path !== found.path && !supersedes.includes(other.claim));
  }
}
