/** What a request reads of a root: which memory files, and from where in the log. */

import { basename, sep } from "node:path";
import { setFaults } from "../../src/disk/faults.ts";
import type { TestCairn } from "../support/cairn-with.ts";

export interface Read {
  readonly memoriesRead: readonly string[];
  readonly logReadFrom: readonly number[];
}

export async function countCalls(cairn: TestCairn, act: () => Promise<unknown>): Promise<Read> {
  const memoriesRead: string[] = [];
  const logReadFrom: number[] = [];
  setFaults(({ call, path, offset }) => {
    if (call === "open" && path.startsWith(cairn.root + sep) && path.endsWith(".md")) memoriesRead.push(basename(path));
    if (call === "read" && path.endsWith(".log") && offset !== undefined) logReadFrom.push(offset);
    return undefined;
  });
  try {
    await act();
  } finally {
    setFaults(undefined);
  }
  return { memoriesRead: memoriesRead.filter((name) => !name.startsWith("MEMORY")), logReadFrom };
}
