/** The law of labels: a line is read by two small patterns as one that has all of it would read it. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { offersIn } from "./offers.ts";

const NOUNS =
  "options?|opt|findings?|issues?|improvements?|suggestions?|approach(?:es)?|phases?|steps?|questions?|choices?|alternatives?|proposals?|fix(?:es)?|changes?|problems?|concerns?|points?|observations?|recommendations?|tasks?|variants?|ideas?|bugs?|comments?|вариант|пункт|选项|方案|问题|建议";
const WHOLE = new RegExp(
  `^\\s*(?:#{1,6}\\s+|[-*•]\\s+|\\|\\s*|>\\s+)?(?:[✅❌⚠️🔴🟡🟢❓]+\\s*)?(?:\\*\\*|__|\`)?(?:(${NOUNS})\\s*#?(\\d{1,2}|[a-h])\\b|[#([]?(\\d{1,2}|[A-Ha-h])(?:[).\\]:、]|\\*\\*|\\s*\\||\\s+[-–—]\\s))`,
  "iu",
);

// biome-ignore format: a table
const LEADS = ["", " ", "## ", "- ", "• ", "| ", "> ", "✅ ", "🔴", "**", "__", "`", "- **", "\u00a0", "1. ", "—"];
// biome-ignore format: a table
const FIRST = ["Option", "option ", "OPTIONS ", "iſsue ", "Fix", "Fixes #", "Chang", "Changed", "Step", "is", "Вариант ", "пункт", "方案", "Done", "a", "B", "7", "12", "#3", "(c", "[D", "The "];
const LABELS = ["", "1", "12", "a", "B", "h", "i", "ſ", "3rd"];
const TAILS = ["", ")", ".", ":", "、", "**", " |", " - so", " — so", " and more", "]", ": use a cache", "\u212a"];
const line = fc
  .tuple(...[LEADS, FIRST, LABELS, TAILS].map((some) => fc.constantFrom(...some)), fc.constantFrom("", " it is", ") x"))
  .map((pieces) => pieces.join(""));

/** As it was read by the one pattern. */
function expected(text: string): { label: string; noun: string } | undefined {
  const [, noun, named, bare] = WHOLE.exec(text) ?? [];
  const label = named ?? bare;
  if (label === undefined) return undefined;
  if (noun === undefined && /^[a-h]$/.test(label) && !text.includes(`${label})`)) return undefined;
  return { label: label.toUpperCase(), noun: (noun ?? "").toLowerCase().replace(/(?:e?s)$/, "") };
}

test("every line has the label that all of the pattern would find", () => {
  let labelled = 0;
  fc.assert(
    fc.property(line, (text) => {
      const [offer, more] = offersIn(text);
      // Several in one line are another form.
      if (more !== undefined) return;
      if (offer !== undefined) labelled++;
      expect(offer === undefined ? undefined : { label: offer.label, noun: offer.noun }).toEqual(expected(text));
    }),
    { numRuns: 20_000 },
  );
  expect(labelled).toBeGreaterThan(2_000);
});
