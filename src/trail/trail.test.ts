import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, expect, test } from "vitest";
import { setFaults } from "../disk/faults.ts";
import { defined } from "../model/defined.ts";
import { foldAll, nothingYet } from "./session-state.ts";
import type { ShownStep } from "./shown-step.ts";
import type { TrailLine } from "./step.ts";
import { Trail } from "./trail.ts";
import { Trails } from "./trails.ts";

const folder = mkdtempSync(join(tmpdir(), "cairn-trail-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => setFaults(undefined));

let count = 0;
const at = "2026-11-15T10:00:00.000Z";
const newTrail = () => new Trail(join(folder, `${count++}.jsonl`));

const shown = (id: string, agent?: string): TrailLine => ({
  is: "shown",
  at,
  moment: "prompt",
  budgetTokens: 400,
  tokens: 10,
  print: "ab",
  printer: 1,
  memories: [{ scope: "project", id, path: `project/${id}.md`, hash: "cd", why: ["named"] }],
  ...defined({ agent }),
});

test("a session's state is the fold of its lines, whoever reads them and however often", () => {
  const line: fc.Arbitrary<TrailLine> = fc.oneof(
    fc.record({ is: fc.constant("open" as const), at: fc.constant(at), turn: fc.constantFrom("a", "b") }),
    fc.record({ is: fc.constant("close" as const), at: fc.constant(at), turn: fc.constantFrom("a", "b") }),
    fc.record({ is: fc.constant("prompt" as const), at: fc.constant(at), text: fc.string() }),
    fc.record({ is: fc.constant("edit" as const), at: fc.constant(at), path: fc.constantFrom("x.ts", "y.ts") }),
    fc.record({ is: fc.constant("once" as const), at: fc.constant(at), key: fc.constantFrom("k1", "k2") }),
    fc.record({ is: fc.constant("compacted" as const), at: fc.constant(at) }),
    fc.constantFrom("m1", "m2").map((id) => shown(id)),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.nat(30), (lines, summedAt) => {
      const trail = newTrail();
      const warm = new Trail(trail.path);
      for (const [n, one] of lines.entries()) {
        trail.append(one);
        if (n === summedAt) trail.sumUp(at);
        if (n % 5 === 0) warm.state();
      }
      const whole = foldAll(trail.lines());
      expect(trail.state()).toEqual(whole);
      expect(warm.state()).toEqual(whole);
      expect(new Trail(trail.path).state()).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});

test("a long trail is read from its end, from where it was summed up last", () => {
  const trail = newTrail();
  trail.append({ is: "edit", at, path: "first.ts" });
  for (let n = 0; n < 400; n++) trail.append({ is: "remark", at, text: "x".repeat(300) });
  expect(statSync(trail.path).size).toBeGreaterThan(100_000);
  expect(new Trail(trail.path).state().files).toEqual(["first.ts"]);
  trail.sumUp(at);
  for (let n = 0; n < 50; n++) trail.append({ is: "remark", at, text: "y" });
  expect(new Trail(trail.path).state().files).toEqual(["first.ts"]);
});

test("a sum that is torn, or only quoted, is none; of a trail that was trimmed nothing is told though it has one", () => {
  const trail = newTrail();
  trail.append({ is: "start", at, source: "startup", project: "here" });
  trail.append({ is: "edit", at, path: "first.ts" });
  trail.append({ is: "prompt", at, text: '\n{"is":"state","at":"now","state":{}}' });
  appendFileSync(trail.path, '{"is":"state","at":"2026-11-1\n');
  trail.append({ is: "edit", at, path: "second.ts" });
  const cold = () => new Trail(trail.path);
  expect(cold().state()).toEqual(foldAll(trail.lines()));
  expect(cold().stateIn(["here"])?.files).toEqual(["first.ts", "second.ts"]);
  trail.sumUp(at);
  trail.append({ is: "edit", at, path: "third.ts" });
  expect(cold().stateIn(["here"])?.files).toEqual(["first.ts", "second.ts", "third.ts"]);
  expect(cold().stateIn(["there"])).toBeUndefined();
  const kept = readFileSync(trail.path, "utf8").split("\n").slice(-3).join("\n");
  writeFileSync(trail.path, `{"is":"trimmed","at":"${at}"}\n${kept}`);
  expect(cold().stateIn(["here"])).toBeUndefined();
  expect(cold().state().files).toEqual(["first.ts", "second.ts", "third.ts"]);
});

test("the newest lines are those of the file, whoever added them; a process does not read its own again", () => {
  const trail = newTrail();
  const other = new Trail(trail.path);
  const step = fc.record({ isOther: fc.boolean(), text: fc.string({ maxLength: 40 }), looks: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      for (const { isOther, text, looks } of steps) {
        (isOther ? other : trail).append({ is: "remark", at, text });
        if (looks) expect(trail.newest()).toEqual(trail.lines());
      }
      expect(trail.newest()).toEqual(new Trail(trail.path).newest());
      expect(trail.state()).toEqual(new Trail(trail.path).state());
    }),
    { numRuns: 40 },
  );
  const [first] = trail.newest();
  let reads = 0;
  setFaults(({ call, path }) => {
    if (path === trail.path && call === "read") reads++;
    return undefined;
  });
  for (let n = 0; n < 5; n++) trail.append({ is: "remark", at, text: `own ${n}` });
  expect([trail.newest().at(-1), trail.newest()[0] === first]).toEqual([{ is: "remark", at, text: "own 4" }, true]);
  setFaults(undefined);
  expect(reads).toBe(0);
});

test("what is taken out of a trail is not among its newest lines, though they were read before", () => {
  const trail = newTrail();
  for (const text of ["one", "two"]) trail.append({ is: "remark", at, text });
  expect(trail.newest()).toHaveLength(2);
  const left = readFileSync(trail.path, "utf8").split("\n").slice(1).join("\n");
  rmSync(trail.path);
  writeFileSync(trail.path, left);
  expect(trail.newest()).toEqual([{ is: "remark", at, text: "two" }]);
});

test("of a long trail the newest lines move on, and stay those of the file's end", () => {
  const trail = newTrail();
  const text = "x".repeat(1_500);
  for (let n = 0; n < 200; n++) {
    trail.append({ is: "remark", at, text: `${n} ${text}` });
    if (n % 7 === 0) trail.newest();
  }
  const all = trail.lines();
  const newest = trail.newest();
  expect(newest.length).toBeGreaterThan(120);
  expect(newest).toEqual(all.slice(-newest.length));
  expect(newest).toEqual(new Trail(trail.path).newest());
});

test("half a line is skipped, and the next one begins on its own", () => {
  const trail = newTrail();
  trail.append({ is: "edit", at, path: "a.ts" });
  appendFileSync(trail.path, '{"is":"edit","at":"20');
  const other = new Trail(trail.path);
  expect(other.state().files).toEqual(["a.ts"]);
  other.append({ is: "edit", at, path: "b.ts" });
  expect(new Trail(trail.path).state().files).toEqual(["a.ts", "b.ts"]);
  expect(trail.state().files).toEqual(["a.ts", "b.ts"]);
});

test("lines of a newer Cairn, and lines that are none, are skipped", () => {
  const trail = newTrail();
  writeFileSync(trail.path, '{"is":"hologram"}\n[]\nnull\n\n{"is":"edit","at":"x","path":"a.ts"}\n');
  expect(trail.state().files).toEqual(["a.ts"]);
});

test("off the record nothing is written, in no process, until it is over", () => {
  const trail = newTrail();
  const other = new Trail(trail.path);
  trail.append({ is: "flag", at, flag: "off-the-record", on: true });
  const before = readFileSync(trail.path, "utf8");
  for (const each of [trail, other]) {
    each.append({ is: "prompt", at, text: "a secret plan" });
    each.sumUp(at);
    expect(each.once("key", at)).toBe(true);
  }
  expect(readFileSync(trail.path, "utf8")).toBe(before);
  trail.append({ is: "flag", at, flag: "off-the-record", on: false });
  other.append({ is: "prompt", at, text: "hello" });
  expect(trail.state().prompts).toEqual(["hello"]);
});

test("no secret reaches a trail, and no text is longer than it need be", () => {
  const trail = newTrail();
  const secret = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA2cD4eF6"}`;
  trail.append({ is: "prompt", at, text: `use ${secret} ${"long ".repeat(2_000)}` });
  trail.append({ is: "command", at, text: `curl -H "Authorization: Bearer ${secret}"` });
  const text = readFileSync(trail.path, "utf8");
  expect(text).not.toContain(secret);
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(2_300);
});

test("what must not happen twice happens once, whichever process asks", () => {
  const trail = newTrail();
  expect(trail.once("prompt:1", at)).toBe(true);
  expect(trail.once("prompt:1", at)).toBe(false);
  expect(new Trail(trail.path).once("prompt:1", at)).toBe(false);
});

test("of two processes that ask at the same moment one is the first", () => {
  const [trail, other] = [newTrail()].flatMap((one) => [one, new Trail(one.path)]) as [Trail, Trail];
  trail.append({ is: "prompt", at, text: "hello" });
  const answers: boolean[] = [];
  let isBetween = false;
  // Between the look of the one and its line, the other looks and writes.
  setFaults(({ call }) => {
    if (call !== "write" || isBetween) return undefined;
    isBetween = true;
    answers.push(other.once("prompt:1", at));
    return undefined;
  });
  try {
    answers.push(trail.once("prompt:1", at));
  } finally {
    setFaults(undefined);
  }
  expect(answers).toEqual([true, false]);
  expect(new Trail(trail.path).once("prompt:1", at)).toBe(false);
});

test("compaction empties what the session's own context was shown, and no agent's", () => {
  const state = foldAll([shown("a"), shown("b", "agent-1"), { is: "compacted", at }, shown("c")]);
  expect(state.shown).toEqual({ "": ["project:c"], "agent-1": ["project:b"] });
  expect(state.compactions).toBe(1);
});

test("a turn is open until its own end, or the session's", () => {
  const open: TrailLine = { is: "open", at, turn: "t1" };
  expect(foldAll([open]).turn).toEqual({ id: "t1", at });
  expect(foldAll([open, { is: "close", at, turn: "t0" }]).turn?.id).toBe("t1");
  expect(foldAll([open, { is: "close", at, turn: "t1" }]).turn).toBeUndefined();
  expect(foldAll([open, { is: "end", at, reason: "other" }])).toMatchObject({ ended: true });
});

test("a state that is summed up stays one line of a bounded size", () => {
  const lines = Array.from({ length: 300 }, (_, n): TrailLine[] => [
    shown(`a-rather-long-name-of-a-memory-number-${n}`),
    { is: "once", at, key: `UserPromptSubmit:00000000-0000-0000-0000-${n}` },
    { is: "failure", at, what: "Bash", text: "x".repeat(2_000) },
    { is: "edit", at, path: `src/some/where/deep/in/the/tree/file-${n}.ts` },
    { is: "prompt", at, text: "y".repeat(2_000) },
  ]).flat();
  expect(JSON.stringify(foldAll(lines)).length).toBeLessThan(16_000);
  expect(foldAll([], nothingYet)).toEqual(nothingYet);
});

test("trails of any session name lie in one folder, and the old ones go", () => {
  const home = join(folder, "home");
  const trails = new Trails(home);
  for (const session of ["760f230b-1111-2222-3333-444444444444", "../../etc/passwd", "x".repeat(500), ""])
    trails.of("claude-code", session).append({ is: "edit", at, path: "a.ts" });
  const all = trails.all();
  expect(all).toHaveLength(4);
  expect(all.every(({ name }) => /^claude-code-[A-Za-z0-9._-]+\.jsonl$/.test(name))).toBe(true);
  utimesSync(all[0]!.path, 1, 1);
  expect(trails.prune({ trailDays: 30, ledgerDays: 90 }, BigInt(Date.now()) * 1_000_000n)).toBe(1);
  expect(trails.all()).toHaveLength(3);
});

test("that a session was off the record outlasts everything else of its trail", () => {
  const trails = new Trails(join(folder, "private-home"));
  const trail = trails.of("claude-code", "s1");
  trail.append({ is: "prompt", at, text: "the blue kettle" });
  trail.append({ is: "flag", at, flag: "off-the-record", on: true });
  const day = (count: number) => BigInt(Date.now() + count * 86_400_000) * 1_000_000n;
  const days = { trailDays: 30, ledgerDays: 90 };
  expect([31, 91, 4_000].map((count) => trails.prune(days, day(count)))).toEqual([1, 0, 0]);
  expect(readFileSync(trail.path, "utf8")).not.toContain("kettle");
  expect(trails.of("claude-code", "s1").state().offTheRecord).toBe(true);
});

test("of an old trail what was shown outlasts the steps, until its own days are over", () => {
  const trails = new Trails(join(folder, "old-home"));
  const trail = trails.of("claude-code", "s1");
  trail.append({ is: "start", at, source: "startup", project: "p" });
  trail.append({ is: "prompt", at, text: "the blue kettle" });
  const steps = [{ place: 1, about: { id: "session:s1" }, pieces: ["The person said: the blue kettle"] }];
  trail.append({ ...(shown("m1") as ShownStep), steps });
  trail.sumUp(at);
  const day = (count: number) => BigInt(Date.now() + count * 86_400_000) * 1_000_000n;
  const days = { trailDays: 30, ledgerDays: 90 };
  expect(trails.prune(days, day(29))).toBe(0);
  expect(trails.prune(days, day(31))).toBe(1);
  expect(readFileSync(trail.path, "utf8")).not.toContain("kettle");
  expect(trail.lines().map(({ is }) => is)).toEqual(["trimmed", "start", "shown"]);
  expect(trail.state()).toMatchObject({ project: "p", shown: { "": ["project:m1"] }, prompts: [] });
  expect(trails.prune(days, day(89))).toBe(0);
  expect(trails.prune(days, day(91))).toBe(1);
  expect(trails.all()).toEqual([]);
});

test("what a session was shown is kept as long as its trail at least", () => {
  const trails = new Trails(join(folder, "short-home"));
  trails.of("claude-code", "s1").append(shown("m1"));
  const later = BigInt(Date.now() + 10 * 86_400_000) * 1_000_000n;
  expect(trails.prune({ trailDays: 30, ledgerDays: 1 }, later)).toBe(0);
});
