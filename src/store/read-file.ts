/**
 * A memory file that was read, as small as it can be kept. What it says is one short text until somebody asks: a part of
 * a string keeps all of it alive, so the values as they were parsed would each hold the file's body. Of very many the
 * texts are packed together, and read out of there.
 */

import type { Kind } from "../model/kind.ts";
import type { MemoryId, Problem, Status, Written } from "../model/memory.ts";
import { isPlain, type Rest, restOf } from "./known-file.ts";
import { asciiJson, type Face, type FileSighting, faceIn, type MemoryFile, wholeFileIn } from "./memory-file.ts";

export function memoryFileIn(bytes: Buffer, sighting: FileSighting, isYoung = false): MemoryFile {
  return new ReadFile(wholeFileIn(bytes, sighting), isYoung);
}

/** The last is what it says as JSON in ASCII. */
const TEXTS = ["stamp", "hash", "text"] as const;
type Text = (typeof TEXTS)[number];
type Texts = Readonly<Record<Text, string>>;

export class ReadFile implements MemoryFile, Face {
  readonly path: string;
  readonly claim: MemoryId;
  readonly kind: Kind;
  readonly status: Status;
  readonly project: string | undefined;
  readonly time: string;
  readonly young?: true;
  readonly #rest: Rest;
  #texts: Texts | Pack;
  /** Of its first text in the pack. */
  #place = 0;
  #written: Written | undefined;

  constructor(found: MemoryFile, isYoung: boolean) {
    const { kind, status, time, project } = faceIn(found.written);
    this.path = found.path;
    this.claim = cutFree(found.claim) as MemoryId;
    this.kind = kind;
    this.status = status;
    this.project = project === undefined ? undefined : projectAlone(project);
    if (isYoung) this.young = true;
    this.#rest = isPlain(found) ? PLAIN : alone(restOf(found));
    const text = asciiJson({ ...found.written, body: "", changes: [] });
    this.time = cutFree(time);
    this.#texts = { stamp: found.stamp, hash: found.hash, text };
  }

  /** From now on the texts of these lie in one pack. */
  static pack(files: readonly ReadFile[]): void {
    const packable = files.filter((file) => TEXTS.every((name) => isPackable(file[name])));
    const pack = new Pack(packable.flatMap((file) => TEXTS.map((name) => file[name])));
    for (const [n, file] of packable.entries()) {
      file.#texts = pack;
      file.#place = n * TEXTS.length;
      file.#written = undefined;
    }
  }

  #own(name: Text): string {
    return this.#texts instanceof Pack ? this.#texts.at(this.#place + TEXTS.indexOf(name)) : this.#texts[name];
  }

  get face(): Face {
    return this;
  }

  get stamp(): string {
    return this.#own("stamp");
  }

  get hash(): string {
    return this.#own("hash");
  }

  get text(): string {
    return this.#own("text");
  }

  get written(): Written {
    this.#written ??= JSON.parse(this.text) as Written;
    return this.#written;
  }

  get supersedes(): readonly string[] {
    return this.#rest.supersedes ?? none;
  }

  get supersededBy(): string | undefined {
    return this.#rest.supersededBy;
  }

  get problems(): readonly Problem[] {
    return this.#rest.problems ?? none;
  }

  get readOnly(): boolean {
    return this.#rest.readOnly ?? false;
  }

  get secrets(): readonly string[] {
    return this.#rest.secrets ?? none;
  }
}

/** Texts of many rows side by side as bytes. A text by itself has as much around it as a short one is long. */
class Pack {
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;

  /** Each of them is packable. */
  constructor(texts: readonly string[]) {
    let end = 0;
    this.#bytes = Buffer.from(texts.join(""), "latin1");
    this.#ends = Uint32Array.from(texts, ({ length }) => (end += length));
  }

  /** The text of this place among all, put together anew. */
  at(place: number): string {
    return this.#bytes.toString("latin1", place === 0 ? 0 : this.#ends[place - 1], this.#ends[place]);
  }
}

/** A byte is a sign of it. */
function isPackable(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

const none: readonly never[] = [];
const PLAIN: Rest = {};
/** Names of projects this process has read, one text each. */
const projectsSoFar = new Map<string, string>();
const MOST_PROJECTS = 1_000;

/** The same text, part of none but a short one: what is put together V8 makes a text of its own before it cuts. */
function cutFree(text: string): string {
  return ` ${text}`.slice(1);
}

/** The same texts, none of them part of a longer one. */
function alone<T>(texts: T): T {
  return JSON.parse(JSON.stringify(texts)) as T;
}

/** Most files say the same one. */
function projectAlone(name: string): string {
  const known = projectsSoFar.get(name);
  if (known !== undefined) return known;
  const own = cutFree(name);
  if (projectsSoFar.size < MOST_PROJECTS) projectsSoFar.set(own, own);
  return own;
}
