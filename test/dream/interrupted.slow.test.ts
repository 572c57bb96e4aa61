import { test } from "vitest";
import { dieAlong } from "./interrupted.ts";

test("a dream that dies at any of its changes is run again, and ends as if nothing had happened", () => dieAlong());
