/** What the hot moments ask of the disk, counted call by call: a clock would only tell how busy the machine is. */

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextIn, say, withoutIndex } from "../../test/support/host.ts";
import { type Attempt, setFaults } from "../disk/faults.ts";
import { hostNames } from "../hosts/registry.ts";
import { KnownFile } from "../store/known-file.ts";

const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const start = { hook_event_name: "SessionStart", source: "startup" };

/** A project that was looked into before: the index and the snapshot are there. */
async function known(count: number): Promise<TestCairn> {
  const texts = Array.from({ length: count }, (_, n) => [`note-${n}.md`, memoryText(`note-${n}`, `The ${n}th thing.`)]);
  const cairn = cairnWith(Object.fromEntries(texts));
  await cairn.ask("rebuild", {});
  await cairn.ask("recall", { question: "anything" });
  await cairn.ask("list", {});
  await say(cairn, { ...start, session_id: "00000000-0000-4000-8000-000000000001" }, { surface: "agent-shell" });
  return cairn;
}

async function during(work: () => Promise<unknown>): Promise<Attempt[]> {
  const made: Attempt[] = [];
  setFaults((attempt) => {
    made.push(attempt);
    return undefined;
  });
  onTestFinished(() => setFaults(undefined));
  await work();
  setFaults(undefined);
  return made;
}

const namesOf = (made: readonly Attempt[], call: Attempt["call"], below: string) =>
  made.filter((attempt) => attempt.call === call && attempt.path.startsWith(below) && attempt.path.endsWith(".md"));

test("a session's start opens no memory that it does not show, syncs nothing, and asks no more of a larger root", async () => {
  const counts: number[] = [];
  for (const size of [210, 260]) {
    const cairn = await known(size);
    const made = await during(() => say(cairn, { ...start, session_id }, { surface: "agent-shell" }));
    expect(namesOf(made, "open", cairn.root)).toEqual([]);
    expect(namesOf(made, "stat", cairn.root)).toEqual([]);
    expect(made.filter(({ call }) => call === "sync" || call === "syncData")).toEqual([]);
    counts.push(made.length);
  }
  expect(counts[1]).toBe(counts[0]);
  // Two of them look for the mark that the views are behind; a new session is looked for at every other host, folder and file.
  expect(counts[0]).toBeLessThanOrEqual(151 + 2 * hostNames.length);
});

test("where the client loads no index, a start compares the memories it tells of and no others, and tells what they say now", async () => {
  const cairn = await known(260);
  const how = { surface: "agent-shell", env: withoutIndex } as const;
  let told = "";
  const made = await during(async () => {
    told = contextIn(await say(cairn, { ...start, session_id }, how));
  });
  const compared = namesOf(made, "stat", cairn.root).map(({ path }) => basename(path, ".md"));
  const named = [...told.matchAll(/^project:(note-\d+) — /gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(compared.length).toBeLessThanOrEqual(40);
  expect(compared).toEqual(expect.arrayContaining(named));
  const place = join(cairn.root, `${named[0]}.md`);
  const text = readFileSync(place, "utf8");
  writeFileSync(place, text.replace(/description: .*/, "description: Written into it in place"));
  const again = contextIn(await say(cairn, { ...start, session_id: session_id.replace("7", "8") }, how));
  expect(again).toContain("Written into it in place");
});

test("a start after a session that said something puts no memory together that is older than that session", async () => {
  const cairn = await known(60);
  const turn = { session_id: "00000000-0000-4000-8000-000000000003", prompt_id: "p1" };
  await say(cairn, { ...start, ...turn });
  await say(cairn, { ...turn, hook_event_name: "UserPromptSubmit", prompt: "Please find out why it is slow today" });
  await say(cairn, { ...turn, hook_event_name: "Stop", last_assistant_message: "It waits. Next: a cache." });
  const read = vi.spyOn(KnownFile.prototype, "written", "get");
  const told = await say(cairn, { ...start, session_id }, { surface: "agent-shell" });
  expect(contextIn(told)).toContain("why it is slow today");
  expect(read).not.toHaveBeenCalled();
});

test("a list asks each file of a known root once whether it is what it was, and opens none", async () => {
  const cairn = await known(60);
  const made = await during(() => cairn.ask("list", {}));
  const asked = namesOf(made, "stat", cairn.root).map(({ path }) => path);
  expect([new Set(asked).size, asked.length]).toEqual([60, 60]);
  expect(namesOf(made, "open", cairn.root)).toEqual([]);
});

test("where nothing was ever written, a project that is known is not made known anew by every session", async () => {
  const cairn = cairnWith();
  await say(cairn, { ...start, session_id }, { surface: "agent-shell" });
  const again = { ...start, session_id: "00000000-0000-4000-8000-000000000002" };
  const made = await during(() => say(cairn, again, { surface: "agent-shell" }));
  expect(made.filter(({ call }) => call === "sync" || call === "syncData")).toEqual([]);
});
