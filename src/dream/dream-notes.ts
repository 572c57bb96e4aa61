/**
 * What Cairn notes of dreams, beside a root's state: which runs there were and which entries each went through (by a
 * keyed hash, never their words), and when it was last looked. Derived: lost, entries are gone through again, and what
 * is known of them is known.
 */

import { createHmac } from "node:crypto";
import { join } from "node:path";
import { replaceFile, replaceFileQuick } from "../disk/durable.ts";
import { makeFolders, readFileAt } from "../disk/files.ts";
import { jsonObjectFrom } from "../text/json.ts";

export interface Run {
  readonly id: string;
  readonly at: string;
  readonly entries: readonly string[];
  /** By topic: which of them went into it, by their place. */
  readonly into?: Readonly<Record<string, readonly number[]>>;
  /** Of one that nobody asked for: how many entries were learned. */
  readonly learned?: number;
}

const LARGEST = 16_000_000;
const LOOKED = "looked";
const TOLD = "told";
const RUNS = "runs.json";
const DIGITS = 16;

export class DreamNotes {
  /** Also where the lock of a dream lies. */
  readonly folder: string;

  /** `state` is the root's state folder. */
  constructor(state: string) {
    this.folder = join(state, "dream");
  }

  /** Oldest first. What cannot be read is no run. */
  runs(): Run[] {
    const text = readFileAt(join(this.folder, RUNS), LARGEST)?.toString("utf8") ?? "";
    const runs = jsonObjectFrom(text)?.["runs"];
    return Array.isArray(runs) ? runs.filter(isRun) : [];
  }

  /** By who holds the dream's lock. */
  add(run: Run): void {
    makeFolders(this.folder);
    const runs = [...this.runs(), run];
    replaceFile(join(this.folder, RUNS), Buffer.from(`${JSON.stringify({ runs })}\n`));
  }

  looked(): string | undefined {
    return readFileAt(join(this.folder, LOOKED), 100)?.toString("utf8").trim();
  }

  /** The run somebody was last told of. */
  told(): string | undefined {
    return readFileAt(join(this.folder, TOLD), 100)?.toString("utf8").trim();
  }

  toldOf(run: string): void {
    makeFolders(this.folder);
    replaceFileQuick(join(this.folder, TOLD), Buffer.from(`${run}\n`));
  }

  lookedAt(time: string): void {
    makeFolders(this.folder);
    replaceFileQuick(join(this.folder, LOOKED), Buffer.from(`${time}\n`));
  }
}

/** Of an entry as the log has it: another word makes it another entry. */
export function entryHash(key: Buffer, { day, time, text }: { day: string; time: string; text: string }): string {
  return createHmac("sha256", key).update(`${day}\0${time}\0${text}`).digest("hex").slice(0, DIGITS);
}

function isRun(run: unknown): run is Run {
  const { id, at, entries } = (run ?? {}) as Partial<Record<keyof Run, unknown>>;
  return typeof id === "string" && typeof at === "string" && Array.isArray(entries);
}
