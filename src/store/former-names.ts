/** Which file an id meant before the name inside it was changed: derived from the log, read on as the log grows. */

import type { History } from "./history.ts";
import type { LogEntry } from "./log.ts";

export class FormerNames {
  readonly #history: History;
  readonly #written = new Map<string, LogEntry[]>();
  #first: LogEntry | undefined;
  #taken = 0;

  constructor(history: History) {
    this.#history = history;
  }

  /** The newest path Cairn itself wrote under this id. */
  pathOf(id: string): string | undefined {
    this.#readOn();
    const counting = (entry: LogEntry) => this.#history.entry(entry.record.seq) === entry;
    return this.#written.get(id)?.findLast(counting)?.record.path;
  }

  #readOn(): void {
    const { entries } = this.#history.log;
    if (entries[0] !== this.#first || entries.length < this.#taken) this.#startAnew();
    for (; this.#taken < entries.length; this.#taken++) this.#take(entries[this.#taken] as LogEntry);
  }

  #startAnew(): void {
    this.#written.clear();
    this.#first = this.#history.log.entries[0];
    this.#taken = 0;
  }

  #take(entry: LogEntry): void {
    const { id, path, op } = entry.record;
    if (id === undefined || path === undefined || (op !== "create" && op !== "update")) return;
    const entries = this.#written.get(id);
    if (entries === undefined) this.#written.set(id, [entry]);
    else entries.push(entry);
  }
}
