import fc from "fast-check";
import { expect, test } from "vitest";
import { lowestTrust, surfaceTrust, trusts } from "./trust.ts";

test.each([
  ["cli", "stated"],
  ["agent-shell", "derived"],
  ["mcp", "derived"],
  ["library", "derived"],
  ["hook", "observed"],
  ["import", "imported"],
  ["outside", "imported"],
] as const)("what arrives by %s is %s", (surface, trust) => {
  expect(surfaceTrust[surface]).toBe(trust);
});

test("trust is only ever lowered, and several sources have the lowest of theirs", () => {
  const any = fc.constantFrom(...trusts);
  const rank = (trust: (typeof trusts)[number]) => trusts.indexOf(trust);
  fc.assert(
    fc.property(any, fc.array(fc.option(any, { nil: undefined })), (first, others) => {
      const lowest = lowestTrust(first, ...others);
      const given = [first, ...others].filter((trust) => trust !== undefined);
      expect(given).toContain(lowest);
      for (const trust of given) expect(rank(lowest)).toBeGreaterThanOrEqual(rank(trust));
    }),
  );
});
