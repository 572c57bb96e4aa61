/** Every session's trail below one home: which there are, which are at work, and which are old enough to go. */

import { join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { codeOf, listOf, makeFolders, readFileAt, removeFile, statOf } from "../disk/files.ts";
import { hasSecret } from "../guard/redact.ts";
import { sha256Of } from "../model/sha256.ts";
import { sentencesOf, withoutSentences } from "./scrub.ts";
import { Trail } from "./trail.ts";

const DAY_NS = 86_400_000_000_000n;
const MOST_BYTES = 256_000_000;
const LARGEST = 64_000_000;
const LONGEST_TURN_MS = 30 * 60_000;
const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export interface TrailNote {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly changedNs: bigint;
}

export class Trails {
  readonly #folder: string;

  constructor(cairnHome: string) {
    this.#folder = join(cairnHome, "sessions");
  }

  /** A host names a session as it likes; what is no plain name goes by its hash. */
  of(client: string, session: string): Trail {
    this.#makeFolder();
    const name = SAFE_NAME.test(session) && !hasSecret(session) ? session : sha256Of(session).slice(0, 32);
    return new Trail(join(this.#folder, `${client}-${name}.jsonl`));
  }

  /** Where it cannot be made, each trail finds that out for itself. */
  #makeFolder(): void {
    try {
      makeFolders(this.#folder);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }

  /** Newest first. */
  all(): TrailNote[] {
    const notes = (listOf(this.#folder) ?? []).flatMap(({ name, kind }) => {
      const stat = kind === "file" && name.endsWith(".jsonl") ? statOf(join(this.#folder, name)) : undefined;
      return stat === undefined
        ? []
        : [{ name, path: join(this.#folder, name), bytes: stat.size, changedNs: stat.mtimeNs }];
    });
    return notes.sort((a, b) => (a.changedNs < b.changedNs ? 1 : -1));
  }

  /** Is a session of the project in the middle of a turn? One that has been for long is dead. */
  isTurnOpen(project: string, now: Date, except?: Trail): boolean {
    const sinceNs = BigInt(now.getTime() - LONGEST_TURN_MS) * 1_000_000n;
    return this.all().some(({ path, changedNs }) => {
      if (changedNs < sinceNs || path === except?.path) return false;
      const { turn, project: other } = new Trail(path).state();
      const isNear = other === undefined || other === project;
      return isNear && turn !== undefined && now.getTime() - Date.parse(turn.at) < LONGEST_TURN_MS;
    });
  }

  /** Takes every line out that says any of these words. */
  scrub(texts: readonly string[]): void {
    const sentences = sentencesOf(texts);
    for (const { path } of this.all()) {
      const left = withoutSentences(readFileAt(path, LARGEST)?.toString("utf8") ?? "", sentences);
      if (left !== undefined) replaceFile(path, Buffer.from(left));
    }
  }

  /** Takes away what is older than so many days, and the oldest above the bound. Returns how many went. */
  prune(maxDays: number, nowNs: bigint): number {
    let bytes = 0;
    const old = this.all().filter((note) => {
      bytes += note.bytes;
      return nowNs - note.changedNs > BigInt(maxDays) * DAY_NS || bytes > MOST_BYTES;
    });
    return old.filter(({ path }) => removeFile(path)).length;
  }
}
