/**
 * A process killed while a turn, a session or a compaction ends: what its record says is told, what was finished, resolved
 * or summed up is there once or not yet, and the same moment said again brings it to its end.
 */

import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { HostSession } from "../support/session.ts";
import { loadProgram, type Program } from "./build.ts";
import { begin, changes, inLife, type Moment, reaperAtChange } from "./life.ts";
import { patience, sample, Tally } from "./report.ts";
import { World } from "./world.ts";

const FILE = "test/crash/session-ends.test.ts";
const POINTS = 4;
const session_id = "s1";
const TASK = "Port the writer to streams";
const BLOCKER = "Waiting for the API key of staging.";
const views = ["MEMORY.md", "_index.md", "_session.json"];

/** A moment of the host's, and what is true once it is over. */
interface Ending {
  readonly moment: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly over: (cairn: TestCairn) => Promise<void>;
}

/** Work under way in a session, with files that hold its state. */
async function atWork(): Promise<TestCairn> {
  const cairn = cairnWith({ settings: { views } });
  const host = new HostSession(cairn, session_id);
  await host.start();
  const how = { surface: "mcp", session: session_id } as const;
  await host.prompt(`${TASK}.`);
  await cairn.ask("checkpoint", { task: TASK, progress: "The reader is done.", blockers: [BLOCKER] }, how);
  for (const file of ["a.ts", "b.ts", "c.ts", "d.ts"])
    await host.tool("Edit", { file_path: `${cairn.project}/${file}`, old_string: "a", new_string: "b" });
  await host.tool("Bash", { command: 'git commit -m "writer: it streams"' });
  await host.tool("Bash", { command: "npm test" });
  return cairn;
}

/** The same, and nothing is left to do. */
async function finished(): Promise<TestCairn> {
  const cairn = await atWork();
  const host = new HostSession(cairn, session_id);
  await cairn.ask("checkpoint", { progress: "Done.", blockers: [] }, { surface: "mcp", session: session_id });
  await host.turn("We decided to keep the old reader because two clients need it.", "The writer streams now.");
  return cairn;
}

const count = (text: string, words: string) => text.split(words).length - 1;
const textOf = (cairn: TestCairn, path: string) => (cairn.has(path) ? cairn.read(path) : "");

async function hasEnded(cairn: TestCairn): Promise<void> {
  expect(count(textOf(cairn, "progress/completed.md").replace(/^---[\s\S]*?\n---\n/, ""), TASK)).toBe(1);
  expect(textOf(cairn, "context/current-task.md")).not.toContain(TASK);
  expect(textOf(cairn, "sessions/s1.md")).toContain("keep the old reader");
  const made = (await cairn.records()).filter(({ id, op }) => id === session_id && op === "create");
  expect(made).toHaveLength(1);
}

async function isFree(cairn: TestCairn): Promise<void> {
  expect((await cairn.ask("recall", {})).master?.blockers).toEqual([]);
  expect(cairn.read("context/blockers.md")).toContain("API key");
  expect(cairn.read("_index.md")).toMatch(/Active Blocker\*\*: None/);
}

async function isNoted(cairn: TestCairn): Promise<void> {
  expect(textOf(cairn, "progress/active.md")).toContain("d.ts");
  expect(textOf(cairn, "context/current-task.md")).toContain(TASK);
}

const said = { prompt_id: `${session_id}-p1`, stop_hook_active: false };
const endings: readonly (Ending & { readonly name: string; readonly before: () => Promise<TestCairn> })[] = [
  {
    name: "a session's end",
    before: finished,
    moment: "session-end",
    fields: { reason: "prompt_input_exit" },
    over: hasEnded,
  },
  {
    name: "a turn's end that frees what was blocked",
    before: atWork,
    moment: "stop",
    fields: { ...said, last_assistant_message: "The API key of staging is unblocked. Next I port the tests." },
    over: isFree,
  },
  {
    name: "the moment before a compaction",
    before: atWork,
    moment: "before-compaction",
    fields: { trigger: "auto" },
    over: isNoted,
  },
];

/** As a hook of the host does it, in a process that may die. */
async function hear(program: Program, world: World, { moment, fields }: Ending, faults?: Parameters<typeof inLife>[2]) {
  await inLife(program, world, faults, async () => {
    try {
      const { openCairn, fixedClock, invoke, hook } = program;
      const clock = fixedClock(new Date("2025-06-02T13:00:00Z"));
      const cairn = await openCairn({ cwd: world.at("project"), env: world.env, surface: "agent-shell", clock });
      const input = { host: "claude-code", moment, session_id, ...fields };
      await invoke(hook as never, input, cairn, { confirmed: true });
      await cairn.close();
    } catch (error) {
      if ((error as { code?: string }).code !== "EKILLED" && faults === undefined) throw error;
    }
  });
}

/** The numbers of its calls that change something. */
async function changesIn(program: Program, world: World, ending: Ending): Promise<number> {
  let changing = 0;
  await hear(program, world, ending, (attempt) => {
    if (changes(attempt)) changing++;
    return undefined;
  });
  return changing;
}

/** Whatever was cut short: the next session starts with the record, nothing is broken, nothing is missing from everywhere. */
async function afterDeath(cairn: TestCairn): Promise<void> {
  const start = await new HostSession(cairn, "s-next").start();
  expect(start).toContain(TASK);
  const { problems } = await cairn.ask("list", {});
  expect(problems).toEqual([]);
  const { checks } = await cairn.ask("doctor", {});
  // The folder of a test is anybody's to read.
  expect(checks.filter(({ state, what }) => state === "wrong" && what !== "privacy")).toEqual([]);
  const files = ["context/current-task.md", "progress/completed.md"].map((path) => textOf(cairn, path));
  expect(files.join("\n")).toContain(TASK);
  expect(count(files[1]!.replace(/^---[\s\S]*?\n---\n/, ""), TASK)).toBeLessThanOrEqual(1);
}

test.each(endings)(
  "killed at any call of $name, nothing is lost, and said again it is done",
  async ({ before, name, ...ending }) => {
    const tally = new Tally(name, FILE);
    const program = await loadProgram();
    const cairn = await before();
    const world = new World(cairn.base);
    const tree = world.tree();
    const changing = await changesIn(program, world, ending);
    expect(changing).toBeGreaterThan(5);
    await ending.over(cairn);
    const points = Array.from({ length: changing }, (_, n) => n + 1).flatMap((n) =>
      (["before", "half"] as const).map((moment: Moment) => ({ n, moment })),
    );
    for (const { n, moment } of sample(points, POINTS, (one) => `${name}@${one.n}:${one.moment}`)) {
      begin(program, world, tree);
      await hear(program, world, ending, reaperAtChange(n, moment));
      const faults: string[] = [];
      try {
        await afterDeath(cairn);
        await hear(program, world, ending);
        await ending.over(cairn);
      } catch (error) {
        faults.push((error as Error).message);
      }
      await tally.note(`${name}@${n}:${moment}`, Promise.resolve(faults));
      tally.count("points");
    }
    tally.conclude();
  },
  patience,
);
