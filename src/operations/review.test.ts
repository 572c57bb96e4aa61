import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextText as context, type IntentWords, intentText } from "../../test/support/drafts.ts";
import { contextIn, say } from "../../test/support/host.ts";

async function drafted(
  cairn: TestCairn,
  words: IntentWords = {},
  more: { trust?: "untrusted"; session?: string } = {},
) {
  return cairn.ask("draft", { intent: intentText(words), context, ...more }, { surface: "agent-shell" });
}

test("a draft waits, outside the memories: no list and no view has it, and recall tells it as a draft", async () => {
  const cairn = cairnWith();
  expect(await drafted(cairn)).toMatchObject({ action: "CREATE", state: "waiting", verdict: "PASS", issues: [] });
  expect(cairn.paths()).toEqual([]);
  await cairn.ask("rebuild", {});
  expect((await cairn.ask("recall", { question: "SQLite WAL mode" })).hits).toMatchObject([{ draft: true }]);
  expect((await cairn.ask("list", {})).memories).toEqual([]);
  const { waiting } = await cairn.ask("review", {});
  expect(waiting).toMatchObject([{ title: "SQLite runs in WAL mode", action: "CREATE", trust: "derived" }]);
});

test("the same draft comes once, whoever proposes it and however often", async () => {
  const cairn = cairnWith();
  await drafted(cairn);
  expect((await drafted(cairn)).state).toBe("known");
  const reworded = {
    title: "SQLite runs in the WAL mode",
    summary: "We run SQLite in WAL mode because readers never wait.",
  };
  expect((await drafted(cairn, reworded)).state).toBe("known");
  expect((await cairn.ask("review", {})).waiting.length).toBe(1);
});

test("accepted, it is a memory with where it came from, and the log knows the draft", async () => {
  const cairn = cairnWith();
  const { key } = await drafted(cairn, {}, { session: "760f230b" });
  const { accepted, waiting } = await cairn.ask("review", { accept: [key?.slice(0, 8) ?? ""] });
  expect(waiting).toEqual([]);
  expect(accepted).toMatchObject([{ key, action: "created", memory: { id: "sqlite-runs-in-wal-mode" } }]);
  expect(accepted[0]?.memory).toMatchObject({ trust: "derived", confidence: 0.8, source: { session: "760f230b" } });
  const { memory } = await cairn.ask("show", { id: "sqlite-runs-in-wal-mode" });
  expect(memory.body).toContain("## Alternatives Considered\n- rollback journal: blocks readers");
  expect(memory.fields).toEqual({ status: "accepted" });
  expect((await cairn.records()).filter(({ draft }) => draft !== undefined)).toMatchObject([
    { op: "create", draft: key },
  ]);
});

test("once accepted or rejected it is not proposed again", async () => {
  const cairn = cairnWith();
  const { key } = await drafted(cairn);
  await cairn.ask("review", { reject: [key ?? ""] });
  expect((await drafted(cairn)).state).toBe("settled");
  const other = {
    title: "Hooks write at once",
    summary: "Many hooks write at once",
    content: { decision: "hooks write at once" },
  };
  const second = await drafted(cairn, other);
  await cairn.ask("review", { accept: [second.key ?? ""] });
  expect((await drafted(cairn, other)).state).toBe("nothing");
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
});

test("an update grows lists and tags and says what changed", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", {
    kind: "decision",
    title: "SQLite runs in WAL mode",
    text: "## Decision\nRun SQLite in WAL mode.\n\n## Rationale\n- fewer syncs",
    tags: ["storage"],
  });
  const found = await drafted(cairn, { action: "update" });
  expect(found).toMatchObject({ action: "UPDATE", state: "waiting", candidate: { id: "sqlite-runs-in-wal-mode" } });
  await cairn.ask("review", { accept: [found.key ?? ""] });
  const { memory } = await cairn.ask("show", { id: "sqlite-runs-in-wal-mode" });
  expect(memory.body).toContain("- fewer syncs\n- readers never wait");
  expect(memory.tags).toEqual(["storage", "sqlite"]);
  expect(memory.trust).toBe("derived");
  expect(memory.changes.at(-1)?.summary).toContain("Rationale: added readers never wait");
});

test("a memory that changed meanwhile is shown again and not overwritten", async () => {
  const cairn = cairnWith();
  const wal = { kind: "decision", title: "SQLite runs in WAL mode", text: "## Rationale\n- fewer syncs" } as const;
  const { memory } = await cairn.ask("remember", wal);
  const { key } = await drafted(cairn, { action: "update" });
  cairn.change(memory.path, (text) => text.replaceAll("fewer syncs", "by hand"));
  expect((await cairn.refusal("review", { accept: [key ?? ""] })).code).toBe("OCC_CONFLICT");
  expect(cairn.read(memory.path)).not.toContain("readers never wait");
  await cairn.ask("review", { accept: [key ?? ""] });
  expect(cairn.read(memory.path)).toContain("- by hand\n- readers never wait");
});

