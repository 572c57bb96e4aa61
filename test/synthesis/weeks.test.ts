import { test } from "vitest";
import { weekly } from "./weekly.ts";

test("for some weeks a master says what holds once, what was reversed only as such, what drifted with a mark, within its size, reading only what is new", async () => {
  await weekly(4, () => 4);
});
