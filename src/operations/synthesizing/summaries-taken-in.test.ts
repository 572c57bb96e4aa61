import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../../test/support/cairn-with.ts";

const yes = { confirmed: true } as const;

async function sumUp(cairn: TestCairn, session: string): Promise<void> {
  const text = `## Goal\nPaint the ${session} of the shop.\n\n## Tracking Points\n- **Learning**: paint of ${session} dries slowly\n`;
  const tags = ["domain:shop"];
  await cairn.ask("remember", { kind: "session_summary", title: `The ${session}`, text, tags }, { session });
}

const newer = async (cairn: TestCairn) => (await cairn.ask("recall", {})).master?.summaries.map(({ id }) => id);

test("a summary that only the master of a domain took in is still newer than the whole master", async () => {
  const cairn = cairnWith();
  await sumUp(cairn, "gate");
  await cairn.ask("synthesize", {}, yes);
  await sumUp(cairn, "door");
  for (const _ of ["created", "unchanged"]) await cairn.ask("synthesize", { domain: "shop" }, yes);
  expect(await newer(cairn)).toEqual(["project:door"]);
  await cairn.ask("synthesize", {}, yes);
  expect(await newer(cairn)).toEqual([]);
});
