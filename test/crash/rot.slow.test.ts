import { test } from "vitest";
import { rotHunt } from "./rot.ts";

test("D8: the same for many more rotten files", async () => {
  await rotHunt("test/crash/rot.slow.test.ts", 1_500);
});
