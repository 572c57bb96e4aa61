import fc from "fast-check";
import { expect, test } from "vitest";
import { safeJson } from "./safe-json.ts";

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

test("nothing that does not print reaches the reader as itself, and nothing is lost", () => {
  const unseen = fc.constantFrom(
    "\u0000",
    "\u001b",
    "\u007f",
    "\u009b",
    "\u202e",
    "\u2066",
    "\u200b",
    "\ufeff",
    "\u{e0041}",
    "\u2028",
    "\u00ad",
    "\u061c",
    "\u0600",
    "\u{1d173}",
    "\ue000",
    "\ud800",
  );
  const text = fc
    .array(fc.oneof(unseen, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 20 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (value) => {
      const json = safeJson({ value });
      expect(json).not.toMatch(UNSEEN);
      expect(JSON.parse(json)).toEqual({ value });
    }),
    { numRuns: 2_000 },
  );
});
