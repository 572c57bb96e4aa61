import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextText as context, intentText } from "../../test/support/drafts.ts";
import { setFaults } from "../disk/faults.ts";

/** As a process leaves it that is killed once the memory is written: the draft is there, and perhaps settled. */
async function cutShort(cairn: TestCairn, left: { settled: boolean }) {
  const { key } = await cairn.ask("draft", { intent: intentText(), context });
  const inbox = join((await cairn.store()).state, "inbox");
  const file = join(inbox, `${key}.md`);
  const draft = readFileSync(file);
  await cairn.ask("review", { accept: [key ?? ""] });
  writeFileSync(file, draft);
  if (!left.settled) rmSync(join(inbox, "settled", key ?? ""));
  return { key: key ?? "", inbox };
}

const created = async (cairn: TestCairn) => (await cairn.records()).filter(({ op }) => op === "create").length;

test("killed between the write and the settling, the next accept only tidies up", async () => {
  const cairn = cairnWith();
  const { key } = await cutShort(cairn, { settled: false });
  expect((await cairn.ask("review", {})).waiting.length).toBe(1);
  const { accepted } = await cairn.ask("review", { accept: [key] });
  expect(accepted).toMatchObject([{ action: "unchanged", memory: { id: "sqlite-runs-in-wal-mode" } }]);
  expect(await created(cairn)).toBe(1);
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
});

test("killed between the write and the settling, rejecting says that it was written", async () => {
  const cairn = cairnWith();
  const { key } = await cutShort(cairn, { settled: false });
  expect((await cairn.ask("review", { reject: [key] })).warnings).toEqual([`${key} had been written already.`]);
  expect(cairn.paths().filter((path) => path.startsWith("decisions/")).length).toBe(1);
});

test("killed between settling and taking away, the draft is listed no more and goes with the next look", async () => {
  const cairn = cairnWith();
  const { key, inbox } = await cutShort(cairn, { settled: true });
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
  const said = "Many hooks write at once";
  await cairn.ask("draft", {
    intent: intentText({ title: said, summary: said, content: { decision: said } }),
    context,
  });
  expect(readdirSync(inbox)).not.toContain(`${key}.md`);
  expect(await created(cairn)).toBe(1);
});

test("a disk that is full takes no draft, and says so", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "The disk had room once.", kind: "project" });
  setFaults(({ path, call }) => (/inbox/.test(path) && call === "write" ? { error: "ENOSPC" } : undefined));
  onTestFinished(() => setFaults(undefined));
  const refused = await cairn.refusal("draft", { intent: intentText(), context });
  setFaults(undefined);
  expect(refused.code).toBe("NOT_SAVED");
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
});

test("a disk that refuses once the memory is written does not make it look otherwise", async () => {
  const cairn = cairnWith();
  const { key } = await cairn.ask("draft", { intent: intentText(), context });
  setFaults(({ path, call }) => (/inbox\/settled/.test(path) && call === "link" ? { error: "EIO" } : undefined));
  onTestFinished(() => setFaults(undefined));
  const { accepted, warnings } = await cairn.ask("review", { accept: [key ?? ""] });
  setFaults(undefined);
  expect(accepted).toMatchObject([{ action: "created" }]);
  expect(warnings.join()).toContain("could not be taken away");
});