test("a program that writes tries once more by itself", async () => {
  const cairn = cairnWith();
  const wal = { kind: "decision", title: "SQLite runs in WAL mode", text: "## Rationale\n- fewer syncs" } as const;
  const { memory } = await cairn.ask("remember", wal);
  const { key } = await drafted(cairn, { action: "update" });
  cairn.change(memory.path, (text) => text.replaceAll("fewer syncs", "by hand"));
  expect(await cairn.ask("write", { draft: key ?? "" })).toMatchObject({ action: "updated" });
  expect(cairn.read(memory.path)).toContain("- by hand\n- readers never wait");
});

test("an update of a memory that is gone becomes a new one, shown first", async () => {
  const cairn = cairnWith();
  const wal = { kind: "decision", title: "WAL for SQLite", text: "## Rationale\n- fewer syncs", tags: ["sqlite"] };
  const { memory } = await cairn.ask("remember", { ...wal, kind: "decision" });
  const { key } = await drafted(cairn, { action: "update" });
  cairn.delete(memory.path);
  expect((await cairn.refusal("review", { accept: [key ?? ""] })).code).toBe("OCC_CONFLICT");
  expect((await cairn.ask("review", {})).waiting).toMatchObject([{ key, action: "CREATE" }]);
});

test("a draft can be mended, and merged into a memory the person names", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { kind: "decision", title: "Storage", text: "## Rationale\n- one file" });
  const { key } = await drafted(cairn);
  await cairn.ask("review", { draft: key ?? "", body: "## Rationale\n- my own reason", title: "Mine" });
  expect((await cairn.ask("review", {})).waiting).toMatchObject([{ key, title: "Mine", verdict: "PASS" }]);
  const { accepted } = await cairn.ask("review", { accept: [key ?? ""], into: "storage" });
  expect(accepted).toMatchObject([{ action: "updated", memory: { id: "storage" } }]);
  expect((await cairn.ask("show", { id: "storage" })).memory.body).toContain("- one file\n- my own reason");
  expect((await cairn.refusal("review", { accept: [key ?? ""], into: "nothing" })).code).toBe("NOT_FOUND");
});

test("what a machine may not retire is not retired: the wish becomes an update or nothing", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", {
    kind: "decision",
    title: "SQLite runs in WAL mode",
    text: "## Rationale\n- fewer syncs",
  });
  expect((await drafted(cairn, { action: "retire" })).action).toBe("UPDATE");
  await cairn.ask("remember", { kind: "tech_debt", title: "Readers wait", text: "Readers wait", tags: ["readers"] });
  const debt = { category: "tech_debt", action: "retire", title: "Readers wait", summary: "readers never wait then" };
  const { key, action } = await drafted(cairn, { ...debt, tags: ["readers"], content: {} });
  expect(action).toBe("DELETE");
  expect(await cairn.ask("write", { draft: key ?? "" })).toMatchObject({
    action: "retired",
    memory: { status: "retired" },
  });
});

test("what its source does not bear out is blocked and does not wait", async () => {
  const cairn = cairnWith();
  const invented = { title: "SQLite runs in WAL mode with 64 readers" };
  expect(await drafted(cairn, invented)).toMatchObject({ state: "blocked", verdict: "BLOCK", key: null });
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
});

test("verifying holds a waiting draft against another text, and a blocked one is not written", async () => {
  const cairn = cairnWith();
  const { key } = await drafted(cairn);
  expect((await cairn.ask("verify", { draft: key ?? "", context: "We talked about lunch." })).verdict).toBe("BLOCK");
  expect((await cairn.refusal("write", { draft: key ?? "" })).code).toBe("VALIDATION_ERROR");
  expect((await cairn.ask("verify", { draft: key ?? "", context })).verdict).toBe("PASS");
  expect((await cairn.ask("write", { draft: key ?? "" })).action).toBe("created");
});

test("text from outside never becomes an instruction, and is imported at most when a person accepts it", async () => {
  const cairn = cairnWith();
  const rule = {
    category: "preference",
    title: "readers never wait",
    summary: "readers never wait",
    content: { value: "readers never wait" },
  };
  const preference = await drafted(cairn, rule, { trust: "untrusted" });
  expect((await cairn.refusal("review", { accept: [preference.key ?? ""] })).code).toBe("SECURITY_ERROR");
  const decision = await drafted(cairn, {}, { trust: "untrusted" });
  const { accepted } = await cairn.ask("review", { accept: [decision.key ?? ""] });
  expect(accepted[0]?.memory?.trust).toBe("imported");
  const debt = {
    category: "tech_debt",
    title: "hooks write at once",
    summary: "hooks write at once",
    content: { description: "Many hooks write at once" },
  };
  const { key } = await drafted(cairn, debt, { trust: "untrusted" });
  expect((await cairn.ask("write", { draft: key ?? "" }, { surface: "agent-shell" })).memory?.trust).toBe("untrusted");
});

