/** Names of files in a folder as they change, where the system tells of it. A hint: nothing may depend on it. */

import { statfsSync, watch } from "node:fs";
import { basename } from "node:path";
import { codeOf } from "./errors.ts";

/** File systems that tell of every change, as Linux numbers them: ext, XFS, Btrfs, tmpfs, F2FS, ZFS, and one laid over others. */
const TELLING: readonly number[] = [0xef53, 0x58465342, 0x9123683e, 0x01021994, 0xf2f52010, 0x2fc12fc1, 0x794c7630];

interface Watching {
  onName(name: string): void;
  /** The system tells no more: the folder is gone, or there is nothing left to tell with. */
  onLost(): void;
}

/** Does not keep the process alive. Returns how to stop; undefined where the system tells nothing. */
export function watchFolder(path: string, { onName, onLost }: Watching): (() => void) | undefined {
  try {
    const lose = () => {
      watcher.close();
      onLost();
    };
    const watcher = watch(path, { persistent: false }, (event, name) => {
      // By its own name the system tells that the folder itself was moved or taken away: from then on it is silent.
      if (event === "rename" && name === basename(path)) lose();
      else if (name !== null) onName(name);
    });
    watcher.on("error", lose);
    return () => watcher.close();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined; // no events here: the sweep sees the same, later
  }
}

/** Does the system tell of whatever is done to a file there? Of a folder that another machine shares it may not. */
export function isToldOf(path: string): boolean {
  try {
    return process.platform === "linux" && TELLING.includes(statfsSync(path).type);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}
