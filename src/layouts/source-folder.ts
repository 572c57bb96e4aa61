/**
 * The folder or file another store lies in, read and never changed. Links are not followed, folders are held by
 * descriptor, sizes and depths are bounded, and what cannot be read is a reason, not an error.
 */

import { basename, dirname, join, resolve } from "node:path";
import {
  closing,
  codeOf,
  type Entry,
  Folder,
  inFolder,
  isMissing,
  NotAFileError,
  openAt,
  statOf,
  TooLargeError,
} from "../disk/files.ts";
import { piecesOf, line as wholeLine } from "../disk/pieces.ts";
import { CairnError } from "../model/error.ts";
import { realPath } from "../places/paths.ts";
import { largestMemory } from "../store/root-folder.ts";
import { folderOf, nameIn, under } from "../text/relative-path.ts";

const DEEPEST = 12;
/** A store of notes has no folder with more files than this: what comes after is counted, not read. */
const MOST_IN_FOLDER = 200_000;

/** One record of a file that holds a record a line. */
const LONGEST_LINE = 8_000_000;
const COPIED_AT_ONCE = 1_048_576;

export interface SourceText {
  readonly text: string;
  /** When the file last changed, ISO. */
  readonly at: string;
}

interface Unreadable {
  readonly reason: string;
}

export class SourceFolder {
  /** Absolute and real. */
  readonly path: string;
  /** Where a single file was named: it, in its folder. */
  readonly file: string | undefined;
  readonly #passedOver: Map<string, string>;
  /** Put before the paths of a folder inside another, so that they read as the outer folder's paths. */
  readonly #prefix: string;
  /** The folder a walk is in: what lies there is read without opening it again. */
  #held: { readonly at: string; readonly folder: Folder } | undefined;

  /** Nothing is seen but the file that was named. */
  readonly #isAlone: boolean;

  private constructor(
    path: string,
    file: string | undefined,
    passedOver = new Map<string, string>(),
    prefix = "",
    isAlone = false,
  ) {
    this.path = path;
    this.file = file;
    this.#isAlone = isAlone;
    this.#passedOver = passedOver;
    this.#prefix = prefix;
  }

  static open(cwd: string, given: string): SourceFolder {
    const path = realPath(resolve(cwd, given));
    const kind = path === undefined ? undefined : statOf(path)?.kind;
    if (path !== undefined && kind === "folder") return new SourceFolder(path, undefined);
    if (path !== undefined && kind === "file") return new SourceFolder(dirname(path), basename(path));
    throw new CairnError("NOT_FOUND", `There is no folder or file called ${given}.`, {
      field: "path",
      hint: "Name the folder the memories lie in.",
    });
  }

  /** A folder below as a source of its own. */
  below(folder: string): SourceFolder {
    if (folder === "") return this;
    return new SourceFolder(join(this.path, folder), undefined, this.#passedOver, `${this.#prefix}${folder}/`);
  }

  /** The file that was named, without what lies around it. */
  alone(): SourceFolder {
    return new SourceFolder(this.path, this.file, this.#passedOver, this.#prefix, true);
  }

  /** Names in a folder, sorted; nothing where it cannot be listed. */
  list(folder = ""): Entry[] {
    try {
      if (this.#isAlone && folder !== "") return [];
      const entries = this.#in(folder, (opened) => opened.list()).filter(({ name }) => this.#isMeant(name));
      if (entries.length > MOST_IN_FOLDER)
        this.#passOver(folder || ".", `${entries.length - MOST_IN_FOLDER} files beyond the first ${MOST_IN_FOLDER}`);
      return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).slice(0, MOST_IN_FOLDER);
    } catch (error) {
      if (error instanceof CairnError || codeOf(error) !== undefined) return [];
      throw error;
    }
  }

  /** A file of records stands alone, but for what it writes beside itself; a page may be the index of what lies around it. */
  #isMeant(name: string): boolean {
    if (this.#isAlone) return name === this.file;
    return this.file === undefined || /\.mdc?$/i.test(this.file) || name.startsWith(this.file);
  }

  files(folder = "", ending = /\.md$/i): string[] {
    return this.list(folder)
      .filter(({ name, kind }) => kind === "file" && ending.test(name))
      .map(({ name }) => under(folder, name));
  }

  folders(folder = ""): string[] {
    return this.list(folder)
      .filter(({ name, kind }) => kind === "folder" && !name.startsWith("."))
      .map(({ name }) => under(folder, name));
  }

  has(path: string, kind: "file" | "folder" = "file"): boolean {
    const name = nameIn(path);
    return this.list(folderOf(path)).some((entry) => entry.name === name && entry.kind === kind);
  }

  /** Every file below, a folder's own before those of the folders in it. Links are passed over and told by `links`. */
  *walk(folder = "", depth = 0): Generator<string> {
    const before = this.#held;
    const held = this.#hold(folder);
    const entries = this.list(folder);
    try {
      for (const { name, kind } of entries) {
        const path = under(folder, name);
        if (kind === "file") yield path;
        else if (kind === "link") this.#passOver(path, "a link: it is not followed");
        else if (kind === "other") this.#passOver(path, "no ordinary file");
      }
    } finally {
      this.#held = before;
      held?.close();
    }
    for (const { name, kind } of entries) {
      if (kind !== "folder" || name === ".git" || name === "node_modules") continue;
      if (depth >= DEEPEST) this.#passOver(under(folder, name), "too many folders deep");
      else yield* this.walk(under(folder, name), depth + 1);
    }
  }

  #hold(at: string): Folder | undefined {
    try {
      const folder = Folder.open(join(this.path, at), { within: this.path });
      this.#held = { at, folder };
      return folder;
    } catch (error) {
      if (error instanceof CairnError || codeOf(error) !== undefined) return undefined;
      throw error;
    }
  }

  #in<T>(folder: string, use: (opened: Folder) => T): T {
    if (this.#held?.at === folder) return use(this.#held.folder);
    return inFolder(join(this.path, folder), use, { within: this.path });
  }

  /** What the walk passed over, and why. */
  get passedOver(): ReadonlyMap<string, string> {
    return this.#passedOver;
  }

  #passOver(path: string, why: string): void {
    this.#passedOver.set(`${this.#prefix}${path}`, why);
  }

