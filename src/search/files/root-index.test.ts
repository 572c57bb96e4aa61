/** What a server between answers has looked at, as the number of files it says it still has to. */

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cairnWith, memoryText } from "../../../test/support/cairn-with.ts";
import { RootIndex } from "./root-index.ts";

const COUNT = 900;

test.each([0, 700, 899])("one that goes round the files from number %i on comes by every one of them", async (from) => {
  const files = Array.from({ length: COUNT }, (_, n) => [
    `project/note-${n}.md`,
    memoryText(`note-${n}`, `Body ${n}.`),
  ]);
  const cairn = cairnWith(Object.fromEntries(files));
  const store = (await (await cairn.open()).stores()).of("project");
  const root = new RootIndex(store, () => undefined);
  root.catchUp({ isWarm: true });
  root.index.persist(undefined, 0n);
  if (from > 0) root.index.catchUp({ sweep: from });
  // In place, so that no folder tells of it; every third of them, and so every third document is to be read again.
  const typed = Array.from({ length: COUNT }, (_, n) => n).filter((n) => n % 3 === 0);
  for (const n of typed) {
    const path = cairn.path(`project/note-${n}.md`);
    writeFileSync(path, readFileSync(path, "utf8").replace("Body", "Walnut"));
  }
  while (root.isBehind) root.goOn(500);
  expect(root.index.unstored).toBe(typed.length);
  root.close();
});
