/** Names of files in a folder as they change, where the system tells of it. A hint: nothing may depend on it. */

import { watch } from "node:fs";
import { codeOf } from "./errors.ts";

export interface Watching {
  onName(name: string): void;
  /** The system tells no more: the folder is gone, or there is nothing left to tell with. */
  onLost(): void;
}

/** Does not keep the process alive. Returns how to stop; undefined where the system tells nothing. */
export function watchFolder(path: string, { onName, onLost }: Watching): (() => void) | undefined {
  try {
    const watcher = watch(path, { persistent: false }, (_, name) => {
      if (name !== null) onName(name);
    });
    watcher.on("error", () => {
      watcher.close();
      onLost();
    });
    return () => watcher.close();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined; // no events here: the sweep sees the same, later
  }
}
