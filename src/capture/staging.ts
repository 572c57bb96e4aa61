/**
 * The private folder in which what a model proposed for a session waits for a yes: below CAIRN_HOME, the owner's alone.
 * Reached by descriptor, so that no link can stand in its place; only files of known names are ever removed.
 */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { closing, type Folder, inFolder, isMissing, makeFolders, unlessMissing, unlessRefused } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { sha256Of } from "../model/sha256.ts";

/** Those of earlier versions are swept too. */
const NAME = /^(?:context|intent|draft|verdict|proposal)-[a-z_]{1,40}-[a-z0-9]{12}\.(?:txt|json|md)$/;
const LARGEST = 400_000;
const DAY_MS = 86_400_000;
const OTHERS_BITS = 0o077;

export class Staging {
  readonly path: string;
  readonly #home: string;

  /** `cairnHome` is a real path. */
  constructor(cairnHome: string) {
    this.#home = cairnHome;
    this.path = join(cairnHome, "staging");
  }

  /** What a model proposed for a session waits here for the person's yes. */
  static proposalOf(session: string): string {
    return `proposal-session_summary-${sha256Of(session).slice(0, 12)}.json`;
  }

  /** Made anew, or with other words. */
  put(name: string, text: string): void {
    makeFolders(this.path, { within: this.#home });
    this.#within((folder) => {
      if (folder.stat(name) !== undefined) folder.unlink(name);
      closing(folder.open(name, "create"), (file) => file.write(Buffer.from(text)));
    });
  }

  /** Undefined where nobody wrote it. No link is followed. */
  read(name: string): string | undefined {
    return unlessMissing(() => this.#within((folder) => folder.readFile(name, LARGEST)?.toString("utf8")));
  }

  /** What is gone already need not be. */
  remove(names: readonly string[]): void {
    unlessMissing(() =>
      this.#within((folder) => {
        for (const name of names) if (folder.stat(name) !== undefined) folder.unlink(name);
      }),
    );
  }

  /** Takes away what has waited for more than a day. Returns how many went. */
  sweepOlderThanADay(now: Date): number {
    return this.#sweep(now.getTime() - DAY_MS);
  }

  sweepAll(): number {
    return this.#sweep(undefined);
  }

  #sweep(limit: number | undefined): number {
    try {
      return this.#within((folder) => {
        const old = folder.list().filter(({ name, kind }) => {
          if (kind !== "file" || !NAME.test(name)) return false;
          return limit === undefined || Number((folder.stat(name)?.mtimeNs ?? 0n) / 1_000_000n) < limit;
        });
        for (const { name } of old) folder.unlink(name);
        return old.length;
      });
    } catch (error) {
      if (isMissing(error)) return 0; // nothing was ever staged
      throw error;
    }
  }

  #within<T>(use: (folder: Folder) => T): T {
    return inFolder(
      this.path,
      (folder) => {
        if (process.platform !== "win32" && (folder.statSelf().mode & OTHERS_BITS) !== 0) {
          throw new CairnError("SECURITY_ERROR", "The staging folder is open to others. Nothing was put there.", {
            hint: "Make it the owner's alone (chmod 700), or remove it: it is made again.",
          });
        }
        return use(folder);
      },
      { within: this.#home },
    );
  }
}

/** The session is off the record from now on, or stopped: what a model proposed of it goes. */
export async function dropProposed({ places }: Cairn, session: string): Promise<void> {
  await unlessRefused(async () => new Staging(places.cairnHome).remove([Staging.proposalOf(session)]));
}