test("a memory taken out for good takes its drafts along", async () => {
  const cairn = cairnWith();
  const word = "zqxkcdvanish";
  const said = `The ${word} queue keeps many hooks waiting`;
  const draft = { title: said, summary: said, content: { decision: said } };
  await cairn.ask("draft", { intent: intentText(draft), context: said });
  const { memory } = await cairn.ask("remember", { kind: "project", title: "Other", text: `${said}.` });
  await cairn.ask("forget", { id: memory.id, hard: true }, { confirmed: true });
  expect(cairn.everything()).not.toContain(word);
});

test("also those that wait for another root than the memory's own", async () => {
  const cairn = cairnWith();
  const word = "zqxkcdvanish";
  const said = `The ${word} queue keeps many hooks waiting`;
  await cairn.ask("draft", {
    intent: intentText({ title: said, summary: said, content: { decision: said } }),
    context: said,
  });
  const { memory } = await cairn.ask("remember", {
    kind: "reference",
    scope: "user",
    title: "Other",
    text: `${said}.`,
  });
  await cairn.ask("forget", { id: `user:${memory.id}`, hard: true }, { confirmed: true });
  expect(cairn.everything()).not.toContain(word);
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
});

test("what is no key is told what a key looks like", async () => {
  const cairn = cairnWith();
  const { message, hint } = await cairn.refusal("review", { draft: "zzz" });
  expect(`${message} ${hint}`).toContain("No draft called zzz is waiting: that is no key.");
  expect(hint).toContain("4 or more of its first digits");
});

test("a draft in other words is described by them; a title alone leaves its description", async () => {
  const cairn = cairnWith();
  const { key } = await drafted(cairn);
  const [before] = (await cairn.ask("review", { draft: key ?? "", title: "Another title" })).waiting;
  expect(before?.description).toBe("We run SQLite in WAL mode because readers never wait");
  const body = "## Context\nOne hook writes.\n\n## Decision\nWe keep the rollback journal.";
  const { accepted } = await cairn.ask("review", { accept: [key ?? ""], body });
  expect(accepted[0]?.memory?.description).toBe("We keep the rollback journal.");
});

test("a key that is none, or too short, or not there, is refused", async () => {
  const cairn = cairnWith();
  await drafted(cairn);
  for (const key of ["../../../etc", "zzzzzzzz", "abc", "0".repeat(32)]) {
    expect((await cairn.outcome("review", { accept: [key] })).ok).toBe(false);
  }
});

test("the draft's file says where it came from, in words a person can read", async () => {
  const cairn = cairnWith();
  const { key } = await drafted(cairn, {}, { session: "760f230b" });
  const store = await cairn.store();
  const text = readFileSync(join(store.state, "inbox", `${key}.md`), "utf8");
  expect(text).toContain("draft: { action: create, verdict: pass");
  expect(text).toContain("session: 760f230b");
});

test("a session that starts is told in one line how many wait, and nothing of what they say", async () => {
  const cairn = cairnWith();
  const started = { hook_event_name: "SessionStart", session_id: "s-1", source: "startup", cwd: cairn.project };
  expect(contextIn(await say(cairn, started))).not.toContain("draft");
  await drafted(cairn);
  const told = contextIn(await say(cairn, { ...started, session_id: "s-2" }));
  expect(told).toContain("1 draft waits for the person: cairn review shows them.");
  expect(told).not.toContain("WAL");
});

test("status says how many wait, and what to type", async () => {
  const cairn = cairnWith();
  expect((await cairn.ask("status", {})).drafts).toBe(0);
  const { key } = await drafted(cairn);
  const outcome = await cairn.outcome("status", {});
  expect(outcome.ok && [outcome.output.drafts, outcome.text]).toEqual([1, expect.stringContaining("1 draft waits")]);
  expect(outcome.ok && outcome.text).toContain("for a decision: cairn review");
  await cairn.ask("review", { reject: [key ?? ""] });
  const after = await cairn.outcome("status", {});
  expect(after.ok && after.text).not.toContain("draft");
});

test("the log names a draft's project where there are drafts of several in it", async () => {
  const cairn = cairnWith();
  const logged = async () => {
    const outcome = await cairn.outcome("review", { log: true });
    return outcome.ok ? outcome.text : "";
  };
  await drafted(cairn);
  expect(await logged()).toMatch(/^\S+ \S+ {2}waits /);
  const cwd = join(cairn.base, "web");
  mkdirSync(cwd);
  await cairn.ask("draft", { intent: intentText(), context }, { surface: "agent-shell", cwd });
  expect((await logged()).split("\n")).toEqual([
    expect.stringMatching(/^\S+ \S+ {2}web {2}waits {2}/),
    expect.stringMatching(/^\S+ \S+ {2}project {2}waits {2}/),
  ]);
});