  read(path: string, largest = largestMemory): SourceText | Unreadable {
    try {
      return this.#in(folderOf(path), (folder) => {
        const file = folder.open(nameIn(path), "read");
        try {
          const stat = file.stat();
          const text = decoded(file.readAll(largest, stat));
          if (text === undefined) return { reason: "it is not text in UTF-8 or UTF-16" };
          return { text, at: new Date(Number(stat.mtimeNs / 1_000_000n)).toISOString() };
        } finally {
          file.close();
        }
      });
    } catch (error) {
      return { reason: whyUnreadable(error, largest) };
    }
  }

  /** The text alone, for who only looks whether something is there. */
  peek(path: string): string | undefined {
    const read = this.read(path);
    return "text" in read ? read.text : undefined;
  }

  /** The first signs of a file of any size, a byte each; nothing of one that cannot be read. */
  beginning(path: string, length: number): string {
    try {
      return this.#in(folderOf(path), (folder) =>
        closing(folder.open(nameIn(path), "read"), (file) => file.read(0, length).toString("latin1")),
      );
    } catch (error) {
      if (error instanceof CairnError || codeOf(error) !== undefined) return "";
      throw error;
    }
  }

  /** A file of any size as it is now, copied to a new one: for what must not be opened where it lies. */
  copy(path: string, to: string): void {
    this.#in(folderOf(path), (folder) => copyFile(folder, nameIn(path), to));
  }

  /** The lines of a file of any size, one after the other; of one that is too long, nothing. */
  *lines(path: string): Generator<{ readonly text: string | undefined; readonly line: number }> {
    const folder = Folder.open(join(this.path, folderOf(path)), { within: this.path });
    try {
      const file = folder.open(nameIn(path), "read");
      try {
        let number = 0;
        const bounds = { from: 0, to: Number(file.stat().size), largest: LONGEST_LINE, cut: wholeLine };
        for (const { bytes } of piecesOf(file, bounds)) {
          number++;
          const text = bytes?.toString("utf8").replace(/\r?\n$/, "");
          yield { text: number === 1 ? text?.replace(/^\ufeff/, "") : text, line: number };
        }
      } finally {
        file.close();
      }
    } finally {
      folder.close();
    }
  }
}

function copyFile(folder: Folder, name: string, to: string): void {
  const from = folder.open(name, "read");
  try {
    const copy = openAt(to, "create");
    try {
      const room = Buffer.allocUnsafe(COPIED_AT_ONCE);
      // No further than it reached: one that grows as fast as it is read would never end.
      for (let at = 0, { size } = from.stat(); at < size; ) {
        const got = from.readInto(room.subarray(0, Math.min(room.length, Number(size) - at)), at);
        if (got === 0) return;
        copy.write(room.subarray(0, got));
        at += got;
      }
    } finally {
      copy.close();
    }
  } finally {
    from.close();
  }
}

function decoded(bytes: Buffer): string | undefined {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function whyUnreadable(error: unknown, largest: number): string {
  if (error instanceof TooLargeError) return `it has ${error.size} bytes; at most ${largest} are read`;
  if (error instanceof NotAFileError) return "it is no ordinary file";
  if (isMissing(error)) return "it is gone";
  if (error instanceof CairnError) return "a link stands in its way: it is not followed";
  const code = codeOf(error);
  if (code === undefined) throw error;
  return code === "ELOOP" ? "a link: it is not followed" : `it cannot be read (${code})`;
}
