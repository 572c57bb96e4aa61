import fc from "fast-check";
import { expect, test } from "vitest";
import { noFacts } from "../../test/support/no-facts.ts";
import { sourceOf } from "../../test/support/synthesis-sources.ts";
import { type Folds, foldNames, KeptFold, keptFolds } from "./kept-fold.ts";
import { archiveOf, draftMaster, finishMaster } from "./master.ts";
import { type MasterSource, type Statement, sorts } from "./statement.ts";
import { aboutOf } from "./subject.ts";

const finish = { facts: noFacts, hand: [], day: "2025-06-02", structure: "fixed", archive: "master-archive" } as const;

type Kept = Folds<string>;

/** The master and its archive, and what was concluded, as it would be read back. */
function synthesised(sources: readonly MasterSource[], before?: Kept) {
  const folds = keptFolds(before);
  const draft = draftMaster({ sources, told: [], maxBytes: 5_000, folds });
  const { body, left } = finishMaster(draft, finish);
  const kept = Object.fromEntries(foldNames.map((fold) => [fold, folds[fold].text])) as Kept;
  return { text: `${body}\n${archiveOf(left)}`, kept, folds };
}

/** Few words and numbers, so that many say the same, deny it, count it anew, leave it behind or say that it is done. */
const text = fc
  .tuple(
    fc.constantFrom(
      "Use Redis for",
      "Use Postgres for",
      "Drop Redis for",
      "No longer use Redis for",
      "Measure",
      "Keep",
    ),
    fc.constantFrom("the queue", "the cache", "the queue of the billing", "step 1", "step 2", "port 8080", "port 9090"),
    fc.constantFrom("", " instead of Redis", " rather than Postgres", " after the release", " before the release"),
  )
  .map((parts) => parts.join(" ").replace("  ", " "));
const statement = fc
  .record({ sort: fc.constantFrom(...sorts), text, isBack: fc.boolean() })
  .map(({ sort, text: words, isBack }): Statement => {
    const label = sort === "decision" && isBack ? { label: "Reversed" } : {};
    return { sort, text: words, ...label, about: aboutOf({ sort, text: words }) };
  });
const source = fc.record({
  kind: fc.constantFrom("session_summary", "session_summary", "session_summary", "decision", "constraint", "document"),
  day: fc.integer({ min: 1, max: 28 }),
  statements: fc.array(statement, { maxLength: 5 }),
});
type Drawn = typeof source extends fc.Arbitrary<infer T> ? T : never;
const drawn = fc.array(source, { minLength: 1, maxLength: 24 });

function sourcesFrom(all: readonly Drawn[]): MasterSource[] {
  return all.map(({ kind, day, statements }, n) =>
    sourceOf(`m-${n}`, {
      kind: kind as MasterSource["kind"],
      title: `Source ${n} of the queue`,
      at: `2025-01-${String(day).padStart(2, "0")}`,
      statements,
      mark: `mark${n}`,
    }),
  );
}

const change = fc.record({
  drops: fc.array(fc.nat(23), { maxLength: 2 }),
  rereads: fc.array(fc.tuple(fc.nat(23), source), { maxLength: 2 }),
  came: fc.array(source, { maxLength: 3 }),
});

test("law: whatever came, went or was read anew since, what is taken up is byte for byte what is made from the start", () => {
  fc.assert(
    fc.property(drawn, fc.array(change, { minLength: 1, maxLength: 4 }), (all, changes) => {
      let now = sourcesFrom(all);
      let { kept } = synthesised(now);
      let drawnMarks = now.length;
      for (const { drops, rereads, came } of changes) {
        const anew = new Map(rereads);
        now = now
          .map((one, n) => {
            const [other] = anew.has(n) ? sourcesFrom([anew.get(n)!]) : [];
            return other === undefined ? one : { ...other, id: one.id, kind: one.kind, mark: `mark${drawnMarks++}` };
          })
          .filter((_, n) => !drops.includes(n));
        now = [
          ...now,
          ...sourcesFrom(came).map((one) => ({ ...one, id: `n-${drawnMarks}`, mark: `mark${drawnMarks++}` })),
        ];
        const taken = synthesised(now, kept);
        expect(taken.text).toBe(synthesised(now).text);
        expect(taken.kept).toEqual(synthesised(now).kept);
        kept = taken.kept;
      }
    }),
    { numRuns: 120 },
  );
});

test("of one new summary after all others only its own statements are held against anything", () => {
  const days = Array.from({ length: 20 }, (_, n) => `2025-01-${String(n + 1).padStart(2, "0")}`);
  const said = (n: number): MasterSource => {
    const words = `Use option ${n} for part ${n} of the queue`;
    const statements = (["decision", "learning", "next"] as const).map(
      (sort): Statement => ({ sort, text: words, about: aboutOf({ sort, text: words }) }),
    );
    return sourceOf(`m-${n}`, { at: days[n]!, statements, mark: `mark${n}` });
  };
  const before = days.slice(0, 19).map((_, n) => said(n));
  const { kept } = synthesised(before);
  const { folds } = synthesised([...before, said(19)], kept);
  for (const fold of foldNames) expect(folds[fold].workedOut).toBe(1);
  const again = synthesised(before, kept).folds;
  expect(foldNames.filter((fold) => !again[fold].isAsBefore)).toEqual([]);
});

test("what has no mark is worked out each time, and so is all that comes after it", () => {
  const unmarked = [sourceOf("a", { at: "2025-01-01" }), sourceOf("b", { at: "2025-01-02", mark: "m" })];
  const { kept } = synthesised(unmarked);
  expect(synthesised(unmarked, kept).folds.toDo.workedOut).toBe(2);
});

test("law: numbers are read back as they were kept, up to the first mark that is another", () => {
  const mark = fc.stringMatching(/^[a-z0-9.]{0,4}$/);
  const rows = fc.array(fc.tuple(mark, fc.array(fc.integer({ min: -99_999, max: 99_999 }), { maxLength: 4 })));
  fc.assert(
    fc.property(rows, rows, fc.nat(9), (all, others, from) => {
      const first = new KeptFold();
      for (const [own, numbers] of all) first.step(own, () => numbers);
      const again = new KeptFold(first.text);
      const now = [...all.slice(0, from), ...others];
      const end = now.findIndex(([own], n) => n >= all.length || own !== all[n]![0]);
      now.forEach(([own, numbers], n) => {
        again.step(own, (known) => {
          expect(known).toEqual(end < 0 || n < end ? all[n]![1] : undefined);
          return known ?? numbers;
        });
      });
      expect(again.workedOut).toBe(end < 0 ? 0 : now.length - end);
      expect(again.isAsBefore).toBe(end < 0 && now.length === all.length);
    }),
  );
});
