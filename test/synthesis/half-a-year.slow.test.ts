import { test } from "vitest";
import { weekly } from "./weekly.ts";

/** 60 sessions in 26 weeks. */
test("for half a year a master says what holds once, what was reversed only as such, what drifted with a mark, within its size, reading only what is new", async () => {
  await weekly(26, (week) => (week % 13 < 8 ? 2 : week % 13 === 12 ? 4 : 2 + ((week % 13) % 2)));
});
