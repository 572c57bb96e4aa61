/**
 * Dialogues as the index sees a folder of them. Cairn has no reader for transcripts yet, so they are handed over as
 * units; everything behind that is the product's.
 */

import type { IndexSource, LogNews, Stamp, Unit } from "../../src/search/index/unit.ts";

export class Dialogues implements IndexSource {
  readonly #units = new Map<string, Unit>();

  add(unit: Unit): void {
    const nth = BigInt(this.#units.size + 1);
    this.#units.set(unit.path, { ...unit, stamp: { ...unit.stamp, mtimeNs: nth } });
  }

  get size(): number {
    return this.#units.size;
  }

  logSince(): LogNews {
    return { position: "none", changes: [] };
  }

  folderTime(folder: string): bigint | undefined {
    return folder === "" ? BigInt(this.#units.size) : undefined;
  }

  list(): { files: string[]; folders: string[] } {
    return { files: [...this.#units.keys()], folders: [] };
  }

  stat(path: string): Stamp | undefined {
    return this.#units.get(path)?.stamp;
  }

  read(path: string): Unit | undefined {
    return this.#units.get(path);
  }
}
