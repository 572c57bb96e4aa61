import fc from "fast-check";
import { expect, test } from "vitest";
import { unitFrom } from "../../../test/support/index-unit.ts";
import { buildSegment } from "./build-segment.ts";
import { readableOf } from "./bytes.ts";
import { mergeSegments } from "./merge-segments.ts";
import { Segment } from "./segment.ts";
import type { Unit } from "./unit.ts";

const words = fc.array(fc.constantFrom("cache", "redis", "the", "schema", "Müller", "src/app.ts", "42", "deploy?"), {
  maxLength: 12,
});
const leaf = fc
  .record({ text: words, speaker: fc.option(fc.constantFrom("user", "Ada", "assistant"), { nil: undefined }) })
  .map(({ text, speaker }) => ({ text: text.join(" "), ...(speaker === undefined ? {} : { speaker }) }));
const names = (some: string[]) => fc.array(fc.constantFrom(...some), { maxLength: 2 });

const unit: fc.Arbitrary<Unit> = fc
  .record({
    path: fc.tuple(fc.constantFrom("", "a/", "a/b/", "z-"), fc.nat(200)).map(([folder, n]) => `${folder}m${n}.md`),
    id: fc.constantFrom("m1", "m2", "other"),
    sort: fc.constantFrom("memory" as const, "turns" as const),
    kind: fc.constantFrom("project", "decision", "runbook"),
    scope: fc.constantFrom("project", "user"),
    trust: fc.constantFrom("stated", "imported"),
    status: fc.constantFrom("active" as const, "retired" as const, "archived" as const),
    title: words.map((some) => some.join(" ")),
    keys: names(["m1", "an alias", "redis"]),
    tags: names(["x", "y"]),
    files: names(["src/app.ts", "b.c"]),
    created: fc.nat(10).map((n) => n * 60_000),
    supersedes: names(["m1", "m2"]),
    supersededBy: fc.option(fc.constant("m2"), { nil: undefined }),
    session: fc.option(fc.constantFrom("s1", "s2", "s3"), { nil: undefined }),
    hash: fc.constantFrom("00".repeat(32), "ab".repeat(32)),
    stamp: fc.nat(9).map((n) => ({ size: n, mtimeNs: BigInt(n), ctimeNs: 1n, ino: 7n })),
    leaves: fc.array(leaf, { maxLength: 3 }),
  })
  .map(({ session, supersededBy, ...given }) =>
    unitFrom({
      ...given,
      ...(session === undefined ? {} : { session }),
      ...(supersededBy === undefined ? {} : { supersededBy }),
    }),
  );

test("segments made into one are, to the byte, one built of what still holds in them", () => {
  const placed = fc.record({ unit, part: fc.nat(3), isDeleted: fc.boolean() });
  fc.assert(
    fc.property(fc.uniqueArray(placed, { selector: (one) => one.unit.path, maxLength: 40 }), (all) => {
      const parts = [0, 1, 2, 3].map((part) => {
        const here = all.filter((one) => one.part === part);
        const segment = new Segment(readableOf(buildSegment(here.map((one) => one.unit))));
        const gone = here.filter(({ isDeleted }) => isDeleted).map((one) => segment.find(one.unit.path));
        return { segment, deleted: new Set(gone) };
      });
      const living = all.filter(({ isDeleted }) => !isDeleted).map((one) => one.unit);
      expect(Buffer.from(mergeSegments(parts)).equals(buildSegment(living))).toBe(true);
    }),
    { numRuns: 100 },
  );
});
