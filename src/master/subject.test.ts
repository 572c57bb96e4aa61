import fc from "fast-check";
import { expect, test } from "vitest";
import { numbersIn } from "./overlap.ts";
import { wordsAlone } from "./says-same.ts";
import { aboutIn, aboutOf, areNumbersOf, numbersFrom, subjectFrom, subjectOf, termsFrom } from "./subject.ts";

const words = fc.constantFrom(
  ..."use Redis for the queue instead of Kafka and 3 workers of src/queue/run-7.ts v1.2.3 drop no longer".split(" "),
);
const text = fc.array(words, { maxLength: 14 }).map((all) => all.join(" "));

test("law: what is kept of a decision says all that its words say", () => {
  fc.assert(
    fc.property(text, (said) => {
      const about = aboutOf({ sort: "decision", text: said });
      const { terms, place, chosen, leaves } = subjectFrom({ text: "", about });
      const subject = subjectOf(said);
      expect({ terms, place, chosen, leaves }).toEqual(subject);
      expect(aboutIn(about, "alone")).toBe(wordsAlone(subject));
      expect(numbersFrom({ about })).toBe(numbersIn(subject.terms));
    }),
    { numRuns: 300 },
  );
});

test("law: of what is no decision its terms are kept, and their numbers", () => {
  fc.assert(
    fc.property(text, (said) => {
      const about = aboutOf({ sort: "learning", text: said });
      expect(termsFrom({ text: "", about })).toEqual(termsFrom({ text: said }));
      expect(numbersFrom({ about })).toBe(numbersIn(termsFrom({ text: said })));
    }),
  );
});

test("law: the numbers of a statement are told apart without putting them together", () => {
  const text = fc
    .array(fc.constantFrom("port", "8080", "80", "1", "step", "use", "v2", "Redis", "for"), { maxLength: 6 })
    .map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, fc.constantFrom("decision", "learning"), (one, other, sort) => {
      const said = { text: one, about: aboutOf({ sort, text: one }) };
      const asked = numbersFrom({ about: aboutOf({ sort, text: other }) })!;
      expect(areNumbersOf(said, asked)).toBe(numbersFrom(said) === asked);
      expect(areNumbersOf({ text: one }, asked)).toBe(numbersFrom(said) === asked);
    }),
  );
});
