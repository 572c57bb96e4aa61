import fc from "fast-check";
import { expect, test } from "vitest";
import { CairnError } from "../model/error.ts";
import { kindNames } from "../model/kind.ts";
import type { Anchor, MemoryId } from "../model/memory.ts";
import { trusts } from "../model/trust.ts";
import {
  growFiles,
  growTags,
  type LifecycleVeto,
  type LifeState,
  mostTags,
  refuseUntrusted,
  refuseVetoed,
  vetoesOn,
} from "./protect.ts";

const now = new Date("2025-06-02T12:00:00Z");
const id = "wal" as MemoryId;
const retired = (hoursAgo: number): LifeState => ({
  id,
  status: "retired",
  retired: { at: new Date(now.getTime() - hoursAgo * 3_600_000).toISOString(), reason: "" },
});

/** The code of the veto on each action; a dash where it is allowed. */
function verdicts(standing: LifeState): Record<LifecycleVeto["action"], string> {
  const actions = ["create", "update", "retire", "archive", "restore", "unarchive"] as const;
  return Object.fromEntries(
    actions.map((action) => {
      try {
        refuseVetoed(vetoesOn(standing, now), action);
        return [action, "-"];
      } catch (error) {
        const { code, kind, hint } = error as CairnError;
        expect(kind).toBe("conflict");
        expect(hint).not.toBe("");
        return [action, code];
      }
    }),
  ) as Record<LifecycleVeto["action"], string>;
}

test.each<[string, LifeState, Record<LifecycleVeto["action"], string>]>([
  [
    "active",
    { id, status: "active" },
    { create: "-", update: "-", retire: "-", archive: "-", restore: "RESTORE_ERROR", unarchive: "UNARCHIVE_ERROR" },
  ],
  [
    "retired an hour ago",
    retired(1),
    {
      create: "ANTI_RESURRECTION_ERROR",
      update: "UPDATE_ERROR",
      retire: "-",
      archive: "ARCHIVE_ERROR",
      restore: "-",
      unarchive: "UNARCHIVE_ERROR",
    },
  ],
  [
    "retired two days ago",
    retired(48),
    {
      create: "-",
      update: "UPDATE_ERROR",
      retire: "-",
      archive: "ARCHIVE_ERROR",
      restore: "-",
      unarchive: "UNARCHIVE_ERROR",
    },
  ],
  [
    "archived",
    { id, status: "archived" },
    {
      create: "CREATE_OVERWRITE_ERROR",
      update: "UPDATE_ERROR",
      retire: "RETIRE_ERROR",
      archive: "-",
      restore: "RESTORE_ERROR",
      unarchive: "-",
    },
  ],
])("C09: each veto on a memory that is %s names the one action it forbids", (_, standing, expected) => {
  expect(verdicts(standing)).toEqual(expected);
});

test.each([
  [0, "ANTI_RESURRECTION_ERROR"],
  [23.99, "ANTI_RESURRECTION_ERROR"],
  [24, "-"],
])("R262: %s hours after it was retired, remembering it anew is judged %s", (hours, verdict) => {
  expect(verdicts(retired(hours)).create).toBe(verdict);
});

test("R262: a retirement without a readable date holds nothing up", () => {
  expect(verdicts({ id, status: "retired", retired: { at: "soon", reason: "" } }).create).toBe("-");
  expect(verdicts({ id, status: "retired" }).create).toBe("-");
});

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `t${n + from}`);

test("R265: from 11 tags to 14 the new ones come in, and the oldest make room, said by name", () => {
  const { kept, evicted } = growTags(numbered(11), numbered(3, 11));
  expect(kept).toEqual([...numbered(9, 2), "t11", "t12", "t13"]);
  expect(evicted).toEqual(["t0", "t1"]);
});

test("R265: below the cap a tag may not leave; at the cap one may when another enters", () => {
  expect(() => growTags(numbered(5), ["new"], { removeTags: ["t0"] })).toThrow(CairnError);
  expect(() => growTags(numbered(12), [], { removeTags: ["t0"] })).toThrow(CairnError);
  expect(() => growTags(numbered(12), ["new"], { removeTags: ["t0", "t1"] })).toThrow(CairnError);
  expect(growTags(numbered(12), ["new"], { removeTags: ["t3"] }).kept).toEqual([
    ...numbered(12).filter((tag) => tag !== "t3"),
    "new",
  ]);
});

test("R265: below the cap tags only grow, and never above it; no tag given now is the one that makes room", () => {
  const tags = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 12 });
  fc.assert(
    fc.property(tags, fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 20 }), (existing, added) => {
      const { kept, evicted } = growTags(existing, added);
      const all = new Set([...existing, ...added]);
      expect(kept.length).toBe(Math.min(all.size, mostTags));
      expect(new Set([...kept, ...evicted])).toEqual(all);
      if (all.size <= mostTags) expect(evicted).toEqual([]);
      if (added.length <= mostTags) for (const tag of added) expect(kept).toContain(tag);
    }),
  );
});

const anchor = (path: string, blob?: string): Anchor => (blob === undefined ? { path } : { path, blob });

test("R266: related files only grow, but what no longer exists may go", () => {
  const there = new Set(["a.ts", "b.ts"]);
  const isThere = (path: string) => there.has(path);
  const existing = [anchor("a.ts", "1"), anchor("gone.ts", "2")];
  expect(growFiles(existing, [anchor("b.ts", "3")], { isThere })).toEqual([...existing, anchor("b.ts", "3")]);
  expect(growFiles(existing, [], { removeFiles: ["gone.ts"], isThere })).toEqual([anchor("a.ts", "1")]);
  expect(() => growFiles(existing, [], { removeFiles: ["a.ts"], isThere })).toThrow(CairnError);
  expect(growFiles(existing, [], { removeFiles: ["never-there.ts"], isThere })).toEqual(existing);
});

test("a file named again takes its place with the content it has now", () => {
  expect(growFiles([anchor("a.ts", "old"), anchor("b.ts")], [anchor("a.ts", "new")])).toEqual([
    anchor("a.ts", "new"),
    anchor("b.ts"),
  ]);
});

test("untrusted text never becomes an instruction: user, feedback, preference or profile", () => {
  const refused = kindNames.filter((kind) => {
    try {
      refuseUntrusted(kind, "untrusted");
      return false;
    } catch {
      return true; // a CairnError, by the signature
    }
  });
  expect(refused).toEqual(["user", "feedback", "preference", "user_profile"]);
  for (const trust of trusts.slice(0, -1)) for (const kind of kindNames) refuseUntrusted(kind, trust);
});
