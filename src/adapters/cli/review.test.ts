import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../../test/support/cairn-with.ts";
import { contextText as context, intentText } from "../../../test/support/drafts.ts";
import { openCairn } from "../../cairn.ts";
import { operationRegistry } from "../../operations/registry.ts";
import { main } from "./main.ts";
import type { Stream } from "./screen.ts";

const said = ["Many hooks write at once", "The rollback journal blocks readers", "readers waited for seconds"];

/** Three drafts, and a person who types these keys. */
async function reviewed(keys: string, { tty = true, editor = "", piped = false } = {}) {
  const cairn = cairnWith();
  for (const [n, title] of said.entries()) {
    const words = { title, summary: title, content: { decision: title }, confidence: 0.9 - n / 10, tags: [] };
    await cairn.ask("draft", { intent: intentText(words), context });
  }
  return { cairn, ...(await typed(cairn, keys, { tty, editor, piped })) };
}

async function typed(
  cairn: TestCairn,
  keys: string,
  { tty, editor, piped = false }: { tty: boolean; editor: string; piped?: boolean },
) {
  const written = { out: "", err: "" };
  const stream = (name: "out" | "err"): Stream => ({
    isTTY: tty && !(piped && name === "out"),
    write(text, done) {
      written[name] += text;
      setImmediate(done);
    },
  });
  const world = {
    argv: ["review"],
    env: { ...cairn.env, ...(editor === "" ? {} : { EDITOR: editor }) },
    cwd: cairn.project,
    stdin: Object.assign(Readable.from([Buffer.from(keys)]), { isTTY: tty }),
    stdout: stream("out"),
    stderr: stream("err"),
  };
  const code = await main(world, {
    registry: operationRegistry,
    open: (options) => openCairn({ ...options, clock: cairn.clock }),
  });
  return { code, ...written };
}

const titles = async (cairn: TestCairn) => (await cairn.ask("list", {})).memories.map(({ title }) => title).sort();

test("one key decides each draft: accepted, rejected, skipped", async () => {
  const { cairn, code, err, out } = await reviewed("ars");
  expect(code).toBe(0);
  expect(err).toContain(
    "[a] accept  [e] edit and accept  [m] merge into another memory  [r] reject  [s] skip  [q] quit  [?] what these do",
  );
  expect(await titles(cairn)).toEqual([said[0]]);
  expect((await cairn.ask("review", {})).waiting.map(({ title }) => title)).toEqual([said[2]]);
  expect(
    err.match(/^created |^1 draft rejected; to take that back: cairn review --reopen |^\d drafts? waits?\.$/gm),
  ).toEqual([
    "created ",
    "2 drafts wait.",
    "1 draft rejected; to take that back: cairn review --reopen ",
    "1 draft waits.",
  ]);
  expect(out).toBe("");
});

test("a question mark says what each key does, and asks again", async () => {
  const { cairn, err } = await reviewed("?aq");
  expect(err).toContain("  r  reject: it is not proposed again; for 30 days cairn review --reopen takes that back");
  expect(await titles(cairn)).toEqual([said[0]]);
});

test("an answer that is piped somewhere has the last word in it", async () => {
  const { out } = await reviewed("aq", { piped: true });
  expect(out).toMatch(/^created project:.*\n2 drafts wait\.\n$/);
});

test.each([
  ["a memory that is not there", "mnosuch\na", ""],
  ["no memory at all", "m\na", ""],
  ["an editor that fails", "ea", "false"],
  ["no editor", "ea", ""],
  ["an editor that leaves nothing", "ea", ": >"],
])("what is refused decides nothing, and the same draft is asked again: %s", async (_, keys, editor) => {
  const { cairn, err } = await reviewed(`${keys}q`, { editor });
  expect(err.split(`decision  ${said[0]}`).length - 1).toBe(2);
  expect(await titles(cairn)).toEqual([said[0]]);
});

