import { test } from "vitest";
import { checkHistories } from "./laws.ts";

test("whatever happened, a process with the snapshot says what one without it says", () => checkHistories({ runs: 3 }));
