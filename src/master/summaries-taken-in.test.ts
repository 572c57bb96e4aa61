import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";

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

test.each([
  ["by rule", undefined],
  ["in words of an agent", "Paint dries slowly on the gate, on the door and on the wall."],
])("a summary that was touched and says nothing new is not newer once it was read (%s)", async (_, words) => {
  const cairn = cairnWith();
  for (const part of ["gate", "door", "wall"]) await sumUp(cairn, part);
  const { passages } = await cairn.ask("material", {});
  const prose = words === undefined ? {} : { prose: `## ${passages[0]?.heading}\n\n${words}\n` };
  await cairn.ask("synthesize", prose, yes);
  cairn.clock.advance(60_000);
  await cairn.ask("update", { id: "door", tags: ["domain:shop", "billing"] });
  expect(await newer(cairn)).toEqual(["project:door"]);
  expect(await cairn.ask("synthesize", {}, yes)).toMatchObject({ action: "unchanged" });
  expect(await newer(cairn)).toEqual([]);
});

test("a summary of an older day that comes later is newer to the master", async () => {
  const cairn = cairnWith();
  await sumUp(cairn, "gate");
  await cairn.ask("synthesize", {}, yes);
  cairn.clock.advance(-86_400_000);
  await sumUp(cairn, "door");
  cairn.clock.advance(2 * 86_400_000);
  expect(await newer(cairn)).toEqual(["project:door"]);
});
