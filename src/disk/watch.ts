/** Names of files in a folder as they change, where the system tells of it. A hint: nothing may depend on it. */

import { statfsSync, watch } from "node:fs";
import { basename } from "node:path";
import { codeOf } from "./errors.ts";
import { smallText } from "./process.ts";

/** File systems that tell of every change, as Linux numbers them: ext, XFS, Btrfs, tmpfs, F2FS, ZFS, and one laid over others. */
const TELLING: readonly number[] = [0xef53, 0x58465342, 0x9123683e, 0x01021994, 0xf2f52010, 0x2fc12fc1, 0x794c7630];

interface Watching {
  onName(name: string): void;
  /** The system tells no more: the folder is gone, or there is nothing left to tell with; or it may have kept something to itself. */
  onLost(): void;
}

/** How each folder that is watched is given up. */
const losing = new Set<() => void>();

/** Does not keep the process alive. Returns how to stop; undefined where the system tells nothing. */
export function watchFolder(path: string, { onName, onLost }: Watching): (() => void) | undefined {
  try {
    const stop = () => {
      losing.delete(lose);
      watcher.close();
    };
    const lose = () => {
      stop();
      onLost();
    };
    const watcher = watch(path, { persistent: false }, (event, name) => {
      if (isTooMuch()) for (const each of [...losing]) each();
      // By its own name the system tells that the folder itself was moved or taken away: from then on it is silent.
      else if (event === "rename" && name === basename(path)) lose();
      else if (name !== null) onName(name);
    });
    losing.add(lose);
    watcher.on("error", lose);
    return stop;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined; // no events here: the sweep sees the same, later
  }
}

const USUALLY_QUEUED = 16_384;
let mostAtOnce: number | undefined;
let toldAtOnce = 0;

/** Linux keeps so many words for who is busy and drops the rest; that it did is told, and Node passes over it. */
function isTooMuch(): boolean {
  mostAtOnce ??= (Number(smallText("/proc/sys/fs/inotify/max_queued_events")) || USUALLY_QUEUED) / 2;
  if (toldAtOnce === 0)
    setImmediate(() => {
      toldAtOnce = 0;
    });
  return ++toldAtOnce >= mostAtOnce;
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
