import { test } from "vitest";
import { rotHunt } from "./rot.ts";

test("D8: a rotten file costs what it held and nothing else, and it is said", async () => {
  await rotHunt("test/crash/rot.test.ts", 12);
});
