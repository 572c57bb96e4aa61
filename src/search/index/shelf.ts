/**
 * The index's own files: the manifest and its segments, in one folder that may be deleted at any time. Readers never
 * lock; an open segment stays readable when its file goes, until nobody holds it any more or the shelf is closed.
 */

import { join } from "node:path";
import { createFile, replaceFileQuick } from "../../disk/durable.ts";
import {
  bestEffort,
  folderEntries,
  makeFolders,
  type OpenFile,
  openAt,
  readFileAt,
  removeFile,
  statOf,
} from "../../disk/files.ts";
import { token } from "../../disk/random.ts";
import { Damaged, type Readable } from "./bytes.ts";
import { emptyManifest, isSegmentName, type Manifest, manifestName, parseManifest, printManifest } from "./manifest.ts";
import { Segment } from "./segment.ts";

const LARGEST_MANIFEST = 64_000_000;
const MINUTE_NS = 60_000_000_000n;

/** What is to be done once nobody holds a segment any more. Not a shelf's own: it would go with its shelf, undone. */
const unheld = new FinalizationRegistry<() => void>((letGo) => letGo());

export class Shelf {
  readonly #folder: string;
  readonly #open = new Set<OpenFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The manifest's text, by which two are told apart; undefined if there is none. */
  manifestText(): string | undefined {
    return readFileAt(join(this.#folder, manifestName), LARGEST_MANIFEST)?.toString("utf8");
  }

  /** The manifest and its segments, open; an empty one where something is missing or damaged. */
  open(): { manifest: Manifest; segments: Segment[]; text: string | undefined } {
    for (let attempt = 0; attempt < 2; attempt++) {
      const text = this.manifestText();
      const manifest = text === undefined ? undefined : parseManifest(text);
      if (manifest === undefined) continue;
      const segments = this.#openAll(manifest);
      if (segments !== undefined) return { manifest, segments, text };
    }
    return { manifest: emptyManifest, segments: [], text: undefined };
  }

  /** A segment's bytes, durable before any manifest names them. */
  addSegment(bytes: Uint8Array): { file: string; segment: Segment } {
    makeFolders(this.#folder);
    const file = `seg-${token()}.bin`;
    createFile(join(this.#folder, file), bytes);
    return { file, segment: this.#openOne(file) };
  }

  putManifest(manifest: Manifest): string {
    makeFolders(this.#folder);
    const text = printManifest(manifest);
    replaceFileQuick(join(this.#folder, manifestName), Buffer.from(text));
    return text;
  }

  /** Takes everything down. */
  clear(): void {
    for (const { name } of folderEntries(this.#folder) ?? [])
      if (name === manifestName || isSegmentName(name)) removeFile(join(this.#folder, name));
  }

  /** Segments no manifest names, once nobody can still be about to open them. */
  removeStrays(manifest: Manifest, nowNs: bigint): void {
    const named = new Set(manifest.segments.map(({ file }) => file));
    for (const { name } of folderEntries(this.#folder) ?? []) {
      if (!isSegmentName(name) || named.has(name)) continue;
      const stat = statOf(join(this.#folder, name));
      if (stat !== undefined && nowNs - stat.mtimeNs > MINUTE_NS) removeFile(join(this.#folder, name));
    }
  }

  /** Lets go of every segment. Whoever reads one after this finds it damaged, and builds anew. */
  close(): void {
    for (const file of this.#open) this.#close(file);
  }

  #openAll(manifest: Manifest): Segment[] | undefined {
    try {
      return manifest.segments.map(({ file }) => this.#openOne(file));
    } catch (error) {
      if (error instanceof Damaged || isGone(error)) return undefined; // read the manifest once more, then build
      throw error;
    }
  }

  #openOne(name: string): Segment {
    const file = openAt(join(this.#folder, name), "read");
    this.#open.add(file);
    try {
      return new Segment(this.#readable(file));
    } catch (error) {
      this.#close(file);
      throw error;
    }
  }

  #readable(file: OpenFile): Readable {
    const open = this.#open;
    const readable: Readable = {
      size: file.stat().size,
      read(offset, length) {
        if (!open.has(file)) throw new Damaged("the shelf was closed");
        const bytes = file.read(offset, length);
        if (bytes.length < length) throw new Damaged("the file ends too early");
        return bytes;
      },
    };
    unheld.register(readable, () => this.#close(file));
    return readable;
  }

  /** A disk that refuses even this has let go of the file all the same. */
  #close(file: OpenFile): void {
    this.#open.delete(file);
    bestEffort(() => file.close());
  }
}

function isGone(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ENOENT";
}
