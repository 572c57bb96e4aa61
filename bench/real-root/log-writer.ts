/** A root's log as Cairn would have written it, without a sync: each file is vouched for by a finished change. */

import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../../src/model/kind.ts";
import type { MemoryId } from "../../src/model/memory.ts";
import { encoded, sha256 } from "../../src/store/record.ts";

const SEGMENT_BYTES = 1_000_000;

export interface Written {
  readonly id: MemoryId;
  readonly kind: Kind;
  readonly path: string;
  readonly text: Buffer;
  readonly at: string;
}

export class LogWriter {
  readonly #folder: string;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #segment = 1;
  #seq = 0;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  add({ id, kind, path, text, at }: Written): void {
    const seq = ++this.#seq;
    const by = { surface: "cli" } as const;
    const record = { seq, op: "create", at, id, kind, path, trust: "stated", by, after: sha256(text) } as const;
    this.#put(encoded(record, { after: text }).bytes);
    this.#put(encoded({ seq: ++this.#seq, op: "done", at, of: seq }, {}).bytes);
    if (this.#bytes < SEGMENT_BYTES) return;
    this.flush();
    this.#segment++;
    this.#bytes = 0;
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    const name = `${String(this.#segment).padStart(6, "0")}.log`;
    appendFileSync(join(this.#folder, name), Buffer.concat(this.#waiting), { mode: 0o600 });
    this.#waiting = [];
  }

  #put(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
  }
}
