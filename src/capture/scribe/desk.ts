/**
 * The place of the one client that Cairn may run for a project: a lock that only a dead owner loses, the client's own
 * name beside it in case it outlives us, and the empty private folder it runs in, which is no project's.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../../disk/durable.ts";
import { bestEffort, folderEntries, makeFolders, readFileAt, removeFile } from "../../disk/files.ts";
import { type Held, RootLock } from "../../disk/lock.ts";
import { judgeNow, parseOwner, printOwner, selfAs } from "../../disk/owner.ts";
import { startOf } from "../../disk/process.ts";
import { CairnError } from "../../model/error.ts";

const CHILD = "client";
const MOST_BYTES = 4_096;

/** Below CAIRN_HOME: whatever a session in it leaves is Cairn's own. */
export function desksBelow(cairnHome: string): string {
  return join(cairnHome, "scribe");
}

export class Desk {
  /** Empty, and only the owner's. */
  readonly folder: string;
  readonly #child: string;
  readonly #held: Held;

  private constructor(folder: string, child: string, held: Held) {
    this.folder = folder;
    this.#child = child;
    this.#held = held;
  }

  /** Throws where another is at work for this project. `cairnHome` is a real path, `project` the project's key. */
  static take(cairnHome: string, project: string): Desk {
    const own = join(desksBelow(cairnHome), "projects", project);
    const held = new RootLock({ folder: own }).tryAcquire();
    if (held === undefined) throw taken();
    try {
      const child = join(own, CHILD);
      if (isRunning(child)) throw taken();
      return new Desk(emptyFolder(cairnHome), child, held);
    } catch (error) {
      held.release();
      throw error;
    }
  }

  /** So that it is known of even if this process is killed. */
  seat(pid: number): void {
    const owner = printOwner({ ...selfAs("client"), pid, start: startOf(pid) });
    bestEffort(() => replaceFileQuick(this.#child, Buffer.from(owner)));
  }

  rise(): void {
    bestEffort(() => removeFile(this.#child));
  }

  leave(): void {
    this.rise();
    this.#held.release();
  }
}

function isRunning(child: string): boolean {
  const text = readFileAt(child, MOST_BYTES)?.toString("utf8");
  return text !== undefined && judgeNow(parseOwner(text), selfAs("client"), 0) === "living";
}

function emptyFolder(cairnHome: string): string {
  const folder = join(desksBelow(cairnHome), "empty");
  makeFolders(folder, { within: cairnHome });
  if ((folderEntries(folder) ?? []).length === 0) return folder;
  throw new CairnError("SECURITY_ERROR", "The folder the scribe runs in is not empty: it was not run.", {
    hint: "Somebody put something into scribe/empty below CAIRN_HOME. Take it out.",
  });
}

function taken(): CairnError {
  return new CairnError("SCRIBE_ERROR", "Another scribe is at work for this project.", {
    hint: "One runs at a time. Try again when it is done.",
  });
}
