import { test } from "vitest";
import { dieAlong } from "./interrupted.ts";

test("an import that dies at any change goes on where it was", () => dieAlong(1));
