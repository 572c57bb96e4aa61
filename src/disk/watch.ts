/** Names of files in a folder as they change, where the system tells of it. A hint: nothing may depend on it. */

import { watch } from "node:fs";
import { basename } from "node:path";
import { codeOf } from "./errors.ts";

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
