import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { contextText as context, intentText as intent } from "../../test/support/drafts.ts";
import { say } from "../../test/support/host.ts";
import { heirOf } from "../trail/session-state.ts";

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
  expect(await cairn.refusal("draft", { session, intent: intent({}), context })).toMatchObject(refused);
  expect(cairn.everything()).toBe(before);

  expect((await cairn.ask("checkpoint", { session: "sess-2", task: "In the open." })).saved).not.toEqual([]);
  await cairn.ask("off-the-record", { session, end: true });
  expect((await cairn.ask("checkpoint", { session, task: "Now it may be known." })).saved).not.toEqual([]);
});

test("a session that is over is not meant by who names none, and one that is meant is named", async () => {
  const cairn = cairnWith();
  await say(cairn, { session_id: session, hook_event_name: "SessionStart", source: "startup" });
  const outcome = await cairn.outcome("off-the-record", {});
  expect(outcome).toMatchObject({ text: expect.stringContaining(`nothing of session ${session} is kept`) });
  await cairn.ask("off-the-record", { end: true });
  await say(cairn, { session_id: session, hook_event_name: "SessionEnd", reason: "other" });
  expect(await cairn.refusal("off-the-record", {})).toMatchObject({
    message: "No session of this project is under way.",
    hint: expect.stringContaining("disable"),
  });
  expect(await cairn.ask("off-the-record", { session })).toEqual({ session, off_the_record: true });
});

test("who ends what was never begun is told that nothing changes", async () => {
  const cairn = cairnWith();
  await say(cairn, { session_id: session, hook_event_name: "SessionStart", source: "startup" });
  const end = () => cairn.outcome("off-the-record", { session, end: true });
  expect(await end()).toMatchObject({ text: "It was on the record all along: nothing changes." });
  await cairn.ask("off-the-record", { session });
  expect(await end()).toMatchObject({ text: expect.stringMatching(/^On the record again/) });
});

test("off the record at a terminal, what is typed there is refused with the way on, whoever works there besides", async () => {
  const cairn = cairnWith();
  const { session: own = "" } = await cairn.ask("start", {});
  expect(own).toMatch(/^terminal-/);
  expect(await cairn.outcome("off-the-record", {})).toMatchObject({
    text: expect.stringContaining("is refused, too."),
  });
  const words = { text: "Not to be known.", kind: "project" } as const;
  const refused = { code: "SECURITY_ERROR", hint: expect.stringContaining(`off-the-record --end --session ${own}`) };
  const before = cairn.everything();
  expect(await cairn.refusal("remember", words)).toMatchObject(refused);
  expect(cairn.everything()).toBe(before);
  await say(cairn, { session_id: session, hook_event_name: "SessionStart", source: "startup" });
  expect(await cairn.refusal("remember", words)).toMatchObject(refused);
  expect((await cairn.ask("remember", words, { surface: "mcp", session })).action).toBe("created");
  await cairn.ask("off-the-record", { end: true, session: own });
  expect((await cairn.ask("remember", { ...words, text: "Known again." })).action).toBe("created");
});

test("an agent's session off the record leaves what a person types at a terminal, and the answer says so", async () => {
  const cairn = cairnWith();
  await say(cairn, { session_id: session, hook_event_name: "SessionStart", source: "startup" });
  expect(await cairn.outcome("off-the-record", {})).toMatchObject({
    text: expect.stringContaining("What you type at a terminal yourself, such as cairn remember, still is."),
  });
  expect((await cairn.ask("remember", { text: "Typed by me.", kind: "project" })).action).toBe("created");
});

test("what was said off the record is not drafted from the transcript either, once it is over", async () => {
  const cairn = cairnWith();
  await say(cairn, { session_id: session, hook_event_name: "SessionStart", source: "startup" });
  const said = (content: string) => {
    cairn.clock.advance(600_000);
    const timestamp = cairn.clock.now().toISOString();
    return `${JSON.stringify({ type: "user", sessionId: session, timestamp, message: { role: "user", content } })}\n`;
  };
  const before = said("We decided to use pnpm because npm is slow.");
  cairn.clock.advance(600_000);
  await cairn.ask("off-the-record", { session });
  const meanwhile = said("We decided to use the secret registry because the public one is watched.");
  await cairn.ask("off-the-record", { session, end: true });
  const file = join(cairn.project, `${session}.jsonl`);
  writeFileSync(
    file,
    before + meanwhile + said("We decided to bundle with esbuild instead of webpack because builds took minutes."),
  );
  const { drafts } = await cairn.ask("distill", { session: file });
  const titles = drafts.map(({ title }) => title).join();
  for (const word of ["pnpm", "esbuild"]) expect(titles).toContain(word);
  expect(JSON.stringify(await cairn.ask("review", {}))).not.toContain("secret registry");
});

test.each([
  ["", 0],
  [", though nothing else is left of its trail", 400],
])("a session that goes on after one off the record keeps its own words, no copy of the other's%s", async (_, days) => {
  const cairn = cairnWith();
  const said = (content: string) => {
    cairn.clock.advance(600_000);
    const timestamp = cairn.clock.now().toISOString();
    return `${JSON.stringify({ type: "user", sessionId: "sess-2", timestamp, message: { role: "user", content } })}\n`;
  };
  await say(cairn, { session_id: session, hook_event_name: "SessionStart", source: "startup" });
  await cairn.ask("off-the-record", { session });
  const copied = said("We decided to use the secret registry because the public one is watched.");
  cairn.clock.advance(600_000);
  const { sessions } = await cairn.open();
  const state = heirOf(sessions.trail(session).state(), session, { cleared: true });
  sessions.trail("sess-2").append({ is: "state", at: cairn.clock.now().toISOString(), state });
  const file = join(cairn.project, "sess-2.jsonl");
  const own = said("We decided to bundle with esbuild instead of webpack because builds took minutes.");
  writeFileSync(file, copied + own);
  for (const { trail } of sessions.all()) utimesSync(trail.path, cairn.clock.now(), cairn.clock.now());
  cairn.clock.advance(days * 86_400_000);
  expect(sessions.prune({ trailDays: 30, ledgerDays: 30 })).toBe(days === 0 ? 0 : 2);
  const { drafts } = await cairn.ask("distill", { session: file });
  expect(drafts.map(({ title }) => title).join()).toContain("esbuild");
  expect(JSON.stringify(await cairn.ask("review", {}))).not.toContain("secret registry");
});

test("what was taken out for good is not drafted from a transcript", async () => {
  const cairn = cairnWith();
  const words = "We decided to use zqxkcd because npm is slow.";
  const { memory } = await cairn.ask("remember", { kind: "project", title: "Other", text: words });
  await cairn.ask("forget", { id: memory.id, hard: true }, { confirmed: true });
  const file = join(cairn.project, "old.jsonl");
  writeFileSync(file, turn("user", words) + turn("user", "We decided to use esbuild because tsc is slow."));
  const { drafts } = await cairn.ask("distill", { session: file });
  expect(drafts.map(({ title }) => title).join()).toContain("esbuild");
  expect(JSON.stringify(await cairn.ask("review", {}))).not.toContain("zqxkcd");
});
