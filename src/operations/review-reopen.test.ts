import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextText as context, intentText } from "../../test/support/drafts.ts";

const DAY_MS = 86_400_000;

async function rejected(cairn: TestCairn): Promise<string> {
  const { key } = await cairn.ask("draft", { intent: intentText(), context });
  await cairn.ask("review", { reject: [key ?? ""] });
  return key ?? "";
}

const inboxOf = async (cairn: TestCairn) => join((await cairn.store()).state, "inbox");

test("a rejection says how to take it back, and taken back the draft waits as it did", async () => {
  const cairn = cairnWith();
  const { key = "" } = await cairn.ask("draft", { intent: intentText(), context });
  const before = (await cairn.ask("review", {})).waiting;
  const outcome = await cairn.outcome("review", { reject: [key ?? ""] });
  expect(outcome.ok && outcome.text).toContain(`to take that back: cairn review --reopen ${key?.slice(0, 8)}`);
  expect((await cairn.ask("review", { rejected: true })).kept).toEqual(before);
  expect(await cairn.ask("review", { reopen: [key?.slice(0, 8) ?? ""] })).toMatchObject({
    reopened: [key],
    waiting: before,
  });
  expect((await cairn.ask("review", { rejected: true })).kept).toEqual([]);
  expect((await cairn.ask("draft", { intent: intentText(), context })).state).toBe("known");
  expect((await cairn.ask("review", { accept: [key ?? ""] })).accepted).toMatchObject([{ action: "created" }]);
});

test("undo takes back a change of a memory and no rejection", async () => {
  const cairn = cairnWith();
  const key = await rejected(cairn);
  expect((await cairn.refusal("undo", {})).message).toBe("There is nothing to take back.");
  expect((await cairn.refusal("review", { accept: [key] })).hint).toContain(
    "It was rejected. To let it wait again: cairn review --reopen ",
  );
});

test("what was accepted is undone, not opened again; undone, its draft waits as it did, once", async () => {
  const cairn = cairnWith();
  const { key } = await cairn.ask("draft", { intent: intentText(), context });
  const before = (await cairn.ask("review", {})).waiting;
  await cairn.ask("review", { accept: [key ?? ""], body: "Other words, of the person." });
  expect((await cairn.refusal("review", { reopen: [key ?? ""] })).code).toBe("NOT_FOUND");
  const undone = await cairn.outcome("undo", {});
  expect(undone.ok && undone.text).toContain(`Its draft waits again: cairn review ${key?.slice(0, 8)}`);
  expect(cairn.paths().filter((path) => path.startsWith("decisions/"))).toEqual([]);
  expect((await cairn.ask("review", {})).waiting).toEqual(before);
  expect((await cairn.ask("draft", { intent: intentText(), context })).state).toBe("known");
  expect((await cairn.ask("review", { accept: [key ?? ""] })).accepted).toMatchObject([{ action: "created" }]);
  expect(await cairn.ask("review", { rejected: true })).toMatchObject({ waiting: [], kept: [] });
});

test("an undo that is itself undone settles the draft again", async () => {
  const cairn = cairnWith();
  const { key } = await cairn.ask("draft", { intent: intentText(), context });
  await cairn.ask("review", { accept: [key ?? ""] });
  const { undone } = await cairn.ask("undo", {});
  await cairn.ask("undo", { change: undone[0]?.by ?? "" });
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
  await cairn.ask("undo", { change: undone[0]?.change ?? "" });
  expect((await cairn.ask("review", {})).waiting).toHaveLength(1);
});

test("an undo cut off before the draft waited again is finished by the next review", async () => {
  const cairn = cairnWith();
  const { key } = await cairn.ask("draft", { intent: intentText(), context });
  await cairn.ask("review", { accept: [key ?? ""] });
  const settled = join(await inboxOf(cairn), "settled");
  const kept = readFileSync(join(settled, `${key}.written`));
  await cairn.ask("undo", {});
  rmSync(join(await inboxOf(cairn), `${key}.md`));
  writeFileSync(join(settled, key ?? ""), "");
  writeFileSync(join(settled, `${key}.written`), kept);
  expect((await cairn.ask("review", {})).waiting).toMatchObject([{ key }]);
});

