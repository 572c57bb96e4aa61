/** Decisions that are not in force, as folders of records hold them: kept, and never told as if they were. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type Files, type TestCairn } from "../support/cairn-with.ts";
import { bringIn } from "./stores.ts";

const nygard = (state: string) =>
  `# 9. Use ${state} things\n\nDate: 2025-01-01\n\n## Status\n\n${state}\n\n## Context\n\nC.\n\n## Decision\n\nWe will use them.\n`;
const MADR =
  '---\nstatus: "rejected"\ndate: 2024-02-02\n---\n# Use Redis\n\n## Context and Problem Statement\n\nWhat?\n\n## Decision Outcome\n\nRedis.\n';
const SHORT = "---\nstatus: rejected\n---\n# Use Kafka\n\n## Context\n\nWhat?\n\n## Decision\n\nKafka.\n";

async function imported(files: Files): Promise<{ cairn: TestCairn; skipped: readonly { reason: string }[] }> {
  const cairn = cairnWith({
    project: Object.fromEntries(Object.entries(files).map(([name, text]) => [`old/${name}`, text])),
  });
  const { skipped } = await bringIn(cairn, { source: "adr", path: join(cairn.project, "old") });
  return { cairn, skipped };
}

async function text(cairn: TestCairn, ...[name, input]: Parameters<TestCairn["outcome"]>): Promise<string> {
  const outcome = await cairn.outcome(name, input);
  if (!outcome.ok) throw outcome.error;
  return outcome.text;
}

test.each([
  ["Rejected", "deprecated"],
  ["Deprecated", "deprecated"],
  ["Superseded", "superseded"],
  ["Proposed", "proposed"],
  ["Draft", "proposed"],
])("what is %s says so wherever it is told of", async (state, mark) => {
  const { cairn } = await imported({ "0009-use-things.md": nygard(state), "0001-use-tea.md": nygard("Accepted") });
  expect(await text(cairn, "list", {})).toMatch(new RegExp(`Use ${state} things  \\(${mark}\\)$`, "m"));
  expect(cairn.read("MEMORY.md")).toContain(`[Use ${state} things (${mark})]`);
  expect(await text(cairn, "recall", { question: `use ${state} things` })).toContain(mark);
  expect(await text(cairn, "list", {})).toMatch(/Use Accepted things$/m);
  expect(cairn.read("MEMORY.md")).toContain("[Use Accepted things]");
  const { memory } = await cairn.ask("show", { id: "use-things" });
  expect(memory).toMatchObject({ status: "active", fields: { status: mark } });
});

test("a state in front matter that is none of ours is kept as the source's own, and is no fault of the file", async () => {
  const { cairn } = await imported({ "0010-use-redis.md": MADR, "0011-use-kafka.md": SHORT });
  const { memories, problems } = await cairn.ask("list", {});
  expect([memories.map(({ fields }) => fields?.["status"]), problems]).toEqual([["deprecated", "deprecated"], []]);
  for (const { path } of memories) expect(cairn.read(path)).toMatch(/^original_status: "?rejected"?$/m);
});

test("what was rejected is told as that, for of the states here none says so", async () => {
  const { cairn } = await imported({ "0009-use-things.md": nygard("Rejected"), "0010-use-redis.md": MADR });
  const { memories } = await cairn.ask("list", {});
  const lines = memories.map(({ description }) => description).sort();
  expect(lines).toEqual(["Rejected: Redis.", "Rejected: We will use them."]);
});

test("in a folder of records a state at the head tells one, and what is left out is told why", async () => {
  const { cairn, skipped } = await imported({
    "0001-use-tea.md": nygard("Accepted"),
    "0002-use-cups.md": "# 2. Use cups\n\nStatus: Proposed\n\nGlass breaks.\n",
    "0003-thoughts.md": "# Thoughts\n\nSome.\n",
    "0004-cups.adoc": "= Cups\n",
  });
  expect((await cairn.ask("show", { id: "use-cups" })).memory).toMatchObject({ fields: { status: "proposed" } });
  expect(skipped).toMatchObject([
    { path: "0003-thoughts.md", reason: expect.stringContaining("neither a state") },
    { path: "0004-cups.adoc", reason: "of pages only those that end in .md are read" },
  ]);
});
