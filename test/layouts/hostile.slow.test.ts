/**
 * Stores that are far too large, read by the built program with a heap that would not hold them: it ends with a report,
 * or it would end with the engine's "out of memory". What lies outside the heap is counted too.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const COUNTED =
  'process.on("exit", () => require("node:fs").writeFileSync(process.env.COUNTED, String(process.resourceUsage().maxRSS)));';

function world() {
  const base = mkdtempSync(join(tmpdir(), "cairn-hostile-"));
  onTestFinished(() => rmSync(base, { recursive: true }));
  for (const folder of ["home", "project", "store"]) mkdirSync(join(base, folder));
  writeFileSync(join(base, "counted.cjs"), COUNTED);
  const env = { HOME: join(base, "home"), PATH: process.env["PATH"] ?? "", COUNTED: join(base, "most") };
  const run = (heapMegabytes: number, ...words: string[]) => {
    const node = [`--max-old-space-size=${heapMegabytes}`, "-r", join(base, "counted.cjs"), resolve("dist/cairn.cjs")];
    const told = spawnSync(process.execPath, [...node, ...words, "--json"], {
      cwd: join(base, "project"),
      env,
      encoding: "utf8",
      maxBuffer: 1e9,
    });
    expect([told.status, told.stderr.slice(-300)]).toEqual([0, expect.not.stringContaining("heap out of memory")]);
    return { report: JSON.parse(told.stdout), megabytes: Number(readFileSync(env.COUNTED, "utf8")) / 1024 };
  };
  return { store: join(base, "store"), run };
}

test.each([
  ["memdir", "project/huge.md", "project/fine.md", "Fine.\n"],
  [
    "repo",
    "decisions/huge.json",
    "decisions/fine.json",
    JSON.stringify({
      schema_version: "1.0",
      category: "decision",
      id: "fine",
      title: "Fine",
      content: { status: "accepted", context: "c", decision: "d", rationale: ["r"] },
    }),
  ],
  ["mem0", "huge.json", "fine.json", JSON.stringify([{ id: "1", memory: "Fine." }])],
])(
  "of %s a file of a gigabyte costs a line of the report",
  (from, huge, fine, text) => {
    const { store, run } = world();
    for (const name of [huge, fine]) mkdirSync(join(store, name, ".."), { recursive: true });
    writeFileSync(join(store, fine), text);
    spawnSync("truncate", ["-s", "1G", join(store, huge)]);
    const { report, megabytes } = run(96, "import", "--from", from, store, "--yes");
    expect(report).toMatchObject({
      created: 1,
      skipped: [{ path: huge, reason: expect.stringContaining("1073741824 bytes") }],
    });
    expect(megabytes).toBeLessThan(250);
  },
  300_000,
);

test("a graph of a gigabyte is read line by line, and a line without an end is told of", () => {
  const { store, run } = world();
  const graph = join(store, "memory.jsonl");
  writeFileSync(
    graph,
    `${JSON.stringify({ type: "entity", name: "Fine", entityType: "thing", observations: ["It is."] })}\n`,
  );
  spawnSync("truncate", ["-s", "1G", graph]);
  const { report, megabytes } = run(96, "import", "server-memory", graph, "--yes");
  expect(report.created).toBe(1);
  expect(report.skipped).toHaveLength(1);
  expect(megabytes).toBeLessThan(300);
}, 300_000);

test("of a store of a hundred thousand files no more is held than a small heap has", () => {
  const { store, run } = world();
  const files = 100_000;
  for (let n = 0; n < files; n++) {
    const folder = join(store, "project", `part-${n % 100}`);
    if (n < 100) mkdirSync(folder, { recursive: true });
    const words = `Fact number ${n} is about module m${(n * 7919) % 10007} and its port ${n}.`;
    writeFileSync(
      join(folder, `fact-${n}.md`),
      `---\nname: fact-${n}\ndescription: fact ${n}\nmetadata:\n  type: project\n---\n\n${words}\n`,
    );
  }
  writeFileSync(join(store, "MEMORY.md"), "- [fact-0](project/part-0/fact-0.md): fact 0\n");
  const shown = run(48, "import", "--from", "memdir", store, "--dry-run");
  expect(shown.report).toMatchObject({ layout: "memdir", created: files, skipped: [] });
  expect(shown.megabytes).toBeLessThan(200);
  const looked = run(176, "audit", store);
  expect(looked.report).toMatchObject({ layout: "memdir", memories: files, not_compared: files - 20_000 });
  expect(looked.megabytes).toBeLessThan(320);
}, 900_000);
