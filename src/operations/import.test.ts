import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type InputOf, type TestCairn } from "../../test/support/cairn-with.ts";
import { goOn, ofTranscripts, putSession } from "../../test/support/past-sessions.ts";
import { registry } from "../adapters/registry.ts";
import { defined } from "../model/defined.ts";
import { mostDrafts } from "../model/draft.ts";
import { mostWaiting } from "../store/inbox.ts";

const said = {
  queue: ["We decided to use Redis streams instead of lists because consumers must replay a day.", "Understood."],
  bundle: ["We decided to bundle with esbuild instead of webpack because builds took minutes.", "Understood."],
  debt: [
    "We leave the retry logic as it is for now because the vendor changes its API; that is technical debt.",
    "Yes.",
  ],
  plain: ["We decided to use Postgres for the event store.", "Understood."],
  nothing: ["What does this function do?", "It adds two numbers."],
} as const;

function put(cairn: TestCairn, session: string, words: readonly string[], more: { cwd?: string; at?: Date } = {}) {
  return putSession({ home: cairn.home, cwd: cairn.project, session, said: words, ...more });
}

const run = async (cairn: TestCairn, more: Partial<InputOf<"import">> = {}, session?: string) =>
  ofTranscripts(await cairn.ask("import", { source: "transcripts", ...more }, defined({ session })));

const titles = async (cairn: TestCairn, cwd = cairn.project) =>
  (await cairn.outcome("review", {}, { cwd }).then((answer) => (answer.ok ? answer.output.waiting : []))).map(
    ({ title }) => title,
  );

test("past sessions leave drafts that wait, and the report says what was kept and why not the rest", async () => {
  const cairn = cairnWith();
  put(cairn, "s1", said.queue);
  put(cairn, "s2", said.nothing);
  put(cairn, "s3", said.queue);
  const { kept, ...rest } = await run(cairn);
  expect(kept).toMatchObject([{ kind: "decision", project: cairn.project, key: expect.any(String) }]);
  expect(rest).toMatchObject({ found: 3, read: 3, left: 0, empty: 1, not_kept: { known: 1 }, passed_over: {} });
  const { waiting } = await cairn.ask("review", {});
  expect(waiting).toMatchObject([{ key: kept[0]?.key, session: kept[0]?.session }]);
});

test("what was read once is not read again, unless it has gone on", async () => {
  const cairn = cairnWith();
  put(cairn, "s1", said.queue);
  await run(cairn);
  expect(await run(cairn)).toMatchObject({ read: 0, done_before: 1, kept: [] });
  goOn({ home: cairn.home, cwd: cairn.project, session: "s1", said: said.bundle });
  expect((await run(cairn)).kept.map(({ title }) => title).join()).toContain("esbuild");
  expect(await run(cairn, { again: true })).toMatchObject({ read: 1, kept: [], not_kept: { known: 2 } });
});

test("a run reads so many sessions, the newest first, and the next goes on", async () => {
  const cairn = cairnWith();
  put(cairn, "old", said.queue, { at: new Date("2025-01-01T09:00:00Z") });
  put(cairn, "new", said.bundle, { at: new Date("2025-05-20T09:00:00Z") });
  expect(await run(cairn, { limit: 1 })).toMatchObject({ read: 1, left: 1, kept: [{ session: "new" }] });
  expect(await run(cairn, { limit: 1 })).toMatchObject({
    read: 1,
    left: 0,
    done_before: 1,
    kept: [{ session: "old" }],
  });
});

test("since goes by when something was last said, whatever the file's time", async () => {
  const cairn = cairnWith();
  put(cairn, "old", said.queue, { at: new Date("2024-01-01T09:00:00Z") });
  goOn({ home: cairn.home, cwd: cairn.project, session: "old", said: said.nothing, at: new Date("2024-01-02") });
  put(cairn, "new", said.bundle);
  const report = await run(cairn, { since: "60d" });
  expect(report).toMatchObject({ read: 1, passed_over: { older: 1 }, kept: [{ session: "new" }] });
});

test("every project's drafts wait in its own inbox; a folder that is gone has none", async () => {
  const cairn = cairnWith();
  const other = join(cairn.base, "other");
  const gone = join(cairn.base, "gone");
  for (const folder of [other, gone]) mkdirSync(folder);
  put(cairn, "here", said.queue);
  put(cairn, "there", said.bundle, { cwd: other });
  put(cairn, "nowhere", said.debt, { cwd: gone });
  rmSync(gone, { recursive: true });
  const told = await cairn.outcome("import", { source: "transcripts", dryRun: true });
  expect(told.ok && told.text).toMatch(/esbuild.*\(other\)$/m);
  expect(await run(cairn)).toMatchObject({ read: 2, passed_over: { "folder-gone": 1 } });
  expect((await titles(cairn)).join()).toMatch(/streams/);
  expect((await titles(cairn, other)).join()).toMatch(/esbuild/);
});

test("with a project only its sessions are read", async () => {
  const cairn = cairnWith();
  const other = join(cairn.base, "other");
  mkdirSync(other);
  put(cairn, "here", said.queue);
  put(cairn, "there", said.bundle, { cwd: other });
  expect(await run(cairn, { project: "../other" })).toMatchObject({ found: 1, kept: [{ session: "there" }] });
  expect(await titles(cairn)).toEqual([]);
  expect((await cairn.refusal("import", { source: "transcripts", project: "../none" })).code).toBe("NOT_FOUND");
});

