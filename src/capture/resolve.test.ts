import { expect, test } from "vitest";
import {
  type Action,
  actions,
  lifecycleEvents,
  type ResolveQuestion,
  resolutions,
  resolve,
  type Structural,
  standingOf,
  structurals,
  type Veto,
} from "./resolve.ts";

const plain: ResolveQuestion = {
  structural: "CREATE",
  wanted: "CREATE",
  vetoes: [],
  reason: "another service",
  sameFrom: 0.8,
};
const near = { id: "wal-mode", similarity: 0.5 };

const table: readonly (readonly [Structural, Action, Action])[] = [
  ["CREATE", "CREATE", "CREATE"],
  ["UPDATE_OR_DELETE", "UPDATE", "UPDATE"],
  ["UPDATE_OR_DELETE", "DELETE", "DELETE"],
  ["CREATE", "UPDATE", "CREATE"],
  ["CREATE", "DELETE", "NOOP"],
  ["UPDATE_OR_DELETE", "CREATE", "CREATE"],
  ["UPDATE", "CREATE", "CREATE"],
  ["UPDATE", "UPDATE", "UPDATE"],
  ["UPDATE", "DELETE", "UPDATE"],
  ["NOOP", "CREATE", "NOOP"],
  ["NOOP", "UPDATE", "NOOP"],
  ["NOOP", "DELETE", "NOOP"],
];

test.each(table)("%s and %s make %s", (structural, wanted, action) => {
  const candidate = structural === "CREATE" || structural === "NOOP" ? undefined : near;
  expect(resolve({ ...plain, structural, wanted, candidate }).action).toBe(action);
});

test("whoever wants nothing gets nothing, whatever stands", () => {
  expect(structurals.map((structural) => resolutions[structural].NOOP)).toEqual(structurals.map(() => "NOOP"));
});

test("a second memory beside a candidate is marked as a possible duplicate", () => {
  const asked = { ...plain, structural: "UPDATE", candidate: near } as const;
  expect(resolve(asked)).toMatchObject({ action: "CREATE", possibleDuplicateOf: "wal-mode" });
});

test("without a reason, or where the two are nearly the same, a second memory becomes an update", () => {
  const asked = { ...plain, structural: "UPDATE_OR_DELETE", candidate: near } as const;
  expect(resolve({ ...asked, reason: " " }).action).toBe("UPDATE");
  const same = { ...asked, candidate: { ...near, similarity: 0.8 } };
  expect(resolve(same)).toMatchObject({ action: "UPDATE" });
  expect(resolve({ ...same, sameFrom: 0.9 })).toMatchObject({ action: "CREATE", possibleDuplicateOf: "wal-mode" });
});

const veto = (action: Veto["action"]): Veto => ({ action, reason: `no ${action}` });
const vetoed: readonly (readonly [readonly Veto[], Action, boolean, Action])[] = [
  [[veto("DELETE")], "DELETE", true, "UPDATE"],
  [[veto("DELETE")], "UPDATE", true, "UPDATE"],
  [[veto("DELETE"), veto("UPDATE")], "DELETE", true, "NOOP"],
  [[veto("CREATE")], "CREATE", false, "NOOP"],
  [[veto("CREATE")], "CREATE", true, "UPDATE"],
  [[veto("CREATE"), veto("UPDATE")], "CREATE", true, "NOOP"],
  [[veto("UPDATE")], "UPDATE", true, "NOOP"],
  [[veto("UPDATE")], "CREATE", true, "CREATE"],
];

test.each(vetoed)("with vetoes %j, %s (candidate: %s) becomes %s", (vetoes, wanted, hasCandidate, action) => {
  const structural = hasCandidate ? "UPDATE_OR_DELETE" : "CREATE";
  const candidate = hasCandidate ? near : undefined;
  expect(resolve({ ...plain, structural, wanted, vetoes, candidate }).action).toBe(action);
});

test("an action that is vetoed is never the answer, whatever is asked", () => {
  for (const structural of structurals)
    for (const wanted of actions)
      for (const [first, second] of [
        ["CREATE", "UPDATE"],
        ["UPDATE", "DELETE"],
        ["DELETE", "CREATE"],
      ] as const) {
        const candidate = structural.startsWith("UPDATE") ? near : undefined;
        const { action } = resolve({ ...plain, structural, wanted, candidate, vetoes: [veto(first), veto(second)] });
        expect([first, second]).not.toContain(action);
      }
});

test("what a person decided, prefers or summed up is not retired by a machine; the veto names that action alone", () => {
  for (const kind of ["decision", "preference", "session_summary"] as const) {
    const { structural, vetoes } = standingOf(kind, true);
    expect(structural).toBe("UPDATE");
    expect(vetoes.map(({ action }) => action)).toEqual(["DELETE"]);
  }
  expect(standingOf("runbook", true)).toMatchObject({ structural: "UPDATE_OR_DELETE", vetoes: [] });
});

test("the end of something that is not remembered is nothing to write down", () => {
  expect(standingOf("tech_debt", false)).toMatchObject({ structural: "CREATE", preAction: "CREATE" });
  for (const event of lifecycleEvents) {
    expect(standingOf("tech_debt", false, event)).toMatchObject({ structural: "NOOP", preAction: "NOOP" });
  }
});

test.each([
  ["CREATE", "CREATE", undefined, "nothing like it is known"],
  ["UPDATE", "CREATE", "wal", "something else than wal"],
  ["UPDATE", "UPDATE", "wal", "wal is about the same"],
  ["UPDATE_OR_DELETE", "DELETE", "wal", "wal is over"],
  ["CREATE", "DELETE", undefined, "nothing is known that this would change"],
] as const)("%s and %s: the reason is in words for who decides", (structural, wanted, id, because) => {
  const candidate = id === undefined ? undefined : { id, similarity: 0.1 };
  const question = { structural, wanted, vetoes: [], reason: "it was decided", sameFrom: 0.7, candidate };
  expect(resolve(question).because).toBe(because);
});
