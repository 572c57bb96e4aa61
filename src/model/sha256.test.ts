import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256Of } from "./sha256.ts";

function check(text: string): void {
  expect(sha256Of(text)).toBe(createHash("sha256").update(text).digest("hex"));
}

test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, 1_000])(
  "a text of %i letters has the hash everybody gives it",
  (length) => {
    check("a".repeat(length));
  },
);

test("any text has the hash everybody gives it", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), check));
});

test("bytes have the hash everybody gives them", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(sha256Of(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
    }),
  );
});
