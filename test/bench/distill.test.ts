/** The corpus of short made-up sessions can be read, and the bench counts as it says. */

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { figuresOf, judged } from "../../bench/distill/kinds.ts";
import { labelsIn } from "../../bench/distill/labels.ts";
import { replayed } from "../../bench/distill/replay.ts";
import { sessionsBelow } from "../../bench/distill/sessions.ts";
import type { Turn } from "../../src/transcripts/turn.ts";

const corpus = fileURLToPath(new URL("../distill/corpus", import.meta.url));
const { sessions, skipped } = sessionsBelow(corpus);
const labels = labelsIn(corpus)!;
const isHeldOut = (session: string) => labels.get(session)?.heldOut === true;

test("every session of the corpus can be read and has labels, and a quarter is held out", () => {
  expect(skipped).toEqual([]);
  expect(sessions.map(({ name }) => name).sort()).toEqual([...labels.keys()].sort());
  expect(sessions.filter(({ name }) => isHeldOut(name)).length).toBeGreaterThanOrEqual(sessions.length * 0.25);
});

const said = (by: "person" | "agent", text: string): Turn => ({ by, text, from: 0 });

test("a place that was labelled counts as found within a line of it, and elsewhere as wrong", () => {
  const turns = [
    said("person", "We decided to use tabs."),
    said("agent", "Fine."),
    said("person", "We decided to use git."),
  ];
  const one = judged(
    { name: "x", turns },
    { session_summary: false, passages: [{ kind: "decision", quote: "use tabs" }] },
  );
  expect(figuresOf(one).decision).toEqual({ precision: 0.5, recall: 1, kept: 2, labelled: 1 });
  const also = { kind: "decision", quote: "use git", also: true } as const;
  const both = judged(
    { name: "x", turns },
    { session_summary: false, passages: [{ kind: "decision", quote: "use tabs" }, also] },
  );
  expect(figuresOf(both).decision).toEqual({ precision: 1, recall: 1, kept: 2, labelled: 1 });
});

test("a quotation that nobody says is a mistake of the labels", () => {
  const labelled = { session_summary: false, passages: [{ kind: "decision", quote: "nobody" }] } as const;
  expect(() => judged({ name: "x", turns: [said("person", "hello")] }, labelled)).toThrow("Nobody says: nobody");
});

test("replayed twice, a session adds nothing the second time, and costs no token", async () => {
  const some = sessions.filter(({ name }) => /^(?:15|23|26|36)-/.test(name));
  const { replay } = await replayed(some);
  expect(replay).toMatchObject({ sessions: 4, addedBySecondRun: 0, duplicates: 0, modelTokens: 0 });
  expect(replay.drafts).toBeGreaterThan(0);
  expect(replay.maxDraftsPerSession).toBeLessThanOrEqual(5);
});
