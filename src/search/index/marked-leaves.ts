/** What a collection notes about the leaves of a segment it does not own. */

import type { LeafColumns } from "./columns.ts";

/** The leaves of a segment, with flags of their own to mark: a segment may be part of several collections. */
export class MarkedLeaves {
  readonly #columns: LeafColumns;
  #flags: Uint16Array | undefined;

  constructor(columns: LeafColumns) {
    this.#columns = columns;
  }

  get flags(): Uint16Array {
    this.#flags ??= this.#columns.flags.slice();
    return this.#flags;
  }
  get group(): Uint32Array {
    return this.#columns.group;
  }
  get doc(): Uint32Array {
    return this.#columns.doc;
  }
  get time(): Uint32Array {
    return this.#columns.time;
  }
  get length(): Uint16Array {
    return this.#columns.length;
  }
  get speaker(): Uint16Array {
    return this.#columns.speaker;
  }
}
