import { expect, test } from "vitest";
import { countShared, isMostlyShared, isOneSided, shareOfAll, shareWithin } from "./likeness.ts";

const words = (text: string) => new Set(text.split(" ").filter((word) => word !== ""));

test.each([
  ["a b c", "b c d", { shared: 2, all: 0.5, within: 2 / 3, mostly: false, oneSided: false }],
  ["b c", "a b c d", { shared: 2, all: 0.5, within: 1, mostly: true, oneSided: true }],
  ["a b c d e", "a b c d f", { shared: 4, all: 2 / 3, within: 0.8, mostly: true, oneSided: false }],
  ["", "a", { shared: 0, all: 0, within: 1, mostly: false, oneSided: true }],
])("%j and %j have so much in common", (one, other, expected) => {
  const [a, b] = [words(one), words(other)];
  expect({
    shared: countShared(a, b),
    all: shareOfAll(a, b),
    within: shareWithin(a, b),
    mostly: isMostlyShared(a, b, 0.8),
    oneSided: isOneSided(a, b),
  }).toEqual(expected);
});