test("what the person wrote is there again where it was refused", async () => {
  const cairn = cairnWith();
  const rule = { category: "preference", title: "readers never wait", summary: "readers never wait" };
  const intent = intentText({ ...rule, content: { value: "readers never wait" } });
  await cairn.ask("draft", { intent, context, trust: "untrusted" });
  const seen = join(cairn.base, "seen");
  const editor = join(cairn.base, "editor.sh");
  writeFileSync(editor, `#!/bin/sh\ncat "$1" >> ${seen}\nprintf "My own words.\\n" > "$1"\n`);
  chmodSync(editor, 0o700);
  const { err } = await typed(cairn, "eeq", { tty: true, editor });
  expect(err).toContain("drawn from text of others; accepted, it counts as imported");
  expect(readFileSync(seen, "utf8")).toContain("My own words.");
});

test("an arrow key is no answer, and a lone escape is one", async () => {
  const { cairn } = await reviewed("\u001b[A\u001bOB\u001b[1;5Ca\u001b");
  expect(await titles(cairn)).toEqual([said[0]]);
});

test("a key that means nothing is asked again, and quitting leaves the rest", async () => {
  const { cairn, err } = await reviewed("xaq");
  expect(err.split("[a] accept").length - 1).toBe(3);
  expect(await titles(cairn)).toEqual([said[0]]);
  expect((await cairn.ask("review", {})).waiting.length).toBe(2);
});

test("merging asks into which memory", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { kind: "decision", title: "Storage", text: "## Rationale\n- one file" });
  await cairn.ask("draft", { intent: intentText(), context });
  const { err } = await typed(cairn, "mstorage\n", { tty: true, editor: "" });
  expect(err).toContain("Into which memory? (Enter: none, back)");
  expect((await cairn.ask("show", { id: "storage" })).memory.body).toContain("- readers never wait");
});

test("merging into what is not there names what is, as it is typed", async () => {
  const cairn = cairnWith();
  await cairn.ask("draft", { intent: intentText(), context });
  expect((await typed(cairn, "mnosuch\nq", { tty: true, editor: "" })).err).toContain("; no decision is there.");
  for (let n = 1; n <= 6; n++)
    await cairn.ask("remember", { kind: "decision", title: `Storage ${n}`, text: "One file." });
  await cairn.ask("remember", { kind: "constraint", title: "Limit", text: "One disk." });
  const { err } = await typed(cairn, "mnosuch\nq", { tty: true, editor: "" });
  expect(err).toMatch(/scope and kind: storage-6, storage-5, .*storage-2; see cairn list for all\.\n/);
});

test("merging offers the memory the draft was held against", async () => {
  const cairn = cairnWith();
  const wal = { title: "SQLite runs in WAL mode", text: "## Rationale\n- fewer syncs" };
  await cairn.ask("remember", { ...wal, kind: "decision" });
  await cairn.ask("draft", { intent: intentText({ action: "update" }), context });
  const { err } = await typed(cairn, "m\n", { tty: true, editor: "" });
  expect(err).toContain("Into which memory? (Enter: sqlite-runs-in-wal-mode)");
  expect((await cairn.ask("show", { id: "sqlite-runs-in-wal-mode" })).memory.body).toContain("- readers never wait");
});

test("a draft with something missing says that it may be accepted all the same", async () => {
  const cairn = cairnWith();
  const words = { content: { decision: "Run SQLite in WAL mode." }, tags: ["elsewhere"] };
  await cairn.ask("draft", { intent: intentText(words), context });
  const { err } = await typed(cairn, "q", { tty: true, editor: "" });
  expect(err).toMatch(/\((?:no [\w, ]+ given|look at it first)\)/);
  expect(err).toContain("! you may accept it all the same");
});

test("editing opens the person's editor, and what they wrote is accepted", async () => {
  const cairn = cairnWith();
  await cairn.ask("draft", { intent: intentText(), context });
  const editor = join(cairn.base, "editor.sh");
  writeFileSync(editor, '#!/bin/sh\nprintf "# Mine\\n\\n## Decision\\nMy own words.\\n" > "$1"\n');
  chmodSync(editor, 0o700);
  await typed(cairn, "e", { tty: true, editor });
  expect((await cairn.ask("show", { id: "mine" })).memory.body).toContain("My own words.");
  expect(cairn.everything()).not.toContain("edit/");
});

test("without a terminal the drafts are listed, and nobody is asked", async () => {
  const { cairn, out, err } = await reviewed("aaa", { tty: false });
  for (const title of said) expect(out).toContain(title);
  expect(err).toBe("");
  expect((await cairn.ask("review", {})).waiting.length).toBe(3);
});
