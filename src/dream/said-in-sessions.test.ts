import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { logged } from "../../test/support/dream-flips.ts";
import { putSession } from "../../test/support/past-sessions.ts";

const DAY_MS = 86_400_000;
const streams = "We decided to go with streams for the queue.";

/** A project with one topic, dreamed of a day ago. */
async function dreamer(): Promise<TestCairn> {
  const cairn = cairnWith({
    "topics/queue.md": memoryText("Queue", "## Known\n- 2025-06-01: It holds jobs.", { kind: "topic" }),
  });
  await logged(cairn, "The queue has a reader for each region.");
  await dream(cairn);
  cairn.clock.advance(DAY_MS);
  return cairn;
}

function talk(cairn: TestCairn, session: string, said: readonly string[]): void {
  const at = new Date(cairn.clock.now().getTime() - DAY_MS / 2);
  putSession({ home: cairn.home, cwd: cairn.project, session, said, at });
}

const dream = (cairn: TestCairn) => cairn.ask("dream", {}, { confirmed: true });
const known = (report: Awaited<ReturnType<typeof dream>>) => report.topics.flatMap(({ made }) => made);

test("what the person settled in a session about a topic goes into it, once, and is said to come from there", async () => {
  const cairn = await dreamer();
  talk(cairn, "s1", [
    `${streams} The deploy decided nothing. Should we go with Kafka for the queue?`,
    "I decided to go with Kafka for the queue.",
    "> We decided to go with Rabbit for the queue.\n\nThanks, the queue looks good.",
  ]);
  const report = await dream(cairn);
  expect([report.entries, report.heard, report.learned, known(report)]).toEqual([1, 1, 1, [streams]]);
  expect((await cairn.ask("show", { id: "queue" })).memory).toMatchObject({ body: expect.stringContaining(streams) });
  expect(await dream(cairn)).toMatchObject({ action: "unchanged", entries: 0, heard: 0 });
});

test("nothing off the record, forgotten, secret or said before the last dream is searched out", async () => {
  const cairn = await dreamer();
  await cairn.ask("off-the-record", {}, { session: "quiet" });
  cairn.clock.advance(DAY_MS);
  talk(cairn, "quiet", [streams]);
  const gone = "We decided to go with Zanzibar for the queue.";
  const { memory } = await cairn.ask("remember", { text: gone, kind: "project" });
  await cairn.ask("forget", { id: memory.id, hard: true }, { confirmed: true });
  talk(cairn, "s2", [
    gone,
    "ok",
    `We decided the queue token is ghp_${"abcdefghij0123456789".repeat(2).slice(0, 36)}.`,
  ]);
  const past = {
    home: cairn.home,
    cwd: cairn.project,
    session: "old",
    said: ["We decided to go with old for the queue."],
  };
  putSession({ ...past, at: new Date(cairn.clock.now().getTime() - 4 * DAY_MS) });
  expect(await dream(cairn)).toMatchObject({ entries: 0, heard: 0 });
});
