import { expect, test } from "vitest";
import { counted } from "./counted.ts";

test.each([
  [0, "0 memories"],
  [1, "1 memory"],
  [2, "2 memories"],
])("%i has its own noun", (count, said) => {
  expect(counted(count, "memory", "memories")).toBe(said);
});

test("most nouns only take an s", () => {
  expect([counted(1, "part"), counted(3, "part")]).toEqual(["1 part", "3 parts"]);
});
