import { expect, test } from "vitest";
import { emptyManifest, parseManifest, printManifest } from "./manifest.ts";

const whole = JSON.parse(printManifest(emptyManifest)) as Record<string, unknown>;

test.each([
  "null",
  "[]",
  "7",
  "",
  ...[{ segments: [null] }, { segments: [7] }, { folders: null }, { dirty: [null] }, { dirty: {} }].map((damage) =>
    JSON.stringify({ ...whole, ...damage }),
  ),
])("a manifest that holds %j is none, and the index is built again", (text) => {
  expect(parseManifest(text)).toBeUndefined();
  expect(parseManifest(printManifest(emptyManifest))).toEqual(emptyManifest);
});
