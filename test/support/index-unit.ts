/** Units for tests and benchmarks: whatever is not said is plain. */

import type { Unit } from "../../src/search/index/unit.ts";

export function unitFrom(given: Partial<Unit> & Pick<Unit, "path" | "leaves">): Unit {
  const id = given.path.replace(/\.md$/, "");
  return {
    stamp: { size: 0, mtimeNs: 0n, ctimeNs: 0n, ino: 0n },
    hash: "00".repeat(32),
    id,
    sort: "memory",
    kind: "project",
    scope: "project",
    trust: "imported",
    status: "active",
    title: "",
    keys: [id],
    tags: [],
    files: [],
    created: 0,
    updated: given.created ?? 0,
    supersedes: [],
    opening: given.leaves[0]?.text ?? "",
    ...given,
  };
}
