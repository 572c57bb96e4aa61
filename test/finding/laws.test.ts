import { test } from "vitest";
import { checkFindings } from "./laws.ts";

test("whatever happened, what is recalled is what an index built afresh finds", () => checkFindings({ runs: 4 }));
