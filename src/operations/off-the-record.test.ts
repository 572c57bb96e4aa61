import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { contextText as context, intentText as intent } from "../../test/support/drafts.ts";
import { say } from "../../test/support/host.ts";

const session = "sess-1";
const turn = (type: "user" | "assistant", content: string) =>
  `${JSON.stringify({ type, sessionId: session, uuid: content, message: { role: type, content } })}\n`;

test("whoever names a session that is off the record keeps nothing of it", async () => {
  const cairn = cairnWith();
  const file = join(cairn.project, `${session}.jsonl`);
  writeFileSync(file, turn("user", "We decided to use pnpm because npm is slow.") + turn("assistant", "Noted."));
  for (const session_id of [session, "sess-2"])
    await say(cairn, { session_id, hook_event_name: "SessionStart", source: "startup" });
  await cairn.ask("off-the-record", { session });
  const before = cairn.everything();
  const refused = { kind: "conflict", code: "SECURITY_ERROR" };
  expect(await cairn.refusal("checkpoint", { session, task: "In confidence." })).toMatchObject(refused);
  expect(await cairn.refusal("distill", { session: file })).toMatchObject(refused);
  expect(await cairn.refusal("triage", { session: file, stage: true })).toMatchObject(refused);
  expect(await cairn.refusal("draft", { session, intent: intent({}), context })).toMatchObject(refused);
  expect(cairn.everything()).toBe(before);

  expect((await cairn.ask("checkpoint", { session: "sess-2", task: "In the open." })).saved).not.toEqual([]);
  await cairn.ask("off-the-record", { session, end: true });
  expect((await cairn.ask("checkpoint", { session, task: "Now it may be known." })).saved).not.toEqual([]);
});
