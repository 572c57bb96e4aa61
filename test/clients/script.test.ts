import fc from "fast-check";
import { expect, test } from "vitest";
import { call, calls, parseScript, printScript, type Step, say, tooLong } from "./script.ts";

const line = fc.string().filter((text) => !/[\r\n\u2028\u2029]/.test(text));
const name = fc.stringMatching(/^[A-Za-z_]{1,12}$/);
const toolCall = fc.record({ name, input: fc.dictionary(fc.string(), fc.string()).map((input) => ({ ...input })) });
const spoken = fc.oneof(
  line.map(say),
  toolCall.map(({ name, input }) => call(name, input)),
  fc.array(toolCall, { minLength: 2, maxLength: 3 }).map((list) => calls(...list)),
);
const usage = fc.option(
  fc.nat().map((usageTokens) => ({ usageTokens })),
  { nil: {} },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant(tooLong),
  fc.tuple(spoken, usage).map(([step, more]) => ({ ...step, ...more })),
);

test("a script printed into a prompt is read back as it was, whatever stands around it", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
      expect(parseScript(`Please do this.\n${printScript(...steps)}\nThank you.`)).toEqual(steps);
    }),
  );
});

test("words of a person are no script", () => {
  expect(parseScript("say hello @@say no\n @@call Bash {}\n@@unknown x")).toEqual([]);
});
