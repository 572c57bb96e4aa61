/**
 * D1 at a turn's and a session's end, with nobody asked: what is kept at once, blockers that are no longer in the way,
 * finished work, drafts, the summary. Killed with SIGKILL anywhere in it, nothing is half there, and the next turn and
 * the next end bring it about once.
 */

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { HostSession } from "../support/session.ts";
import { buildDriver } from "./build.ts";
import type { MomentOrders } from "./moment-driver.ts";
import { patience, sample } from "./report.ts";
// Loaded before a session ends: a test runner takes longer to load code than a host waits.
import "../../src/session/checkpoint.ts";
import "../../src/store/finished-work.ts";
import "../../src/capture/capturing.ts";
import "../../src/summary/at-end.ts";

const POINTS = 4;
const MOMENTS = ["before", "half", "after"] as const;
const freed = "The API key is unblocked. Migrations are written in SQL now instead of JavaScript.";

/** A session up to the end of the turn in which something is settled, with work and a blocker from before. */
async function untilEnd(): Promise<HostSession> {
  const cairn = cairnWith();
  await cairn.ask("checkpoint", {
    task: "Move the migrations.",
    blockers: ["Waiting for the API key, Anna orders it."],
  });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn("Please move the migrations of the shop.", "1. SQL files\n2. JavaScript\n\nWhich one?");
  await session.prompt(
    "1, because everybody reads it. From now on, always write migrations in SQL, never in JavaScript.",
  );
  await session.tool("Edit", { file_path: join(cairn.project, "migrations/1.sql") });
  await session.tool("Bash", { command: "npm test" }, "ok");
  return session;
}

/** What anybody can see of it, without ids that depend on when it came about, nor the rights of folders that were copied. */
async function seen(cairn: TestCairn) {
  const { memories, problems } = await cairn.ask("list", { limit: 1_000 });
  const { waiting } = await cairn.ask("review", {});
  return {
    problems,
    memories: memories.map(({ kind, title }) => `${kind}: ${title}`).sort(),
    waiting: waiting.map(({ kind, title }) => `${kind}: ${title}`).sort(),
    blockers: (await cairn.ask("recall", {})).master?.blockers ?? [],
    wrong: (await cairn.ask("doctor", {})).checks.filter(({ state, what }) => state === "wrong" && what !== "privacy"),
  };
}

function kept(base: string): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-turn-end-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(base, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

function restore(base: string, from: string): void {
  for (const name of readdirSync(base)) rmSync(join(base, name), { recursive: true, force: true });
  cpSync(from, base, { recursive: true, preserveTimestamps: true });
}

interface Died {
  readonly is: "done" | "killed";
  readonly changes: number;
}

function answered(driver: string, orders: MomentOrders): Died {
  const { stdout, stderr, signal, status } = spawnSync(process.execPath, [driver, JSON.stringify(orders)], {
    encoding: "utf8",
  });
  const [, changes] = /^ok (\d+)$/m.exec(stdout) ?? [];
  if (changes !== undefined) return { is: "done", changes: Number(changes) };
  if (signal === "SIGKILL" || status === 137) return { is: "killed", changes: 0 };
  throw new Error(`${status} ${signal} ${stdout} ${stderr}`);
}

test.each([
  ["a turn's end", "stop", { stop_hook_active: false, last_assistant_message: freed }],
  ["a session's end", "session-end", { reason: "prompt_input_exit" }],
] as const)(
  "%s, killed anywhere, leaves nothing half done, and the next brings it about once",
  async (_, moment, more) => {
    const driver = await buildDriver("moment-driver.ts");
    const session = await untilEnd();
    const { cairn } = session;
    if (moment === "session-end") await session.stop(freed);
    const { project: cwd, env, clock } = cairn;
    const payload = { session_id: session.id, prompt_id: `${session.id}-p2`, ...more };
    const orders: MomentOrders = { cwd, env, now: clock.now().toISOString(), moment, payload };
    const before = kept(cairn.base);
    const goOn = async () => {
      await session.turn("Thanks.", "You are welcome.");
      await session.end();
      return seen(cairn);
    };
    const { changes } = answered(driver, orders);
    const wanted = await goOn();
    expect(wanted).toMatchObject({ problems: [], wrong: [], blockers: [] });
    expect(wanted.memories.filter((one) => /always write migrations in SQL/i.test(one))).toHaveLength(1);
    const all = Array.from({ length: changes }, (_none, n) =>
      MOMENTS.map((when) => ({ n: n + 1, moment: when })),
    ).flat();
    let killed = 0;
    const points = sample(all, POINTS, ({ n, moment: when }) => `${moment}@${n}:${when}`);
    for (const point of points) {
      restore(cairn.base, before);
      if (answered(driver, { ...orders, point }).is === "killed") killed++;
      const isHeard = cairn.everything().includes("API key is unblocked");
      expect(await seen(cairn), JSON.stringify(point)).toMatchObject({ problems: [], wrong: [] });
      // Killed between the draft and its memory, it waits for a yes: nothing is lost, and nothing is there twice.
      const { memories, waiting, ...rest } = await goOn();
      const { memories: were, waiting: waited, ...others } = wanted;
      // Killed before it noted what was said last, it was as good as never called: only this moment tells it.
      const unheard = isHeard ? {} : { blockers: expect.any(Array) };
      expect(rest, JSON.stringify(point)).toEqual({ ...others, ...unheard });
      const kept = [...memories, ...waiting].filter((one) => isHeard || !one.startsWith("blocker:"));
      expect(kept.sort(), JSON.stringify(point)).toEqual([...were, ...waited].sort());
    }
    expect(killed).toBeGreaterThan(points.length / 2);
  },
  patience,
);
