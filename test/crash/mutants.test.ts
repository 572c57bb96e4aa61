import { test } from "vitest";
import { isLong, mutants, seeThrough } from "./mutants.ts";

test("D12: Cairn without any one of the lines that make it durable is seen through", async () => {
  await seeThrough(mutants.filter((mutant) => !isLong(mutant)));
}, 900_000);
