/**
 * The usual takeover, kept to prove that the storm sees what is wrong with it: rename the stale lock away, then check
 * what you got. Between reading and renaming, the lock may have become a living one.
 */

import { linkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { LockFiles } from "../../src/disk/lock-files.ts";
import { judgeNow } from "../../src/disk/owner.ts";

export class RenameLock {
  readonly #folder: string;
  readonly #files: LockFiles;

  constructor(folder: string) {
    this.#folder = folder;
    this.#files = new LockFiles(folder);
  }

  async acquire(): Promise<{ stillMine(): boolean; release(): void }> {
    while (!this.#files.link("lock")) {
      const found = this.#files.read("lock");
      if (found === undefined) continue;
      if (judgeNow(found.owner, this.#files.self, 0) === "dead") this.#clear(found.id);
      else await pause(1 + Math.random() * 8);
    }
    return {
      stillMine: () => this.#files.isMine("lock"),
      release: () => {
        if (this.#files.isMine("lock")) this.#files.remove("lock");
      },
    };
  }

  #clear(id: string): void {
    const stale = `stale.${this.#files.self.token}`;
    try {
      this.#files.rename("lock", stale);
      if (this.#files.read(stale)?.id !== id) linkSync(join(this.#folder, stale), join(this.#folder, "lock"));
    } catch {
      // Somebody else was faster, at taking the stale lock or a new one.
    }
    this.#files.remove(stale);
  }
}
