import fc from "fast-check";
import { expect, test } from "vitest";
import { latestFirst, textOrder } from "./order.ts";

const timed = fc.record({
  time: fc.constantFrom("", "2026-01-01", "2026-01-01T00:00:00Z", "2026-01-02", "é"),
  name: fc.oneof(fc.constantFrom("a", "a-b", "b", "B", "ß", "10", "9", "\ud83d\ude00"), fc.string({ maxLength: 3 })),
});

test("the newest come first, of one time by name, and what is alike stays as it was", () => {
  fc.assert(
    fc.property(fc.array(timed, { maxLength: 40 }), (all) => {
      const expected = [...all].sort((a, b) => textOrder(b.time, a.time) || textOrder(a.name, b.name));
      const ordered = latestFirst(all, (one) => one);
      expect(ordered).toEqual(expected);
      expect(ordered.every((one, n) => one === expected[n])).toBe(true);
    }),
  );
});
