/** Reads one memory file of a root, unless its stamp says that it is what is known of it already. */

import { dirname, relative, sep } from "node:path";
import { closing, type FileKind, Folder, isMissing, isYoung, realPathOf, type Stat, stampOf } from "../disk/files.ts";
import { nameIn } from "../text/relative-path.ts";
import { type FileSighting, LinkError, type MemoryFile } from "./memory-file.ts";
import { memoryFileIn } from "./read-file.ts";
import { largestMemory, type RootFolder } from "./root-folder.ts";

/** "same" where the stamp is the one known; undefined where nothing is there. */
type Reading = MemoryFile | "same" | undefined;

/** The bytes of a file, and its stat when they were there. */
export interface Text {
  readonly bytes: Buffer;
  readonly stat: Stat;
}

export class Reader {
  readonly #rootFolder: RootFolder;
  readonly #isOurs: FileSighting["isOurs"];

  constructor(rootFolder: RootFolder, isOurs: FileSighting["isOurs"]) {
    this.#rootFolder = rootFolder;
    this.#isOurs = isOurs;
  }

  /** `folder` is the open one the file lies in. */
  read(folder: Folder, path: string, kind: FileKind, known: MemoryFile | undefined): Reading {
    return kind === "link" ? this.#readLinked(path, known) : this.#readIn(folder, path, nameIn(path), known, false);
  }

  /** What these bytes are, which stand there under that stamp. */
  take(path: string, { bytes, stat }: Text, { linked }: { linked: boolean }): MemoryFile {
    const { scope } = this.#rootFolder.root;
    return memoryFileIn(bytes, { path, scope, stamp: stampOf(stat), linked, isOurs: this.#isOurs }, isYoung(stat));
  }

  #readIn(folder: Folder, path: string, name: string, known: MemoryFile | undefined, linked: boolean): Reading {
    const seen = known === undefined ? undefined : folder.stat(name);
    if (known !== undefined && seen !== undefined && stampOf(seen) === known.stamp) return "same";
    try {
      return this.take(path, folder.readWhole(name, largestMemory), { linked });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** A link is read if it stays inside the root, and never written. */
  #readLinked(path: string, known: MemoryFile | undefined): Reading {
    const root = this.#rootFolder.real as string;
    const target = realPathOf(`${root}/${path}`);
    if (target === undefined) throw new LinkError("is a symbolic link to nothing");
    if (!target.startsWith(root + sep)) throw new LinkError("is a symbolic link that leaves the root; it is not read");
    return closing(Folder.open(dirname(target), { within: root }), (folder) =>
      this.#readIn(folder, path, nameIn(relative(root, target).split(sep).join("/")), known, true),
    );
  }
}
