import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, expect, test } from "vitest";
import { setFaults } from "../disk/faults.ts";
import { offRecordSpans } from "./off-record.ts";
import { foldAll, heirOf, nothingYet } from "./session-state.ts";
import type { TrailLine } from "./step.ts";
import { Trail } from "./trail.ts";

const folder = mkdtempSync(join(tmpdir(), "cairn-sums-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => setFaults(undefined));

let count = 0;
const at = "2026-11-15T10:00:00.000Z";
const newTrail = () => new Trail(join(folder, `${count++}.jsonl`));
const heard = (agent: string): TrailLine => ({ is: "heard", at, agent, from: "web" });

/** Between the look of whoever writes next to this file and its line, this happens. */
function meanwhile(path: string, ...acts: (() => void)[]): void {
  setFaults(({ call, path: to }) => {
    if (call === "write" && to === path) acts.shift()?.();
    return undefined;
  });
}

test("what others note while a session is summed up is in the state, for whoever reads it", () => {
  const [trail, path] = [newTrail()].flatMap((one) => [one, one.path]) as [Trail, string];
  const [other, warm] = [new Trail(path), new Trail(path)];
  trail.append(heard("before"));
  warm.state();
  meanwhile(path, () => {
    other.append(heard("between"));
    expect(other.once("prompt:1", at)).toBe(true);
    warm.state();
  });
  trail.sumUp(at);
  setFaults(undefined);
  for (const reader of [new Trail(path), trail, other, warm]) {
    expect(reader.state()).toMatchObject({ heard: ["before", "between"], once: ["prompt:1"], hasHeard: true });
    expect(reader.once("prompt:1", at)).toBe(false);
  }
  trail.append(heard("after"));
  expect(new Trail(path).state().heard).toEqual(["before", "between", "after"]);
});

test("of sums that nobody who wrote them knew of each other, none takes anything away, and nothing counts twice", () => {
  const step = fc.record({
    by: fc.nat(2),
    does: fc.constantFrom("edit", "prompt", "open", "close", "heard", "once", "sum", "sum", "look"),
    name: fc.nat(30),
  });
  const lineOf = ({ does, name }: { does: string; name: number }): TrailLine => {
    if (does === "edit") return { is: "edit", at, path: `${name}.ts` };
    if (does === "prompt") return { is: "prompt", at, text: `please do ${name}` };
    if (does === "once") return { is: "once", at, key: `k${name}`, by: `${name}` };
    return does === "heard" ? heard(`a${name}`) : { is: does as "open" | "close", at, turn: `t${name}` };
  };
  let behind = 0;
  fc.assert(
    fc.property(
      fc.array(fc.record({ step, between: fc.array(step, { maxLength: 4 }) }), { maxLength: 14 }),
      fc.boolean(),
      (steps, isLong) => {
        const path = newTrail().path;
        const trails = [new Trail(path), new Trail(path), new Trail(path)];
        if (isLong) for (let n = 0; n < 50; n++) trails[0]!.append({ is: "remark", at, text: "x".repeat(1_400) });
        const act = (one: { by: number; does: string; name: number }) => {
          const trail = trails[one.by]!;
          if (one.does === "sum") trail.sumUp(at);
          else if (one.does === "look") trail.state();
          else trail.append(lineOf(one));
        };
        for (const { step: one, between } of steps) {
          meanwhile(path, ...between.map((other) => () => act(other)));
          act(one);
          setFaults(undefined);
        }
        const file = new Trail(path).lines();
        behind += file.filter((line, n) => line.is === "state" && file[n + 1]?.is === "state").length;
        const all = foldAll(file.filter(({ is }) => is !== "state"));
        const summed = (state: typeof all) => ({ ...state, lastActivity: undefined });
        expect(summed(new Trail(path).state())).toEqual(summed(all));
        expect(summed(foldAll(file))).toEqual(summed(all));
        for (const trail of trails) expect(summed(trail.state())).toEqual(summed(all));
      },
    ),
    { numRuns: 150 },
  );
  expect(behind).toBeGreaterThan(20);
});

test("though more was noted meanwhile than a cold reader looks back for", () => {
  const trail = newTrail();
  const other = new Trail(trail.path);
  trail.append(heard("before"));
  trail.sumUp(at);
  meanwhile(trail.path, () => {
    other.append(heard("between"));
    for (let n = 0; n < 60; n++) other.append({ is: "remark", at, text: "x".repeat(1_400) });
  });
  trail.sumUp(at);
  setFaults(undefined);
  trail.append(heard("after"));
  expect(statSync(trail.path).size).toBeGreaterThan(80_000);
  expect(new Trail(trail.path).state().heard).toEqual(["before", "between", "after"]);
  expect(trail.state().heard).toEqual(["before", "between", "after"]);
});

test("off the record stays so, though a session that was not was summed up just then", () => {
  const trail = newTrail();
  const other = new Trail(trail.path);
  trail.append({ is: "prompt", at, text: "hello" });
  meanwhile(trail.path, () => other.append({ is: "flag", at, flag: "off-the-record", on: true }));
  trail.sumUp("2026-11-15T10:00:01.000Z");
  setFaults(undefined);
  const cold = new Trail(trail.path);
  expect(cold.state().offTheRecord).toBe(true);
  expect(offRecordSpans(cold.lines())).toEqual([{ from: Date.parse(at) - 60_000 }]);
  cold.append({ is: "prompt", at, text: "a secret plan" });
  expect(readFileSync(trail.path, "utf8")).not.toContain("plan");
});

test("what is noted while a session takes over from another is not lost either", () => {
  const trail = newTrail();
  const other = new Trail(trail.path);
  trail.append({ is: "prompt", at, text: "hello" });
  const heir = heirOf({ ...nothingYet, files: ["a.ts"], shown: { "": ["project:m1"] } }, "s0", { cleared: false });
  meanwhile(trail.path, () => other.append({ is: "edit", at, path: "b.ts" }));
  trail.inherit(heir, at);
  setFaults(undefined);
  for (const reader of [new Trail(trail.path), trail, other])
    expect(reader.state()).toMatchObject({
      ancestors: ["s0"],
      prompts: ["hello"],
      files: ["a.ts", "b.ts"],
      shown: { "": ["project:m1"] },
    });
});

test("a sum that does not say how far it read has all that stands before it; one that says nonsense too", () => {
  for (const said of [{}, { readTo: 9_000_000 }, { readTo: "soon" }]) {
    const trail = newTrail();
    trail.append(heard("before"));
    const sum = { is: "state", at, ...said, state: { ...nothingYet, heard: ["summed"] } };
    appendFileSync(trail.path, `${JSON.stringify(sum)}\n`);
    trail.append(heard("after"));
    expect(new Trail(trail.path).state().heard).toEqual(["summed", "after"]);
    expect(trail.state().heard).toEqual(["summed", "after"]);
  }
});
