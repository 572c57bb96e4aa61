import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { contextText as context, intentText } from "../support/drafts.ts";

const AT_ONCE = 8;

test("a draft that many propose at once waits once", async () => {
  const cairn = cairnWith();
  const opened = await Promise.all(Array.from({ length: AT_ONCE }, () => cairn.warm({ surface: "mcp" })));
  const answers = await Promise.all(opened.map(({ ask }) => ask("draft", { intent: intentText(), context })));
  expect(answers.filter(({ state }) => state === "waiting").length).toBe(1);
  expect((await cairn.ask("review", {})).waiting.length).toBe(1);
});

test("a draft that many accept at once is written once, and nobody is told a lie", async () => {
  const cairn = cairnWith();
  const { key } = await cairn.ask("draft", { intent: intentText(), context });
  const opened = await Promise.all(Array.from({ length: AT_ONCE }, () => cairn.warm()));
  const answers = await Promise.allSettled(opened.map(({ ask }) => ask("write", { draft: key ?? "" })));
  const actions = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value.action] : []));
  expect(actions.filter((action) => action === "created").length).toBe(1);
  expect(actions.every((action) => action === "created" || action === "unchanged")).toBe(true);
  for (const answer of answers) if (answer.status === "rejected") expect(answer.reason.code).toBe("NOT_FOUND");
  expect((await cairn.records()).filter(({ draft }) => draft === key).length).toBe(1);
  expect(cairn.paths().filter((path) => path.startsWith("decisions/")).length).toBe(1);
});

test("accepted and rejected at once, a draft ends one way, and is gone", async () => {
  const cairn = cairnWith();
  const { key } = await cairn.ask("draft", { intent: intentText(), context });
  const [one, other] = await Promise.all([cairn.warm(), cairn.warm()]);
  await Promise.allSettled([one.ask("review", { accept: [key ?? ""] }), other.ask("review", { reject: [key ?? ""] })]);
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
  expect((await cairn.records()).filter(({ draft }) => draft === key).length).toBeLessThanOrEqual(1);
});
