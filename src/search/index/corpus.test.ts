import { expect, test } from "vitest";
import { unitFrom } from "../../../test/support/index-unit.ts";
import { buildSegment } from "./build-segment.ts";
import { readableOf } from "./bytes.ts";
import { Corpus } from "./corpus.ts";
import { Segment } from "./segment.ts";
import { leafFlag } from "./unit.ts";

const COUNT = 2_000;

/** Memories of sessions, some alone, some in passages, dialogues, and some that are known and never found. */
function segment(): Segment {
  const units = Array.from({ length: COUNT }, (_, n) =>
    unitFrom({
      path: `project/note-${n}.md`,
      sort: n % 11 === 0 ? "turns" : "memory",
      leaves: Array.from({ length: n % 50 === 3 ? 0 : n % 7 === 0 ? 3 : 1 }, (_, nth) => ({ text: `Leaf ${nth}.` })),
      ...(n % 5 === 0 ? {} : { session: `session-${n % 40}` }),
    }),
  );
  return new Segment(readableOf(buildSegment(units)));
}

function docsNth(step: number): number[] {
  return Array.from({ length: Math.floor(COUNT / step) }, (_, n) => n * step);
}

test.each([[docsNth(1_999)], [docsNth(40)], [docsNth(3)]])(
  "the leaves of deleted documents are marked, and no others",
  (deleted) => {
    const made = segment();
    const gone = new Set(deleted);
    const [part] = new Corpus([{ segment: made, deleted }]).parts;
    const marked = [...part!.leaves.flags].map((flags) => (flags & leafFlag.deleted) !== 0);
    expect(marked).toEqual([...made.leaves.doc].map((doc) => gone.has(doc)));
  },
);

test("the first leaf of a document is the same for few questions and for many", () => {
  const corpus = new Corpus([{ segment: segment() }]);
  const [part] = corpus.parts;
  const { doc: docs } = part!.leaves;
  for (let doc = 0; doc < COUNT; doc++) {
    const first = docs.indexOf(doc);
    expect(corpus.firstLeaf(part!, doc)?.leaf ?? -1).toBe(first);
  }
});

test("few deleted documents cost no walk through all leaves", () => {
  const made = segment();
  const [first, ...deleted] = [21, 7, 14, 70].map((n) => made.find(`project/note-${n}.md`));
  let looks = 0;
  const doc = new Proxy(made.leaves.doc, {
    get(column, key) {
      looks++;
      return Reflect.get(column, key, column);
    },
  });
  Object.defineProperty(made.leaves, "doc", { value: doc });
  const corpus = new Corpus([{ segment: made, deleted }]);
  corpus.firstLeaf(corpus.parts[0]!, first!);
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(COUNT / 4);
});
