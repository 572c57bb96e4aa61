import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cairnWith, type InputOf, type TestCairn } from "../../test/support/cairn-with.ts";
import { type Attempt, setFaults } from "../disk/faults.ts";

const WORD = "quuxvim";
const CHANGES: readonly Attempt["call"][] = [
  "write",
  "sync",
  "syncData",
  "rename",
  "link",
  "unlink",
  "truncate",
  "makeFolder",
];

/** From its n-th change on a process does nothing any more: it was killed, or the disk is full for good. */
function deadFrom(n: number): { readonly isOver: () => boolean } {
  let seen = 0;
  setFaults(({ call }) => (CHANGES.includes(call) && ++seen >= n ? { error: "EIO" } : undefined));
  return { isOver: () => seen < n };
}

/** The same act in a copy of the world, ended at every so many of its changes; `judge` looks at what is left, and does it again. */
async function endedEverywhere(
  cairn: TestCairn,
  input: InputOf<"user">,
  every: number,
  judge: (after: "said done" | "not heard") => Promise<void>,
): Promise<number> {
  const kept = mkdtempSync(join(tmpdir(), "cairn-kept-"));
  onTestFinished(() => {
    setFaults(undefined);
    rmSync(kept, { recursive: true, force: true });
  });
  cpSync(cairn.home, kept, { recursive: true });
  for (let n = 1; ; n += every) {
    const dead = deadFrom(n);
    const outcome = await cairn.outcome("user", input, { confirmed: true }).catch(() => undefined);
    const isOver = dead.isOver();
    setFaults(undefined);
    await judge(outcome?.ok ? "said done" : "not heard");
    if (isOver) return n;
    rmSync(cairn.home, { recursive: true });
    cpSync(kept, cairn.home, { recursive: true });
  }
}

const fields = async (cairn: TestCairn) =>
  (await cairn.ask("user", { subject: "technical" })).profile?.[0]?.fields ?? {};

test("an update that is ended anywhere leaves the old profile or the new one, and what was said done is there", async () => {
  const cairn = cairnWith();
  await cairn.ask("user", { action: "update", subject: "technical", set: { editor: "vim" } });
  const input = { action: "update", subject: "technical", set: { shell: "fish" } } as const;
  const ends = await endedEverywhere(cairn, input, 2, async (after) => {
    const now = await fields(cairn);
    expect([{ editor: "vim" }, { editor: "vim", shell: "fish" }]).toContainEqual(now);
    if (after === "said done") expect(now).toEqual({ editor: "vim", shell: "fish" });
    await cairn.ask("user", input);
    expect(await fields(cairn)).toEqual({ editor: "vim", shell: "fish" });
  });
  expect(ends).toBeGreaterThan(8);
});

test("a hard forget that is ended anywhere loses nothing else, and asked again leaves no byte of the topic", async () => {
  const cairn = cairnWith();
  await cairn.ask("user", { action: "update", subject: "technical", set: { editor: WORD, shell: "fish" } });
  await cairn.ask("user", { action: "update", subject: "observations", set: { habits: `opens ${WORD} often` } });
  await cairn.ask("user", { action: "update", subject: "technical", set: { terminal: "dark" } });
  const input = { action: "forget", subject: WORD, hard: true } as const;
  const ends = await endedEverywhere(cairn, input, 9, async (after) => {
    expect(await fields(cairn)).toMatchObject({ shell: "fish", terminal: "dark" });
    if (after === "not heard") await cairn.outcome("user", input, { confirmed: true });
    expect(cairn.everything()).not.toContain(WORD);
    expect(await fields(cairn)).toEqual({ shell: "fish", terminal: "dark" });
  });
  expect(ends).toBeGreaterThan(20);
});

test("a disk that is full takes no word on the person, and says so", async () => {
  const cairn = cairnWith();
  setFaults(({ path, call }) => (call === "write" && /user|inbox/.test(path) ? { error: "ENOSPC" } : undefined));
  onTestFinished(() => setFaults(undefined));
  const refused = await cairn.refusal("user", { action: "update", subject: "profile", set: { name: "Ada" } });
  const guess = { action: "update", subject: "observations", set: { a: "b" } } as const;
  const unproposed = await cairn.refusal("user", guess, { surface: "agent-shell" });
  setFaults(undefined);
  expect([refused.code, unproposed.code]).toEqual(["NOT_SAVED", "NOT_SAVED"]);
  expect(await cairn.ask("user", {})).toMatchObject({ profile: [], waiting: [] });
});
