import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextText, intentText } from "../../test/support/drafts.ts";
import type { LogEntry } from "../store/log.ts";
import type { LogRecord } from "../store/record.ts";

const DAY_MS = 86_400_000;
const TOKEN = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;
const LEAK = memoryText("leak", `The deploy token is ${TOKEN} for prod.`);
const TAKEN = "The deploy token is [REDACTED:github-token] for prod.";

/** The part of the log that was written so far is full, and older than history may be. */
async function grownOld(cairn: TestCairn): Promise<void> {
  for (const title of ["Bulk", "More bulk"])
    await cairn.ask("remember", { title, text: "x".repeat(600_000), kind: "project", anyway: true });
  cairn.clock.advance(40 * DAY_MS);
  await cairn.ask("remember", { title: `New on ${cairn.clock.now().toISOString()}`, text: "New.", anyway: true });
}

async function trimmed(cairn: TestCairn, times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    await grownOld(cairn);
    expect((await cairn.ask("gc", {})).segments).toBeGreaterThan(0);
  }
}

const withLimit = () => cairnWith({ settings: { "history.maxDays": 30 } });

async function withLeak(): Promise<TestCairn> {
  const cairn = withLimit();
  await cairn.ask("remember", { title: "Other", text: "Something of ours.", kind: "project" });
  cairn.write("project/leak.md", LEAK);
  await cairn.ask("rebuild", {});
  return cairn;
}

/** Everything a person or a model can be shown of the file. */
async function shown(cairn: TestCairn): Promise<string> {
  const now = cairn.clock.now().toISOString();
  const answers = [
    await cairn.ask("show", { id: "leak" }),
    await cairn.outcome("show", { id: "leak", asOf: now }),
    await cairn.ask("recall", { question: "deploy token prod" }),
    await cairn.ask("recall", { question: "deploy token prod", exact: true }),
    await cairn.ask("history", { limit: 1_000 }),
    await cairn.ask("list", {}),
    await cairn.outcome("export", { to: "bundle", path: "out.jsonl" }),
  ];
  return JSON.stringify(answers);
}

test.each([1, 2, 3])(
  "what was taken out of a hand-written file stays out when its history is dropped %i times",
  async (times) => {
    const cairn = await withLeak();
    await trimmed(cairn, times);
    expect((await cairn.ask("show", { id: "leak" })).memory.body).toContain(TAKEN);
    expect(await shown(cairn)).not.toContain(TOKEN);
    const { problems } = await cairn.ask("list", {});
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("holds a secret (github-token)"),
    );
    const memory = await (await cairn.store()).find("leak" as never);
    expect(memory).toMatchObject({ outside: true, trust: "imported" });
  },
);

test("so it does beside a log in which an older Cairn kept the file in nobody's name", async () => {
  const cairn = await withLeak();
  const store = await cairn.store();
  const [entry] = store.history.versionsOf("project/leak.md") as [LogEntry];
  const { path, after, id, kind, trust, stored } = entry.record;
  const text = store.history.log.textsOf(entry).after;
  const old = { op: "accept", at: cairn.clock.now().toISOString(), path, after, id, kind, trust, stored };
  await store.locked({ surface: "cli" }, ({ history }) => {
    history.log.append([{ ...old, texts: { after: text } } as never], { durable: true });
  });
  expect(await shown(cairn)).not.toContain(TOKEN);
  await trimmed(cairn);
  expect(await shown(cairn)).not.toContain(TOKEN);
});

test("who wrote a text, when and why is known when its history is dropped", async () => {
  const cairn = withLimit();
  const session = "11111111-2222-4333-8444-555555555555";
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "decision" }, { session });
  const [first] = await cairn.records();
  await trimmed(cairn, 2);
  const kept = (await cairn.records()).find(({ id }) => id === "alpha");
  const { op, at, by, trust, kind, after, why } = first as LogRecord;
  expect(kept).toMatchObject({ op, at, by, trust, kind, after, why, kept: first?.seq });
});

test.each([false, true])(
  "a draft whose memory was written, and then edited (%s), is not written again",
  async (isEdited) => {
    const cairn = withLimit();
    const { key } = await cairn.ask("draft", { intent: intentText(), context: contextText });
    if (key === null) throw new Error("nothing was drafted");
    const inbox = join((await cairn.store()).state, "inbox");
    const draft = readFileSync(join(inbox, `${key}.md`));
    const { accepted } = await cairn.ask("review", { accept: [key] });
    const { id = "", path = "" } = accepted[0]?.memory ?? {};
    if (isEdited) await cairn.ask("update", { id, append: "Since March." });
    // As a process leaves it that is killed once the memory is written.
    writeFileSync(join(inbox, `${key}.md`), draft);
    rmSync(join(inbox, "settled", key));
    await trimmed(cairn, 2);
    expect((await cairn.ask("review", {})).waiting).toEqual([]);
    expect(cairn.paths().filter((one) => one.startsWith("decisions/"))).toHaveLength(1);
    expect(cairn.read(path)).toContain(isEdited ? "Since March." : "WAL");
  },
);

