import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { foldAll, nothingYet, type SessionState } from "./session-state.ts";
import type { TrailLine } from "./step.ts";
import { noThread, type Thread, threadAfter } from "./thread.ts";
import { Trail } from "./trail.ts";

const folder = mkdtempSync(join(tmpdir(), "cairn-later-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = "2026-11-17T10:00:00.000Z";
const words = fc.constantFrom(
  "Please add a retry to the upload",
  "Instead of that, fix the flaky login test first",
  "yes, do that",
  "That's all for today",
  "hm",
);
const said = fc.constantFrom(
  "Added the retry to the upload.\n\n## Next\n- Write the test for it\n- Tell the others",
  "The login test is fixed. I am blocked by the missing token. Shall I go on with the docs?",
  "Done.",
);
const commands = fc.constantFrom("npm test", 'git commit -m "upload: retry"', "npx vitest run | tail", "ls");

const line: fc.Arbitrary<TrailLine> = fc.oneof(
  { weight: 4, arbitrary: words.map((text): TrailLine => ({ is: "prompt", at, text })) },
  { weight: 3, arbitrary: said.map((text): TrailLine => ({ is: "close", at, turn: "a", said: text })) },
  { weight: 2, arbitrary: commands.map((text): TrailLine => ({ is: "command", at, text })) },
  fc.constantFrom<TrailLine>({ is: "heard", at, from: "WebFetch" }, { is: "open", at, turn: "a" }),
  words.map((text): TrailLine => ({ is: "asked", at, text })),
  words.map((text): TrailLine => ({ is: "plan", at, text: `# ${text}\n\nSteps` })),
  fc.boolean().map((all): TrailLine => ({ is: "todos", at, all, todos: [{ id: "1", text: "one", done: false }] })),
  commands.map((command): TrailLine => ({ is: "failure", at, what: "Bash", text: "no", command })),
  fc.boolean().map((on): TrailLine => ({ is: "flag", at, flag: on ? "off-the-record" : "stopped", on: true })),
  fc.constantFrom<TrailLine>(
    { is: "start", at, source: "startup", project: "/p" },
    { is: "close", at, turn: "a" },
    { is: "checkpoint", at, progress: "half of it" },
    { is: "flag", at, flag: "off-the-record", on: false },
    { is: "edit", at, path: "/p/x.ts" },
    { is: "remark", at, text: "Please add a retry to the upload" },
    { is: "compacted", at },
    { is: "once", at, key: "k" },
  ),
);

/** Line by line, at once. */
function eagerThread(lines: readonly TrailLine[]): Thread {
  const heardBefore = (n: number) => foldAll(lines.slice(0, n)).heard.includes("");
  return lines.reduce((thread, one, n) => threadAfter(thread, one, { heard: heardBefore(n) }), noThread);
}

const folds = fc.record({ lines: fc.array(line, { maxLength: 90 }), step: fc.integer({ min: 1, max: 40 }) });

test("the thread is what it would be if every line were folded at once, however it is read", () => {
  fc.assert(
    fc.property(folds, fc.infiniteStream(fc.boolean()), ({ lines, step }, asks) => {
      const thread = eagerThread(lines);
      let state: SessionState = nothingYet;
      const early: [Thread, number][] = [];
      for (let n = 0; n < lines.length; n += step) {
        const before = state;
        state = foldAll(lines.slice(n, n + step), before);
        if (asks.next().value) early.push([before.thread, n]);
      }
      expect(foldAll(lines).thread).toEqual(thread);
      expect(state.thread).toEqual(thread);
      expect(state.thread).toBe(state.thread);
      for (const [was, n] of early) expect(was).toEqual(eagerThread(lines.slice(0, n)));
      expect({ ...state }).toEqual(state);
      expect(JSON.parse(JSON.stringify(state)).thread).toEqual(JSON.parse(JSON.stringify(thread)));
    }),
    { numRuns: 60 },
  );
});

test("a sum has the thread in it, and is gone on from, in the process that wrote it and in the next", () => {
  let count = 0;
  const onRecord = line.filter(({ is }) => is !== "flag");
  fc.assert(
    fc.property(fc.array(onRecord, { maxLength: 40 }), fc.nat(40), (lines, summedAt) => {
      const trail = new Trail(join(folder, `${count++}.jsonl`));
      for (const [n, one] of lines.entries()) {
        trail.append(one);
        if (n === summedAt) trail.sumUp(at);
      }
      const thread = eagerThread(lines);
      expect(trail.state().thread).toEqual(thread);
      expect(new Trail(trail.path).state().thread).toEqual(thread);
    }),
    { numRuns: 40 },
  );
});

/** Of such a line only the thread has use for the text. */
function counted(): { line: TrailLine; looks: () => number } {
  let looks = 0;
  const text = () => {
    looks++;
    return "Please add a retry";
  };
  return {
    line: {
      is: "asked",
      at,
      get text() {
        return text();
      },
    },
    looks: () => looks,
  };
}

test("nothing of it is folded until it is asked for, and then once", () => {
  const { line: one, looks } = counted();
  const state = foldAll([{ is: "open", at, turn: "b" }], foldAll([one, { is: "open", at, turn: "a" }]));
  expect([state.turns, looks()]).toEqual([2, 0]);
  expect(state.thread.wanted?.text).toBe("Please add a retry");
  expect(foldAll([{ is: "open", at, turn: "c" }], state).thread.wanted?.text).toBe("Please add a retry");
  expect(looks()).toBe(1);
});

test("a server that is never asked keeps few lines waiting, and none of what went off the record", () => {
  const first = counted();
  let state = foldAll([first.line]);
  for (let n = 0; n < 100; n++) state = foldAll([{ is: "asked", at, text: `Add step ${n}` }], state);
  expect(first.looks()).toBe(1);
  const gone = counted();
  const off = foldAll([{ is: "flag", at, flag: "off-the-record", on: true }], foldAll([gone.line], state));
  expect([off.thread, gone.looks()]).toEqual([noThread, 0]);
});

test("a sum out of a broken file, or of an older Cairn, has an empty thread", () => {
  for (const state of [undefined, {}] as unknown as SessionState[]) {
    expect(foldAll([{ is: "state", at, state }])).toEqual({ ...nothingYet });
  }
});
