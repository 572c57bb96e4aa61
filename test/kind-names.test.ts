/** Where a kind that is drafted from talk is called by its name: a new one is a row of the kind table, and its cues. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { textKinds } from "../src/capture/triaged-kinds.ts";

const root = fileURLToPath(new URL("../src", import.meta.url));

/** Its row, and the cues and wordings it is known and drafted by. */
const OWN_PLACES: Readonly<Record<string, string>> = {
  "model/kind-table.ts": "the rows",
  "capture/triaged-kinds.ts": "the order a session is looked through for them in",
  "capture/guess-kind.ts": "the words a memory without a kind is given one by",
  "capture/conclusions/kind-of-conclusion.ts": "what a conclusion says, as a kind",
  "capture/conclusions/said-cues.ts": "the words a thing is said outright in, by kind",
  "capture/concluded.ts": "how a conclusion is drafted by rule",
};

/** The others, and why no column of the table says it. */
const REASONS: Readonly<Record<string, string>> = {
  "capture/window.ts": "goes with a pattern of words that speak of a choice, a limit or a debt",
  "format/meaning.ts": "bold fields of another layout tell a decision by its category",
  "summary/points.ts":
    "what an agent says is a decision or a debt only in such words; a runbook has no statement of its own: its error is the point",
  "layouts/claude-mem.ts": "what another tool calls an observation",
  "layouts/decision-records.ts": "records of architecture decisions are decisions",
  "layouts/infinite-told.ts": "file names of another layout tell a decision by its number, and its successor",
  "layouts/infinite-write.ts": "how another layout tells the state of a decision, and counts them",
  "layouts/repo-record.ts": "the six categories of another layout",
  "layouts/repo-write.ts": "what the schema of another layout asks for, category by category",
  "master/assemble.ts": "how much each weighs among the learnings: numbers that are read side by side",
  "master/distil-source.ts": "a runbook's steps are told; decision is a sort of statement too",
  "master/open-lines.ts": "open debts are a part of the master",
  "master/settle.ts": "decisions are settled against each other",
  "master/statement.ts": "decision is a sort of statement",
  "master/subject.ts": "decision is a sort of statement",
  "operations/tour.ts": "what the tour remembers",
  "person/exchange.ts": "what you said of yourself comes back from a file as what you want",
  "search/door/evidence.ts": "who chooses is shown what was decided",
  "session/at-tool.ts": "after an error, the runbook",
  "session/wishes.ts": "wishes by how plainly the person said them",
  "views/session-sheet.ts": "counts under the names of another layout",
};

test("a kind that is drafted from talk is called by its name in few files, each with its reason", () => {
  expect(textKinds.length).toBeGreaterThan(3);
  const names = textKinds.join("|");
  const named = new RegExp(`"(?:${names})"|^\\s+(?:${names}): `, "m");
  const files = (readdirSync(root, { recursive: true }) as string[])
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .filter((path) => named.test(readFileSync(join(root, path), "utf8")));
  expect(files.sort()).toEqual([...Object.keys(OWN_PLACES), ...Object.keys(REASONS)].sort());
});
