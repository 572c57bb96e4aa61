/** A folder of made-up memories as the index sees one, with a log of what Cairn would have written itself. */

import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LogChange, LogTail, Source } from "../../src/index/source.ts";
import { unitFrom } from "../../src/index/testing.ts";
import type { Stamp, Unit } from "../../src/index/unit.ts";

export class FolderSource implements Source {
  readonly #root: string;
  readonly #log: LogChange[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  logSince(position: string | undefined): LogTail {
    return { position: String(this.#log.length), changes: this.#log.slice(Number(position ?? this.#log.length)) };
  }

  folderTime(folder: string): bigint | undefined {
    return statSync(join(this.#root, folder), { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  }

  list(folder: string): { files: string[]; folders: string[] } {
    const entries = readdirSync(join(this.#root, folder), { withFileTypes: true });
    return {
      files: entries.filter((entry) => entry.isFile()).map(({ name }) => name),
      folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    };
  }

  stat(path: string): Stamp | undefined {
    const stat = statSync(join(this.#root, path), { bigint: true, throwIfNoEntry: false });
    return stat && { size: Number(stat.size), mtimeNs: stat.mtimeNs, ctimeNs: stat.ctimeNs, ino: stat.ino };
  }

  read(path: string): Unit | undefined {
    const stamp = this.stat(path);
    if (stamp === undefined) return undefined;
    const [title = "", session = "", created = "0", opening = ""] = readFileSync(join(this.#root, path), "utf8").split(
      "\n",
    );
    const id = path.slice(path.lastIndexOf("/") + 1, -".md".length);
    const keys = [id, title];
    const leaves = [{ text: `${title}\n${opening}` }];
    return unitFrom({ path, stamp, id, title, keys, session, created: Number(created), opening, leaves });
  }

  /** As Cairn writes: by rename, and told in the log with the folder's times around it. */
  writeOwn(path: string, text: string): void {
    const before = this.folderTime(dirname(path))!;
    this.writeForeign(path, text);
    this.#log.push({ path, before, after: this.folderTime(dirname(path))! });
  }

  /** As an editor or git writes. */
  writeForeign(path: string, text: string): void {
    const file = join(this.#root, path);
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  }

  writeInPlace(path: string, text: string): void {
    writeFileSync(join(this.#root, path), text);
  }
}
