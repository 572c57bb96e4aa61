import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../../test/support/cairn-with.ts";
import { contextText as context, intentText } from "../../../test/support/drafts.ts";
import { openCairn } from "../../cairn.ts";
import { registry } from "../../operations/registry.ts";
import { main } from "./main.ts";
import type { Stream } from "./screen.ts";

const said = ["Many hooks write at once", "The rollback journal blocks readers", "readers waited for seconds"];

/** Three drafts, and a person who types these keys. */
async function reviewed(keys: string, { tty = true, editor = "" } = {}) {
  const cairn = cairnWith();
  for (const [n, title] of said.entries()) {
    const words = { title, summary: title, content: { decision: title }, confidence: 0.9 - n / 10, tags: [] };
    await cairn.ask("draft", { intent: intentText(words), context });
  }
  return { cairn, ...(await typed(cairn, keys, { tty, editor })) };
}

async function typed(cairn: TestCairn, keys: string, { tty, editor }: { tty: boolean; editor: string }) {
  const written = { out: "", err: "" };
  const stream = (name: "out" | "err"): Stream => ({
    isTTY: tty,
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
  const code = await main(world, { registry, open: (options) => openCairn({ ...options, clock: cairn.clock }) });
  return { code, ...written };
}

const titles = async (cairn: TestCairn) => (await cairn.ask("list", {})).memories.map(({ title }) => title).sort();

test("one key decides each draft: accepted, rejected, skipped", async () => {
  const { cairn, code, err, out } = await reviewed("ars");
  expect(code).toBe(0);
  expect(err).toContain(
    "[a] accept  [e] edit and accept  [m] merge into another memory  [r] reject  [s] skip  [q] quit",
  );
  expect(await titles(cairn)).toEqual([said[0]]);
  expect((await cairn.ask("review", {})).waiting.map(({ title }) => title)).toEqual([said[2]]);
  expect(out).toContain("1 draft rejected");
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
  expect(err).toContain("Into which memory?");
  expect((await cairn.ask("show", { id: "storage" })).memory.body).toContain("- readers never wait");
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
