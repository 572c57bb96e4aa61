import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Turn } from "../transcripts/turn.ts";
import { Firings, runMs } from "./firings.ts";
import { triage } from "./triage.ts";

const START = new Date("2026-11-15T12:00:00Z");
const later = (ms: number): Date => new Date(START.getTime() + ms);

function home(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-firings-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const uses = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `${n}`, tool: `T${n % 5}`, input: {} }));
const said = (...texts: string[]): Turn[] => texts.map((text) => ({ by: "person", text, from: 0 }));
const kindsOf = (claimed: readonly { kind: string }[] | undefined) => claimed?.map(({ kind }) => kind);

/** Each claim is made by another process: nothing is kept in memory. */
function session(folder: string) {
  return {
    claim: async (turns: readonly Turn[], at = START) =>
      kindsOf(await new Firings(folder).claim("s1", triage(turns), at)),
    settle: (state: "saving" | "saved" | "failed", at = START) => new Firings(folder).settle("s1", state, at),
  };
}

test("while a run is under way nothing fires, and what was saved never fires again", async () => {
  const s1 = session(home());
  const turns = said("We decided to use Postgres.", "From now on use tabs.");
  expect(await s1.claim(turns)).toEqual(["decision", "preference"]);
  expect(await s1.claim(turns)).toBeUndefined();
  expect(await s1.settle("saving")).toBe(true);
  expect(await s1.claim(turns, later(1_000))).toBeUndefined();
  expect(await s1.settle("saved")).toBe(true);
  expect(await s1.claim(turns, later(2_000))).toEqual([]);
  expect(await s1.claim([...turns, ...said("We decided to use Redis.")], later(3_000))).toEqual(["decision"]);
});

test("what failed may be tried again, and so may what a crash left, when its time is over", async () => {
  const s1 = session(home());
  const turns = said("We decided to use Postgres.");
  await s1.claim(turns);
  await s1.settle("failed");
  expect(await s1.claim(turns, later(1))).toEqual(["decision"]);
  expect(await s1.claim(turns, later(runMs - 1))).toBeUndefined();
  expect(await s1.claim(turns, later(runMs + 1))).toEqual(["decision"]);
});

test("a run that went on is as young as its last word", async () => {
  const s1 = session(home());
  const turns = said("We decided to use Postgres.");
  await s1.claim(turns);
  await s1.settle("saving", later(runMs - 1));
  expect(await s1.claim(turns, later(runMs + 1))).toBeUndefined();
});

test("a session is summed up once, and again when twice as much was done", async () => {
  const s1 = session(home());
  const done = (count: number): Turn[] => [{ by: "agent", text: "", uses: uses(count), from: 0 }];
  expect(await s1.claim(done(10))).toEqual(["session_summary"]);
  await s1.settle("saved");
  expect(await s1.claim(done(19))).toEqual([]);
  expect(await s1.claim(done(20))).toEqual(["session_summary"]);
});

test("nobody settles what nobody claimed, and nothing to draft claims nothing", async () => {
  const folder = home();
  const s1 = session(folder);
  expect(await s1.settle("saved")).toBe(false);
  expect(await s1.claim(said("hello"))).toEqual([]);
  expect(await s1.claim(said("We decided to use Postgres."))).toEqual(["decision"]);
});

test("of two at the same moment one fires", async () => {
  const folder = home();
  const turns = said("We decided to use Postgres.");
  const all = await Promise.all(Array.from({ length: 8 }, () => session(folder).claim(turns)));
  expect(all.filter((claimed) => claimed !== undefined)).toEqual([["decision"]]);
});

test("a note that cannot be read guards nothing and breaks nothing", async () => {
  const folder = home();
  const s1 = session(folder);
  await s1.claim(said("We decided to use Postgres."));
  const [note] = readdirSync(join(folder, "triage"));
  writeFileSync(join(folder, "triage", note!), '{"session":');
  expect(await s1.claim(said("We decided to use Postgres."))).toEqual(["decision"]);
});
