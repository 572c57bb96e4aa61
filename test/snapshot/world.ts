/** A root large enough to have a snapshot, everything that may happen to it, and what two fresh processes say of it. */

import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type Cairn, openCairn } from "../../src/cairn.ts";
import { invoke, type Operation } from "../../src/operations/operation.ts";
import { operationRegistry } from "../../src/operations/registry.ts";
import type { HeadChoice } from "../../src/store/memory-file.ts";
import { cairnWith, memoryText, type TestCairn } from "../support/cairn-with.ts";

const FILES = 52;
/** A file is known by its stamp once it has been left alone for so long. */
export const OLD_MS = 60;

export function world(): TestCairn {
  const files = Array.from({ length: FILES }, (_, n) => [
    `project/note-${n}.md`,
    memoryText(`note-${n}`, `Body ${n}.`),
  ]);
  return cairnWith(Object.fromEntries(files));
}

/** `n` chooses; what cannot be done is not done. */
export interface Step {
  readonly what: keyof typeof steps;
  readonly n: number;
}

type Act = (cairn: TestCairn, n: number) => Promise<unknown> | unknown;

export const steps = {
  list: (cairn) => cairn.ask("list", {}),
  remember: (cairn, n) => cairn.ask("remember", { title: `Fact ${n}`, text: `The value is ${n}.`, kind: "project" }),
  update: (cairn, n) => cairn.ask("update", { id: idOf(cairn, n), tags: [`tag-${n}`] }),
  retire: (cairn, n) => cairn.ask("forget", { id: idOf(cairn, n) }),
  forgetHard: (cairn, n) => cairn.ask("forget", { id: idOf(cairn, n), hard: true }, { confirmed: true }),
  undo: (cairn) => cairn.ask("undo", {}),
  editInPlace: (cairn, n) =>
    writeFileSync(fileOf(cairn, n), readFileSync(fileOf(cairn, n), "utf8").replace("About", `Of ${n}`)),
  editSameSize: (cairn, n) =>
    writeFileSync(fileOf(cairn, n), readFileSync(fileOf(cairn, n), "utf8").replace(/^# ./m, `# ${n % 10}`)),
  replace: (cairn, n) => {
    const path = fileOf(cairn, n);
    writeFileSync(`${path}.new`, readFileSync(path, "utf8").replace("active", "retired"));
    renameSync(`${path}.new`, path);
  },
  rewriteByHost: (cairn, n) => {
    const [, name = "x"] = /^name: (.*)$/m.exec(readFileSync(fileOf(cairn, n), "utf8")) ?? [];
    writeFileSync(
      fileOf(cairn, n),
      `---\nname: ${name}\ndescription: Rewritten\nmetadata:\n  type: project\n---\n# ${name}\n`,
    );
  },
  break: (cairn, n) => writeFileSync(fileOf(cairn, n), "---\nname: [half"),
  leak: (cairn, n) =>
    writeFileSync(fileOf(cairn, n), `${readFileSync(fileOf(cairn, n), "utf8")}\npassword = "hunter2hunter2X9"\n`),
  copy: (cairn, n) => writeFileSync(join(dirname(fileOf(cairn, n)), `copy-${n}.md`), readFileSync(fileOf(cairn, n))),
  move: (cairn, n) => renameSync(fileOf(cairn, n), join(dirname(fileOf(cairn, n)), `moved-${n}.md`)),
  remove: (cairn, n) => rmSync(fileOf(cairn, n)),
  setTimesBack: (cairn, n) => utimesSync(fileOf(cairn, n), 1_000_000, 1_000_000),
  leftTemp: (cairn) => writeFileSync(cairn.path("project/.cairn-0-0-0-1-0-abcdefghijkl.tmp"), "half"),
  tearLog: (cairn, n) => withLog(cairn, (path, size) => truncateSync(path, Math.max(0, size - 1 - (n % 200)))),
  addNoise: (cairn) => withLog(cairn, (path) => writeFileSync(path, '{"v":1,"seq":', { flag: "a" })),
  deleteLog: (cairn) => rmSync(join(stateOf(cairn), "log"), { recursive: true, force: true }),
  gc: (cairn) => cairn.ask("gc", {}, { confirmed: true }),
  rebuild: (cairn) => cairn.ask("rebuild", {}),
} as const satisfies Record<string, Act>;

/** A refusal is as good as anything: there may be nothing to undo. */
export async function take(cairn: TestCairn, { what, n }: Step): Promise<void> {
  try {
    await steps[what](cairn, n);
  } catch (error) {
    if (!(error instanceof Error) || error.name === "TypeError") throw error;
  }
}

/** What a process that starts now says, with the snapshot there is and without it; neither leaves one behind. */
export async function told(cairn: TestCairn): Promise<{ readonly with: unknown; readonly without: unknown }> {
  const first = await answers(cairn);
  const snapshot = snapshotOf(cairn);
  if (!existsSync(snapshot)) return { with: first, without: first };
  renameSync(snapshot, `${snapshot}.away`);
  try {
    return { with: first, without: await answers(cairn) };
  } finally {
    renameSync(`${snapshot}.away`, snapshot);
  }
}

export function snapshotOf(cairn: TestCairn): string {
  return join(stateOf(cairn), "index", "catalog");
}

async function answers(cairn: TestCairn): Promise<unknown> {
  const opened = await open(cairn);
  const all = await answer(opened, "list", { status: "all", limit: 1_000 });
  const active = await answer(opened, "list", {});
  const shown = [];
  for (const id of ["note-7", "fact-3", "fact-3-2", "no-such"]) shown.push(await answer(opened, "show", { id }));
  return { all, active, chosen: await chosen(opened), shown, history: await answer(opened, "history", {}) };
}

/** As a session's start asks for some of them. */
async function chosen(cairn: Cairn): Promise<unknown> {
  const stores = await cairn.reach();
  stores.glance();
  const choices: readonly HeadChoice[] = [
    { kinds: ["project"], status: "active" },
    { since: "2025-06-02" },
    { since: "" },
  ];
  return choices.map((choice) =>
    stores
      .headsSeen(["project"], choice)
      .map(({ id, found, face }) => [id, found.path, face.status])
      .sort(),
  );
}

function open(cairn: TestCairn): Promise<Cairn> {
  return openCairn({ cwd: cairn.project, env: cairn.env, surface: "mcp", clock: cairn.clock });
}

async function answer(cairn: Cairn, name: keyof typeof operationRegistry, input: unknown): Promise<unknown> {
  const outcome = await invoke((await operationRegistry[name]()) as unknown as Operation, input, cairn);
  return outcome.ok ? outcome.output : outcome.error.message;
}

function paths(cairn: TestCairn): string[] {
  return readdirSync(cairn.path("project")).filter((name) => name.endsWith(".md"));
}

function fileOf(cairn: TestCairn, n: number): string {
  const all = paths(cairn);
  return cairn.path(`project/${all[n % all.length]}`);
}

function idOf(cairn: TestCairn, n: number): string {
  return /^name: (.*)$/m.exec(readFileSync(fileOf(cairn, n), "utf8"))?.[1] ?? "none";
}

export function stateOf({ cairnHome }: TestCairn): string {
  const key = readdirSync(join(cairnHome, "roots")).find((name) => !name.startsWith("user-"));
  return join(cairnHome, "roots", key ?? "none");
}

function withLog(cairn: TestCairn, change: (path: string, size: number) => void): void {
  const folder = join(stateOf(cairn), "log");
  const last = existsSync(folder) ? readdirSync(folder).sort().at(-1) : undefined;
  if (last !== undefined) change(join(folder, last), readFileSync(join(folder, last)).length);
}
