import { expect, test } from "vitest";
import { agent, person, richSession, unread } from "../../../test/support/turns.ts";
import type { Kind } from "../../model/kind.ts";
import type { Turn } from "../../transcripts/turn.ts";
import { none } from "./at-work.ts";

async function written(kind: Kind, turns: readonly Turn[]) {
  const { penned, tokens } = await none.write({
    kind,
    turns,
    passages: [],
    project: "/home/me/shop",
    session: "s1",
    shown: unread,
  });
  expect(tokens).toBe(0);
  return penned.map(({ intent }) => intent);
}

test("a summary says what was wanted, what came of it and which files changed", async () => {
  const [summary] = await written("session_summary", richSession);
  expect(summary).toMatchObject({ fields: { outcome: "success" }, confidence: 0.8, trust: "derived" });
  expect(summary?.content).toMatchObject({
    goal: "Please make the nightly import of the warehouse survive a restart of the queue.",
    key_changes: ["src/importer.ts", "src/queue.ts"],
  });
  expect(summary?.content["completed"]).toContain(
    "Replaced the lists with streams in `src/queue.ts`; the consumers were updated too.",
  );
});

test("talk without work leaves no summary", async () => {
  const turns = [
    person("Please explain how the nightly import of the warehouse works."),
    agent("The import was written in Go and reads from the warehouse each night."),
  ];
  expect(await written("session_summary", turns)).toEqual([]);
});
