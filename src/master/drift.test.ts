import { expect, test } from "vitest";
import { noFacts } from "../../test/support/no-facts.ts";
import { type DriftFacts, driftOf } from "./drift.ts";

const facts: DriftFacts = {
  ...noFacts,
  files: new Set(["src", "src/store", "src/store/db.ts", "src/queue.ts", "package.json"]),
  gone: new Map([
    ["src/jobs.ts", { at: "2025-03-01T00:00:00Z", to: "src/queue.ts" }],
    ["src/old.ts", { at: "2025-04-01T00:00:00Z" }],
  ]),
  places: new Map([["9c1e4b00aa", "src/store/db.ts"]]),
  packages: new Set(["zod"]),
  gonePackages: new Map([["express", { at: "2025-05-01" }]]),
  isHistoryWhole: false,
  unlisted: new Set([".husky/pre-commit", "src/dist/a.js"]),
  scripts: new Set(["build"]),
  targets: new Set(["all"]),
  lostCommits: new Set(["abc1234"]),
  lostSymbols: new Set(["openQueue"]),
};

test.each<[string, readonly string[]]>([
  ["The pool is opened in src/store/db.ts", []],
  ["Jobs are run by src/jobs.ts", ["src/jobs.ts moved to src/queue.ts since 2025-03-01"]],
  ["See `src/old.ts` for it", ["src/old.ts is gone since 2025-04-01"]],
  ["It lies in src/store/never-was.ts", ["src/store/never-was.ts is gone"]],
  ["Choose client/server and and/or either.way of example.com", []],
  ["Requests go through express", ["express is no dependency since 2025-05-01"]],
  ["Input is checked with zod", []],
  ["Build it with npm run build", []],
  ["Ship it with npm run ship", ["there is no script ship"]],
  ["We make the queue durable", []],
  ["Run `make all` or `make ship -j2`", ["make knows no ship"]],
  ["It is built into src/dist/a.js", []],
  ["It came with commit abc1234", ["commit abc1234 is not in the history"]],
  ["`openQueue` in src/queue.ts opens it", ["`openQueue` is no longer in the code"]],
  ["`openQueue` is a call of the vendor's", []],
])("%s", (text, marks) => {
  expect(driftOf({ text, files: [] }, facts)).toEqual(marks);
});

test("a file that a whole history does not know was never there", () => {
  const marks = (text: string) => driftOf({ text, files: [] }, { ...facts, isHistoryWhole: true });
  expect(marks("It lies in src/store/never-was.ts")).toEqual([]);
  expect(marks("See `src/old.ts` for it")).toEqual(["src/old.ts is gone since 2025-04-01"]);
});

test("what a memory was written about is found by its contents where no history tells", () => {
  const files = [{ path: "src/database.ts", blob: "9c1e4b" }];
  expect(driftOf({ text: "The pool is small", files }, facts)).toEqual(["src/database.ts moved to src/store/db.ts"]);
});

test("what is hidden or built is not gone while it is there", () => {
  const files = [{ path: ".husky/pre-commit" }, { path: ".husky/gone" }];
  expect(driftOf({ text: "The hook runs", files }, facts)).toEqual([".husky/gone is gone"]);
});

test("where the files could not be listed nothing is missed", () => {
  expect(driftOf({ text: "See src/store/never-was.ts", files: [] }, { ...facts, files: undefined })).toEqual([]);
});