test("what became a memory is kept of its draft for thirty days, and goes with a hard forget", async () => {
  const cairn = cairnWith();
  const { key } = await cairn.ask("draft", { intent: intentText(), context });
  const { accepted } = await cairn.ask("review", { accept: [key ?? ""] });
  const kept = join(await inboxOf(cairn), "settled", `${key}.written`);
  cairn.clock.advance(29 * DAY_MS);
  await cairn.ask("review", {});
  expect(existsSync(kept)).toBe(true);
  const text = readFileSync(kept);
  cairn.clock.advance(DAY_MS);
  await cairn.ask("review", {});
  expect(existsSync(kept)).toBe(false);
  writeFileSync(kept, text);
  await cairn.ask("forget", { id: accepted[0]?.memory?.id ?? "", hard: true }, { confirmed: true });
  expect(cairn.everything()).not.toContain("readers never wait");
});

test("thirty days after it was proposed a rejected draft is kept no longer, and stays rejected", async () => {
  const cairn = cairnWith();
  const key = await rejected(cairn);
  cairn.clock.advance(29 * DAY_MS);
  expect((await cairn.ask("review", { rejected: true })).kept).toHaveLength(1);
  cairn.clock.advance(DAY_MS);
  await cairn.ask("review", {});
  expect(cairn.everything()).not.toContain("rollback journal: blocks readers");
  expect((await cairn.refusal("review", { reopen: [key] })).code).toBe("NOT_FOUND");
  expect((await cairn.ask("draft", { intent: intentText(), context })).state).toBe("settled");
});

test("a memory taken out for good takes what was rejected of it along", async () => {
  const cairn = cairnWith();
  const said = "The zqxkcdvanish queue keeps many hooks waiting";
  const words = { title: said, summary: said, content: { decision: said } };
  const { key } = await cairn.ask("draft", { intent: intentText(words), context: said });
  await cairn.ask("review", { reject: [key ?? ""] });
  const { memory } = await cairn.ask("remember", { kind: "project", title: "Other", text: `${said}.` });
  await cairn.ask("forget", { id: memory.id, hard: true }, { confirmed: true });
  expect(cairn.everything()).not.toContain("zqxkcdvanish");
});

test("killed while rejecting, a draft waits or is rejected, and never both", async () => {
  const cairn = cairnWith();
  const { key = "" } = await cairn.ask("draft", { intent: intentText(), context });
  const inbox = await inboxOf(cairn);
  const draft = readFileSync(join(inbox, `${key}.md`));
  mkdirSync(join(inbox, "settled"));
  writeFileSync(join(inbox, "settled", `${key}.md`), draft); // its text is kept, its mark not made
  expect(await cairn.ask("review", { rejected: true })).toMatchObject({ waiting: [{ key }], kept: [] });
  writeFileSync(join(inbox, "settled", `${key}.md`), draft);
  await cairn.ask("write", { draft: key ?? "" });
  expect((await cairn.ask("review", { rejected: true })).kept).toEqual([]);
});

test("killed while it is opened again, it is rejected still or waits, and never both", async () => {
  const cairn = cairnWith();
  const key = await rejected(cairn);
  const inbox = await inboxOf(cairn);
  const kept = join(inbox, "settled", `${key}.md`);
  const draft = readFileSync(kept);
  writeFileSync(join(inbox, `${key}.md`), draft); // its mark is there still
  expect(await cairn.ask("review", { rejected: true })).toMatchObject({ waiting: [], kept: [{ key }] });
  await cairn.ask("review", { reopen: [key] });
  writeFileSync(kept, draft); // its mark is gone, its text not yet
  expect(await cairn.ask("review", { rejected: true })).toMatchObject({ waiting: [{ key }], kept: [] });
  expect(existsSync(kept)).toBe(false);
});

test("a mark without a text, as every draft left that was settled otherwise, is no rejected draft", async () => {
  const cairn = cairnWith();
  const key = await rejected(cairn);
  rmSync(join(await inboxOf(cairn), "settled", `${key}.md`));
  expect((await cairn.ask("review", { rejected: true })).kept).toEqual([]);
});
