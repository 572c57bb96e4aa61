/** Names of files in a folder as they change, where the system tells of it. A hint: nothing may depend on it. */

import { watch } from "node:fs";
import { codeOf } from "./errors.ts";

/** Does not keep the process alive. Returns how to stop. */
export function watchFolder(path: string, onName: (name: string) => void): () => void {
  try {
    const watcher = watch(path, { persistent: false }, (_, name) => {
      if (name !== null) onName(name);
    });
    watcher.on("error", () => watcher.close()); // the folder is gone, or the system has no more to give
    return () => watcher.close();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return () => undefined; // no events here: the sweep sees the same, later
  }
}
