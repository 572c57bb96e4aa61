/** A project of which nothing is known: what a master says of it cannot drift. */

import type { DriftFacts } from "../../src/master/drift.ts";

export const noFacts: DriftFacts = {
  files: undefined,
  unlisted: new Set(),
  gone: new Map(),
  places: new Map(),
  packages: new Set(),
  gonePackages: new Map(),
  isHistoryWhole: false,
  scripts: undefined,
  targets: undefined,
  lostCommits: new Set(),
  lostSymbols: new Set(),
};
