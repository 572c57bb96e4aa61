import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withDraftBlock } from "../format/draft-block.ts";
import { printMemory } from "../format/print.ts";
import type { DraftKey, DraftNote } from "../model/draft.ts";
import { hashOf } from "../model/id.ts";
import type { MemoryId } from "../model/memory.ts";
import { Inbox, mostWaiting } from "./inbox.ts";

const keyOf = (name: string) => hashOf(name, 32) as DraftKey;
const note: DraftNote = {
  action: "UPDATE",
  because: "said so: twice, [really]",
  proposed: "2026-11-15T10:00:00Z",
  verdict: "REVISE",
  issues: ["a tag, with a comma", "section: missing"],
  candidate: "wal",
  hash: "ab".repeat(32),
  duplicate: "other",
  statement: keyOf("bare"),
  session: "760f230b",
  turns: [3, 17],
};

function draftText(name: string, confidence = 0.8, about: Partial<DraftNote> = {}): string {
  const { statement: _, ...plain } = note;
  const memory = printMemory({ name: name as MemoryId, kind: "decision", title: name, body: "Words.", confidence });
  return withDraftBlock(memory, { ...plain, ...about });
}

function inbox() {
  const folder = mkdtempSync(join(tmpdir(), "cairn-inbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder, box: new Inbox(folder) };
}

test("what is noted of a draft reads back as it was noted", () => {
  const { box } = inbox();
  box.propose(keyOf("a"), draftText("a", 0.8, note));
  expect(box.read(keyOf("a"))).toMatchObject({ note, written: { title: "a", kind: "decision", confidence: 0.8 } });
});

test("the same draft comes once, and never again once it is settled", () => {
  const { box } = inbox();
  expect(box.propose(keyOf("a"), draftText("a"))).toBe("waiting");
  expect(box.propose(keyOf("a"), draftText("a"))).toBe("known");
  box.settle(keyOf("a"));
  expect(box.list()).toEqual([]);
  expect(box.propose(keyOf("a"), draftText("a"))).toBe("settled");
});

test("a statement that was settled beside one memory is settled beside every other", () => {
  const { box } = inbox();
  const bare = keyOf("bare");
  expect(box.propose(keyOf("a"), draftText("a", 0.8, { statement: bare }), [bare])).toBe("waiting");
  expect(box.propose(bare, draftText("bare"))).toBe("waiting");
  box.settle(keyOf("a"));
  expect(box.propose(keyOf("b"), draftText("b"), [bare])).toBe("settled");
});

test("killed between settling and taking away, a draft is not listed, and goes at the next tidying", () => {
  const { box, folder } = inbox();
  box.propose(keyOf("a"), draftText("a"));
  writeFileSync(join(folder, "inbox", "settled-by-hand"), "");
  box.settle(keyOf("b"));
  writeFileSync(join(folder, "inbox", "settled", keyOf("a")), "");
  expect(box.list()).toEqual([]);
  box.tidy(new Date("2026-11-15T11:00:00Z"));
  expect(readdirSync(join(folder, "inbox"))).not.toContain(`${keyOf("a")}.md`);
});

test("after thirty days a draft is settled, not before", () => {
  const { box } = inbox();
  box.propose(keyOf("a"), draftText("a"));
  expect(box.tidy(new Date("2026-12-15T09:59:00Z"))).toEqual([]);
  expect(box.tidy(new Date("2026-12-15T10:00:00Z"))).toEqual([keyOf("a")]);
  expect(box.propose(keyOf("a"), draftText("a"))).toBe("settled");
});

test("of more than two hundred the weakest is not among them", () => {
  const { box, folder } = inbox();
  box.propose(keyOf("0"), draftText("0", 0.5));
  const names = Array.from({ length: mostWaiting - 1 }, (_, n) => `${n + 1}`);
  for (const name of names) writeFileSync(join(folder, "inbox", `${keyOf(name)}.md`), draftText(name, 0.7));
  expect(box.propose(keyOf("weak"), draftText("weak", 0.5))).toBe("full");
  expect(box.propose(keyOf("strong"), draftText("strong", 0.9))).toBe("waiting");
  const keys = box.keys();
  expect(keys.length).toBe(mostWaiting);
  expect(keys).toContain(keyOf("strong"));
  expect(keys).not.toContain(keyOf("0"));
});

test("no secret waits", () => {
  const { box } = inbox();
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  box.propose(keyOf("a"), draftText("a").replace("Words.", `The token is ${secret}.`));
  expect(box.read(keyOf("a"))?.text).not.toContain(secret);
});

test("what is no draft is no draft, whatever it is called", () => {
  const { box, folder } = inbox();
  box.propose(keyOf("a"), draftText("a"));
  writeFileSync(join(folder, "inbox", `${keyOf("b")}.md`), "no front matter");
  writeFileSync(join(folder, "inbox", "..%2fescape.md"), draftText("c"));
  expect(box.list().map(({ key }) => key)).toEqual([keyOf("a")]);
});

test("a rejected draft can be had again with its statement, until the inbox is full", () => {
  const { box, folder } = inbox();
  const bare = keyOf("bare");
  box.propose(keyOf("a"), draftText("a", 0.8, { statement: bare }), [bare]);
  const before = box.list();
  box.reject(keyOf("a"));
  expect(box.list()).toEqual([]);
  expect(box.propose(bare, draftText("bare"))).toBe("settled");
  const [kept] = box.rejected();
  for (let n = 0; n < mostWaiting; n++)
    writeFileSync(join(folder, "inbox", `${keyOf(`${n}`)}.md`), draftText(`${n}`, 0.7));
  expect(box.reopen(kept!)).toBe(false);
  expect(box.rejected()).toEqual(before);
  for (let n = 0; n < mostWaiting; n++) box.withdraw(keyOf(`${n}`));
  expect(box.reopen(kept!)).toBe(true);
  expect([box.list(), box.rejected()]).toEqual([before, []]);
  expect(readdirSync(join(folder, "inbox", "settled"))).toEqual([]);
});
