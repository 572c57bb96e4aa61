import fc from "fast-check";
import { expect, test } from "vitest";
import { generateSecret, secretClasses } from "../../test/secrets/generators.ts";
import { rngFrom } from "../../test/secrets/rng.ts";
import { isHarmless } from "./harmless.ts";
import { hasSecret } from "./redact.ts";

test("what is harmless by its shape holds no secret", () => {
  const texts = fc.oneof(
    fc.stringMatching(/^[\w.-]{0,12}$/),
    fc.uuid(),
    fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect([isHarmless(text), hasSecret(text)]).toEqual([true, false]);
    }),
    { numRuns: 2_000 },
  );
});

test("no made-up secret is harmless but one that is known only by its name", () => {
  const rng = rngFrom(7);
  for (const { class: which, name, value } of secretClasses.map((one) => generateSecret(one, rng)))
    if (name === undefined) expect([which, isHarmless(value)]).toEqual([which, false]);
});