test("nothing comes of a session off the record, of Cairn's own scribe, or of the one that asks", async () => {
  const cairn = cairnWith();
  const scribes = join(cairn.cairnHome, "scribe", "x");
  mkdirSync(scribes, { recursive: true });
  put(cairn, "private", said.queue);
  put(cairn, "own", said.bundle);
  put(cairn, "drafting", said.debt, { cwd: scribes });
  const trail = (await cairn.open()).sessions.trail("private");
  trail.append({ is: "flag", at: cairn.clock.now().toISOString(), flag: "off-the-record", on: true });
  const report = await run(cairn, {}, "own");
  expect(report).toMatchObject({ read: 0, kept: [], passed_over: { "off-the-record": 1, scribe: 1, "under-way": 1 } });
  const asking = await cairn.refusal("import", { source: "transcripts" }, { session: "private" });
  expect(asking.code).toBe("SECURITY_ERROR");
});

test.each<[string, object, string[]]>([
  ["wanted", {}, ["decision", "tech_debt"]],
  ["switched off", { "categories.decision.enabled": false }, ["tech_debt"]],
  ["not captured", { "categories.decision.auto_capture": false }, ["tech_debt"]],
  ["to be said more clearly", { "triage.thresholds.decision": 0.95 }, ["tech_debt"]],
  ["looked for in no session", { "triage.enabled": false }, []],
])("where a kind is %s, past sessions are no exception", async (_, settings, kinds) => {
  const cairn = cairnWith({ settings: { ...settings } });
  await cairn.ask("remember", { kind: "decision", title: "Turnstiles", text: "Turnstiles open by badge." });
  put(cairn, "s1", said.plain);
  put(cairn, "s2", said.debt);
  expect((await run(cairn)).kept.map(({ kind }) => kind).sort()).toEqual(kinds);
});

test("a dry run says what would wait and leaves nothing", async () => {
  const cairn = cairnWith();
  put(cairn, "s1", said.queue);
  expect(await run(cairn, { dryRun: true })).toMatchObject({ read: 1, kept: [{ kind: "decision", key: null }] });
  expect(await titles(cairn)).toEqual([]);
  expect(await run(cairn)).toMatchObject({ read: 1, kept: [{ kind: "decision" }] });
});

test("a full inbox takes nothing more, and its sessions are read once there is room", async () => {
  const cairn = cairnWith();
  put(cairn, "s1", said.queue);
  const inbox = join((await cairn.store()).state, "inbox");
  const file = (n: number) => join(inbox, `${n.toString(16).padStart(32, "0")}.md`);
  mkdirSync(inbox, { recursive: true });
  for (let n = 0; n < mostWaiting; n++) writeFileSync(file(n), WAITING);
  expect(await run(cairn)).toMatchObject({ read: 0, passed_over: { "inbox-full": 1 } });
  for (let n = 0; n < 10; n++) rmSync(file(n));
  expect(await run(cairn)).toMatchObject({ read: 1, kept: [{ session: "s1" }] });
});

const WAITING =
  "---\nname: x\ndescription: X\ndraft: { action: create, verdict: pass, because: b, proposed: 2025-06-01 }\n---\n";

test("what was in a session is told where it came from, but not the commit of today", async () => {
  const cairn = cairnWith({ project: { ".git/HEAD": "ref: refs/heads/today\n" } });
  put(cairn, "s1", said.queue);
  const { kept } = await run(cairn);
  const { accepted } = await cairn.ask("review", { accept: [kept[0]?.key ?? ""] });
  const { memory } = await cairn.ask("show", { id: accepted[0]?.memory?.id ?? "" });
  const { memory: now } = await cairn.ask("remember", { text: "Said today.", kind: "project" });
  expect((await cairn.ask("show", { id: now.id })).memory.source).toHaveProperty("branch", "today");
  expect(memory.source).toMatchObject({ session: "s1" });
  expect(memory.source).not.toHaveProperty("branch");
});

test("the report reads well", async () => {
  const cairn = cairnWith();
  put(cairn, "s1", said.queue, { at: new Date("2025-05-03T09:00:00Z") });
  put(cairn, "s2", said.nothing, { at: new Date("2025-05-02T09:00:00Z") });
  put(cairn, "s3", said.queue);
  const outcome = await cairn.outcome("import", { source: "transcripts", limit: 2 });
  const text = outcome.ok ? outcome.text.replace(/[0-9a-f]{8}(?= )/, "<key>") : "";
  expect(text).toMatchInlineSnapshot(`
    "1 draft waits for review, from 2 sessions (1 decision).
    <key>  decision  Use Redis streams instead of lists
    Not kept: 1 session with nothing worth a draft.
    Left for the next run: 1 session."
  `);
});

test("the report says how many of its session were better than what is left out", async () => {
  const cairn = cairnWith();
  put(cairn, "s1", said.queue);
  const read = await cairn.ask("import", { source: "transcripts" });
  const { show } = await registry.import();
  const text = show({ ...read, not_kept: { weaker: 1 } } as never, { source: "transcripts" } as never, "cli");
  expect(text).toContain(`1 draft weaker than ${mostDrafts} others of their session`);
});
