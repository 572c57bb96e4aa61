import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { person } from "../../test/support/turns.ts";
import { segmentsOf } from "../capture/conclusions/segments-of.ts";
import { triage } from "../capture/triage.ts";
import type { TrailLine } from "../trail/step.ts";
import { Trail } from "../trail/trail.ts";
import { turnsOfTrail } from "./trail-turns.ts";

const folder = mkdtempSync(join(tmpdir(), "cairn-trail-turns-"));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

/** As the prompt is kept while the session runs. */
function fromTrail(text: string) {
  const trail = new Trail(join(folder, `${count++}.jsonl`));
  trail.append({ is: "prompt", at: "2025-06-02T12:00:00Z", text });
  return turnsOfTrail(trail.lines());
}

const decided = "We decided to use SQLite in WAL mode because readers must not wait.";
const filler = (length: number) => "Some words that somebody has written down here. ".repeat(length / 48);
const heard = (turns: ReturnType<typeof fromTrail>) => {
  return segmentsOf(turns).flatMap((one) => (one.is === "person" ? [one.own] : []));
};

test("a long paragraph at which a prompt is cut is nobody's own words on either road", () => {
  const text = `${filler(1_450)}\n\nLook at this.\n\n${decided} ${filler(1_100)}`;
  const [live, later] = [fromTrail(text), [person(text)]];
  const scores = (turns: typeof live) => triage(turns).find(({ kind }) => kind === "decision")!;
  expect(scores(later)).toMatchObject({ keep: false });
  expect(scores(live)).toMatchObject({ keep: false });
  expect(live[0]?.text.trimEnd()).toMatch(/Look at this\.$/);
});

test("whatever of a prompt is kept says the same in the same voice as the whole of it", () => {
  const paragraph = fc.record({
    start: fc.constantFrom("", "", "- ", "1. "),
    says: fc.constantFrom(decided, "Always run the linter before a commit.", "That is all.", ""),
    length: fc.integer({ min: 0, max: 1_500 }),
    gap: fc.constantFrom("\n\n", "\n", "\n \n"),
  });
  fc.assert(
    fc.property(fc.array(paragraph, { minLength: 1, maxLength: 12 }), (all) => {
      const text = all
        .map(({ start, says, length, gap }) => `${start}${says} ${filler(length)}${gap}`)
        .join("")
        .trim();
      fc.pre(text.length <= 4_000);
      const kept = heard(fromTrail(text));
      const whole = heard([person(text)]);
      for (const [n, own] of kept.entries()) expect(whole[n]?.startsWith(own.slice(0, 200))).toBe(true);
    }),
  );
});

test("what was said off the record is no turn, the words that asked for it included", () => {
  const at = (minute: number) => ({ at: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString() });
  const lines: TrailLine[] = [
    { is: "open", ...at(0), turn: "a" },
    { is: "prompt", ...at(0), text: "Before." },
    { is: "close", ...at(1), turn: "a", said: "Done." },
    { is: "open", ...at(2), turn: "b" },
    { is: "prompt", ...at(2), text: "Keep nothing of this, please." },
    { is: "flag", ...at(4), flag: "off-the-record", on: true },
    { is: "flag", ...at(6), flag: "off-the-record", on: false },
    { is: "prompt", ...at(8), text: "After." },
  ];
  expect(turnsOfTrail(lines).map(({ text }) => text)).toEqual(["Before.", "Done.", "After."]);
});
