/** Drafts that wait are found by recall meanwhile, and everywhere told as drafts. */

import { expect, test } from "vitest";
import { distillTurns } from "../src/capture/distilling.ts";
import type { Turn } from "../src/transcripts/turn.ts";
import { cairnWith, type TestCairn } from "./support/cairn-with.ts";
import { agent, person, printed } from "./support/turns.ts";

const decided = "Let's go with Redis streams instead of lists, because consumers must replay a day.";
const question = "why Redis streams and not lists";

async function waiting(cairn: TestCairn, ...turns: readonly Turn[]): Promise<void> {
  const opened = await cairn.open({ surface: "library" });
  await distillTurns(opened, { session: "s1", turns });
  await opened.close();
}

async function tellOf(
  cairn: TestCairn,
  name: "recall" | "show",
  input: Parameters<typeof cairn.outcome>[1],
  surface: "cli" | "mcp" = "cli",
): Promise<string> {
  const outcome = await cairn.outcome(name, input as never, { surface });
  return outcome.ok ? outcome.text : outcome.error.message;
}

const told = [person("How should the queue work?"), agent("Lists or streams?"), person(decided)];

test("a draft is found by recall, says that it is one, and is shown by its key", async () => {
  const cairn = cairnWith();
  await waiting(cairn, ...told);
  const { hits } = await cairn.ask("recall", { question });
  expect(hits).toMatchObject([{ draft: true, memory: { kind: "decision", trust: "derived" } }]);
  const { memory } = hits[0]!;
  expect(await cairn.ask("show", { id: memory.id })).toMatchObject({ draft: true, memory: { id: memory.id } });
  expect(await cairn.ask("show", { id: `project:${memory.id}` })).toMatchObject({ draft: true });
  expect(await tellOf(cairn, "recall", { question })).toContain("a draft, waits for review");
  expect(await tellOf(cairn, "show", { id: memory.id })).toContain("A draft that waits");
  expect(await tellOf(cairn, "recall", { question }, "mcp")).toContain("a draft, waits for review");
});

test("what a draft says little of does not bring it, nor does a filter it does not pass", async () => {
  const cairn = cairnWith();
  await waiting(cairn, ...told);
  for (const asked of [
    { question: "how do we deploy the shop to production on Fridays" },
    { question, kind: "runbook" },
    { question, scope: "user" },
    { question, tag: "deploy" },
    { question: "redis lists forever", exact: true },
  ] as const)
    expect(await cairn.ask("recall", asked)).toMatchObject({ hits: [] });
  expect((await cairn.ask("recall", { question: "Redis streams instead", exact: true })).hits).toHaveLength(1);
});

test("accepted it is found once, as a memory; rejected or forgotten it is found no more", async () => {
  const kept = cairnWith();
  await waiting(kept, ...told);
  await kept.ask("review", { accept: ["all"] });
  const { hits } = await kept.ask("recall", { question });
  expect(hits).toHaveLength(1);
  expect(hits[0]).not.toHaveProperty("draft");
  const gone = cairnWith();
  await waiting(gone, ...told);
  await gone.ask("review", { reject: ["all"] });
  expect(await gone.ask("recall", { question })).toMatchObject({ hits: [] });
});

test("what an agent told again from a page is told as untrusted, draft or not, and inside the envelope", async () => {
  const cairn = cairnWith();
  const page = { id: "w", tool: "WebFetch", input: { url: "https://example.org" } };
  const said = "Redis streams are used instead of lists now, because consumers must replay a day.";
  const heard = { ...printed("w", said), heard: true } as const;
  await waiting(cairn, person("Read the page."), agent("", page), heard, { ...agent(said), retells: true });
  const { hits } = await cairn.ask("recall", { question });
  for (const hit of hits) expect(hit).toMatchObject({ draft: true, memory: { trust: "untrusted" } });
  const shown = await tellOf(cairn, "recall", { question }, "mcp");
  expect(shown.replace(/<cairn-memories[\s\S]*<\/cairn-memories>/, "")).not.toContain("Redis streams");
});