test("what is kept over is no change to take back, and later ones are taken back over it", async () => {
  const cairn = withLimit();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "decision" });
  await trimmed(cairn);
  const seqs = (await cairn.records()).filter(({ kept }) => kept !== undefined).map(({ seq }) => seq);
  for (const seq of seqs)
    expect(await cairn.outcome("undo", { change: `project:${seq}` })).toMatchObject({ ok: false });
  expect((await cairn.ask("history", { id: "alpha" }).catch(() => ({ total: 0 }))).total).toBe(0);
  await cairn.ask("update", { id: "alpha", append: "Two." });
  await cairn.ask("undo", { change: "alpha" });
  expect((await cairn.ask("show", { id: "alpha" })).memory.body).not.toContain("Two.");
  expect((await cairn.ask("show", { id: "alpha" })).memory.trust).toBe("stated");
});

test("a memory whose history was dropped is shown as it stood, and comes back when its file is deleted", async () => {
  const cairn = withLimit();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "decision" });
  await trimmed(cairn);
  const then = new Date(cairn.clock.now().getTime() - 20 * DAY_MS).toISOString();
  await cairn.ask("update", { id: "alpha", body: "Rewritten." });
  expect((await cairn.ask("show", { id: "alpha", asOf: then })).memory.body).toContain("One.");
  await cairn.ask("undo", {});
  cairn.delete((await cairn.ask("show", { id: "alpha" })).memory.path);
  await cairn.ask("restore", { id: "alpha" });
  expect((await cairn.ask("show", { id: "alpha" })).memory.body).toContain("One.");
});

test("dropping history makes no file new to the next session", async () => {
  const cairn = await withLeak();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "decision" });
  const store = await cairn.store();
  const seq = store.history.log.lastSeq;
  await trimmed(cairn);
  expect((await cairn.store()).changedBesides(seq)).toEqual([]);
});

test("a part that ends in what was kept over is as old as what else stands in it", async () => {
  const cairn = withLimit();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "decision" });
  await trimmed(cairn);
  const { total } = await cairn.ask("history", { limit: 100 });
  await cairn.ask("remember", { title: "Huge", text: "y".repeat(900_000), kind: "project" });
  await cairn.ask("remember", { title: "Behind", text: "Behind it.", kind: "project" });
  expect((await cairn.ask("gc", {})).segments).toBe(0);
  expect((await cairn.ask("history", { limit: 100 })).total).toBe(total + 2);
});

test("what was taken out for good is known again when the history of that was dropped", async () => {
  const cairn = withLimit();
  await cairn.ask("remember", { title: "Alpha", text: "One secret plan.", kind: "decision" });
  await cairn.ask("forget", { id: "alpha", hard: true }, { confirmed: true });
  const stones = async () => (await cairn.records()).flatMap(({ stones: own }) => own ?? []);
  const before = await stones();
  expect(before).toHaveLength(1);
  await trimmed(cairn, 2);
  expect(await stones()).toEqual(before);
  await cairn.ask("remember", { title: "Beta", text: "Two.", kind: "decision" });
  await cairn.ask("undo", {});
  expect(await cairn.outcome("show", { id: "beta" })).toMatchObject({ ok: false });
});

test("a hard forget after history was dropped leaves no word of it", async () => {
  const cairn = await withLeak();
  await cairn.ask("remember", { title: "Alpha", text: "The zebrafish plan.", kind: "decision" });
  await trimmed(cairn);
  for (const id of ["alpha", "leak"]) await cairn.ask("forget", { id, hard: true }, { confirmed: true });
  expect(cairn.everything()).not.toContain("zebrafish");
  expect(cairn.everything()).not.toContain(TOKEN);
});

test.each(["before the part goes", "while the text is written"])("killed %s, the next one ends alike", async (when) => {
  const cairn = await withLeak();
  await grownOld(cairn);
  const folder = (await cairn.store()).history.log.folder;
  const files = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".log"))
      .sort();
  const texts = new Map(files().map((name) => [name, readFileSync(join(folder, name))]));
  await cairn.ask("gc", {});
  // As if it had not come as far as dropping the part; or had written only half of what it keeps.
  for (const [name, bytes] of texts) if (!files().includes(name)) writeFileSync(join(folder, name), bytes);
  const [last = ""] = files().reverse();
  const bytes = readFileSync(join(folder, last));
  if (when === "while the text is written")
    writeFileSync(join(folder, last), bytes.subarray(0, bytes.length - 700_000));
  expect(await shown(cairn)).not.toContain(TOKEN);
  await cairn.ask("gc", {});
  expect(await shown(cairn)).not.toContain(TOKEN);
  expect(await cairn.ask("doctor", {})).toBeDefined();
});

test("a log's entry over a secret somebody typed into the day's file takes it out, and Cairn vouches for nothing it left", async () => {
  const cairn = withLimit();
  const day = "logs/2025/06/2025-06-02.md";
  cairn.write(
    day,
    `---\nname: "2025-06-02"\nmetadata:\n  kind: log\n---\n# 2025-06-02\n\n- 10:00 the token is ${TOKEN}\n`,
  );
  await cairn.ask("rebuild", {});
  await cairn.ask("log", { action: "append", text: "Deployed." });
  expect(cairn.read(day)).not.toContain(TOKEN);
  expect(cairn.read(day)).toContain("Deployed.");
});
