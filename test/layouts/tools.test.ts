import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { auditText } from "../../src/layouts/audit-page.ts";
import { broughtText } from "../../src/layouts/brought-text.ts";
import type { ReadQuestion } from "../../src/layouts/layout.ts";
import { serverMemory } from "../../src/layouts/server-memory.ts";
import { SourceFolder } from "../../src/layouts/source-folder.ts";
import { encodePath } from "../../src/places/root-names.ts";
import { cairnWith, type Files, type InputOf } from "../support/cairn-with.ts";
import { bringIn, withStoreInside } from "./stores.ts";

const graph = [
  {
    type: "entity",
    name: "Ada Lovelace",
    entityType: "person",
    observations: ["Prefers short reports", "Works in Berlin"],
  },
  { type: "entity", name: "payments-api", entityType: "service", observations: ["Runs on port 8080"] },
  { type: "relation", from: "Ada Lovelace", to: "payments-api", relationType: "maintains" },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

test("a graph of server-memory: an entity is a memory, what it relates to a section, a broken line is told", async () => {
  const { cairn, path } = withStoreInside({ "memory.jsonl": `${graph}\n{ half\n` });
  const report = await bringIn(cairn, { source: "server-memory", path: join(path, "memory.jsonl") });
  expect(report).toMatchObject({ created: 2, skipped: [{ path: "memory.jsonl", reason: "it is not JSON", line: 4 }] });
  const { memory } = await cairn.ask("show", { id: "ada-lovelace" });
  expect(memory).toMatchObject({ title: "Ada Lovelace", kind: "topic", tags: ["person"] });
  expect(memory.body).toContain("- maintains [[payments-api]]");
  expect(await bringIn(cairn, { source: "server-memory", path })).toMatchObject({ created: 0, unchanged: 2 });
});

test("what is brought in without names to be asked for by gets some off its own words; its own are left as they are", async () => {
  const text = (aliases: string) =>
    `---\nname: x\ndescription: d\n${aliases}metadata:\n  type: project\n---\n\nThe pool is exhausted with \`ECONNRESET\`; use \`pgBouncer\` instead of Odyssey.\n`;
  const { cairn, path } = withStoreInside({
    "pool-exhausted.md": text("").replace("name: x", "name: pool-exhausted"),
    "named-pool.md": text("aliases: [the pool]\n").replace("name: x", "name: named-pool"),
  });
  const brought = { source: "memdir", path } as const;
  expect(await bringIn(cairn, brought)).toMatchObject({ created: 2 });
  const aliasesOf = async (id: string) => (await cairn.ask("show", { id })).memory.aliases;
  expect(await aliasesOf("pool-exhausted")).toEqual(expect.arrayContaining(["Odyssey", "ECONNRESET", "pgBouncer"]));
  expect(await aliasesOf("named-pool")).toEqual(["the pool"]);
  expect(await bringIn(cairn, brought)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
});

test("server-memory written and read again keeps ids, titles, kinds, states and the retired", async () => {
  const cairn = cairnWith();
  const there = cairnWith();
  await cairn.ask("remember", {
    kind: "decision",
    title: "Use pnpm",
    text: "## Decision\npnpm, see [[no-yarn]].",
    field: { status: "accepted" },
    tags: ["build"],
  });
  await cairn.ask("remember", { kind: "runbook", title: "Port in use", text: "## Steps\n- kill it" });
  await cairn.ask("forget", { id: "port-in-use" }, { confirmed: true });
  const file = join(cairn.base, "graph.jsonl");
  const report = await cairn.ask("export", { to: "server-memory", path: file }, { confirmed: true });
  expect(report).toMatchObject({ written: 2, skipped: [] });
  expect(report.lossy.flatMap(({ fields }) => fields).filter((field) => field !== "changes")).toEqual([]);
  await bringIn(there, { source: "server-memory", path: file });
  expect((await there.ask("show", { id: "use-pnpm" })).memory).toMatchObject({
    title: "Use pnpm",
    kind: "decision",
    fields: { status: "accepted" },
    tags: ["build"],
  });
  expect((await there.ask("show", { id: "port-in-use" })).memory).toMatchObject({ status: "retired", kind: "runbook" });
});

test("server-memory written and read again keeps what took whose place; of others' things it is a relation", async () => {
  const [cairn, there] = [cairnWith(), cairnWith()];
  const kept = { kind: "decision", text: "## Decision\nd", field: { status: "accepted" } } as const;
  await cairn.ask("remember", { ...kept, title: "Use npm" });
  await cairn.ask("remember", { ...kept, title: "Use pnpm", supersedes: "use-npm" });
  const file = join(cairn.base, "graph.jsonl");
  const report = await cairn.ask("export", { to: "server-memory", path: file }, { confirmed: true });
  expect(report.lossy.flatMap(({ fields }) => fields).filter((field) => field.startsWith("superse"))).toEqual([]);
  await bringIn(there, { source: "server-memory", path: file });
  const shown = async (id: string) => (await there.ask("show", { id })).memory;
  expect(await shown("use-pnpm")).toMatchObject({ supersedes: ["use-npm"] });
  expect(await shown("use-npm")).toMatchObject({ superseded_by: "use-pnpm" });

  const things = [
    { type: "entity", name: "react-19", entityType: "library", observations: ["has actions"] },
    { type: "entity", name: "react-18", entityType: "library", observations: ["has suspense"] },
    { type: "relation", from: "react-19", to: "react-18", relationType: "supersedes" },
  ];
  const { cairn: other, path } = withStoreInside({
    "memory.jsonl": things.map((one) => JSON.stringify(one)).join("\n"),
  });
  await bringIn(other, { source: "server-memory", path });
  const { memory } = await other.ask("show", { id: "react-19" });
  expect([memory.supersedes, memory.body.includes("- supersedes [[react-18]]")]).toEqual([undefined, true]);
});

test.each([
  {
    source: "basic-memory",
    files: {
      "coffee/notes.md":
        "---\ntitle: Coffee Brewing\ntype: note\npermalink: coffee/coffee-brewing\ntags: [brewing]\n---\n# Coffee Brewing\n\n## Observations\n- [method] Pour over keeps the taste #taste\n\n## Relations\n- relates_to [[Grinder]]\n",
    },
    expected: { id: "coffee-brewing", title: "Coffee Brewing", kind: "topic", tags: ["brewing", "taste"] },
  },
  {
    source: "serena",
    files: { ".serena/memories/suggested_commands.md": "# Suggested commands\n\nRun `npm test` before a commit.\n" },
    expected: { id: "suggested-commands", title: "Suggested commands", kind: "topic" },
  },
  {
    source: "cline",
    files: {
      "memory-bank/projectbrief.md": "# Brief\n\nA shop for tea.\n",
      "memory-bank/activeContext.md": "# Active\n\nThe cart.\n",
    },
    expected: { id: "projectbrief", title: "Brief", kind: "project" },
  },
  {
    source: "adr",
    files: {
      "docs/0007-use-markdown.md":
        "---\nstatus: accepted\ndate: 2024-03-01\n---\n# Use Markdown\n\n## Context and Problem Statement\nRecords need a format.\n\n## Considered Options\n* MADR\n* none\n\n## Decision Outcome\nMADR.\n",
    },
    expected: {
      id: "use-markdown",
      title: "Use Markdown",
      kind: "decision",
      fields: { status: "accepted" },
      created: "2024-03-01",
    },
  },
  {
    source: "adr",
    files: {
      "0003-postgres.md":
        "# 3. Use Postgres\n\nDate: 2023-02-03\n\n## Status\n\nSuperseded by [9. Use SQLite](0009-sqlite.md)\n\n## Context\nWe need rows.\n\n## Decision\nPostgres.\n\n## Consequences\nBackups.\n",
    },
    expected: { id: "postgres", title: "Use Postgres", fields: { status: "superseded" }, created: "2023-02-03" },
  },
  {
    source: "adr",
    files: {
      "20240405-use-log4brains.md":
        "# Use log4brains\n\n- Status: draft\n- Tags: docs\n\n## Context and Problem Statement\nNobody finds them.\n\n## Decision Outcome\nlog4brains.\n",
    },
    expected: { id: "use-log4brains", fields: { status: "proposed" }, created: "2024-04-05" },
  },
  {
    source: "mem0",
    files: {
      "export.json": JSON.stringify({
        results: [
          {
            id: "m1",
            memory: "Deploys happen on Fridays",
            categories: ["Work Habits"],
            created_at: "2024-07-01T10:00:00Z",
          },
        ],
      }),
    },
    expected: {
      id: "deploys-happen-on-fridays",
      kind: "project",
      tags: ["work-habits"],
      created: "2024-07-01T10:00:00Z",
    },
  },
  {
    source: "rules",
    files: { "AGENTS.md": "# Rules\n\n## Style\nNo semicolons.\n\n## Tests\nWrite them first.\n" },
    expected: { id: "style", title: "Style", kind: "feedback" },
  },
  {
    source: "gemini",
    files: { ".gemini/GEMINI.md": "## Gemini Added Memories\n- My favourite editor is Helix.\n" },
    expected: { id: "my-favourite-editor-is-helix", kind: "user", scope: "user" },
  },
  {
    source: "notes",
    files: {
      "todo list.md": "# Staging is called Hera\n\nIt sleeps at night.\n",
      "ops/backups.md": "Backups run at two.\n",
      "picture.png": "no text",
    },
    expected: { id: "todo-list", title: "Staging is called Hera", kind: "project" },
  },
] as const)("$source: $expected.id comes in as it was, and once", async ({ source, files, expected }) => {
  const { cairn, path } = withStoreInside(files as Files);
  const report = await bringIn(cairn, { source, path });
  expect(report.created).toBeGreaterThan(0);
  const { memory } = await cairn.ask("show", { id: expected.id });
  expect(memory).toMatchObject(expected);
  expect(memory.trust).toBe("imported");
  expect(await bringIn(cairn, { source, path })).toMatchObject({ created: 0, updated: 0, unchanged: report.created });
});

/** By the tool's own schema: the columns its migrations make. */
function claudeMemDatabase(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, prompt_number INTEGER, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
    CREATE TABLE session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL, request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT, prompt_number INTEGER, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
    INSERT INTO observations (sdk_session_id, project, type, title, narrative, facts, concepts, files_modified, created_at, created_at_epoch) VALUES ('s1', 'project', 'decision', 'Cookies for the session', 'The token moved into a cookie.', '["SameSite is Lax"]', '["auth"]', '["src/login.ts"]', '2025-11-01T10:00:00.000Z', 1761991200000);
    INSERT INTO observations (sdk_session_id, project, type, title, narrative, created_at, created_at_epoch) VALUES ('s2', 'another', 'bugfix', 'Not of this project', 'x', '2025-11-01T10:00:00.000Z', 1761991200000);
    INSERT INTO observations (sdk_session_id, project, type, title, narrative, created_at, created_at_epoch) VALUES ('s1', 'project', 'constructor', 'A type of its own', 'x', '2025-11-01T10:00:00.000Z', 1761991200000);
    INSERT INTO session_summaries (sdk_session_id, project, request, completed, next_steps, created_at, created_at_epoch) VALUES ('s1', 'project', 'Move the login to cookies', 'The cookie is set', 'Read it in the API', '2025-11-01T11:00:00.000Z', 1761994800000);
  `);
  database.close();
}

test("claude-mem's database is read from a copy, this project's part of it", async () => {
  const { cairn, path } = withStoreInside({ "note.txt": "" });
  const file = join(path, "claude-mem.db");
  claudeMemDatabase(file);
  vi.spyOn(process, "getBuiltinModule").mockImplementation(((name: string) =>
    name === "node:sqlite" ? { DatabaseSync } : undefined) as never);
  const report = await bringIn(cairn, { source: "claude-mem", path: file }).finally(() => vi.restoreAllMocks());
  expect(report).toMatchObject({
    created: 3,
    skipped: [{ reason: "1 of the project another: import them where that project is" }],
  });
  const { memory } = await cairn.ask("show", { id: "cookies-for-the-session" });
  expect(memory).toMatchObject({ kind: "decision", tags: ["decision", "auth"], files: [{ path: "src/login.ts" }] });
  expect(memory.body).toContain("SameSite is Lax");
});

test("of claude-mem's prompts those of another project's sessions are not told", async () => {
  const { cairn, path } = withStoreInside({ "note.txt": "" });
  const file = join(path, "claude-mem.db");
  claudeMemDatabase(file);
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, claude_session_id TEXT, sdk_session_id TEXT, project TEXT);
    INSERT INTO sdk_sessions (claude_session_id, sdk_session_id, project) VALUES ('c1', 's1', 'project'), ('c2', 's2', 'another');
    CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, claude_session_id TEXT, prompt_text TEXT);
    INSERT INTO user_prompts (claude_session_id, prompt_text) VALUES ('c1', 'a'), ('c2', 'b'), ('c2', 'c'), ('c3', 'd')`);
  database.close();
  vi.spyOn(process, "getBuiltinModule").mockImplementation(((name: string) =>
    name === "node:sqlite" ? { DatabaseSync } : undefined) as never);
  const report = await bringIn(cairn, { source: "claude-mem", path: file }).finally(() => vi.restoreAllMocks());
  expect(report.lossy).toEqual([{ path: "claude-mem.db", what: "2 prompts: what was asked is no memory" }]);
});

/** As claude-mem 13.25 makes its tables. */
test("of a database with one project that one comes, whatever it is called there", async () => {
  const { cairn, path } = withStoreInside({ "note.txt": "" });
  const file = join(path, "claude-mem.db");
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL,
    project TEXT NOT NULL, text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT,
    concepts TEXT, files_read TEXT, files_modified TEXT, prompt_number INTEGER, discovery_tokens INTEGER DEFAULT 0,
    created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
    CREATE TABLE session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL,
    project TEXT NOT NULL, request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT,
    files_read TEXT, files_edited TEXT, notes TEXT, prompt_number INTEGER, discovery_tokens INTEGER DEFAULT 0,
    created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
    INSERT INTO observations (memory_session_id, project, type, title, narrative, created_at, created_at_epoch)
      VALUES ('s', 'harbour', 'discovery', 'Tides are cached', 'For six hours.', '2026-01-02T00:00:00.000Z', 1767312000000);
    INSERT INTO session_summaries (memory_session_id, project, request, files_edited, created_at, created_at_epoch)
      VALUES ('s', 'harbour', 'Cache the tides', '["src/tide.ts"]', '2026-01-02T00:00:00.000Z', 1767312000000);
    CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, content_session_id TEXT, memory_session_id TEXT, project TEXT);
    INSERT INTO sdk_sessions (content_session_id, memory_session_id) VALUES ('760f230b', 's');
    CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, content_session_id TEXT, prompt_text TEXT);
    INSERT INTO user_prompts (content_session_id, prompt_text) VALUES ('760f230b', 'cache them'), ('760f230b', 'go on')`);
  const many = Array.from({ length: 22 }, (_, n) => `src/f${n}.ts`);
  database
    .prepare(
      `INSERT INTO observations (memory_session_id, project, type, title, facts, files_read, created_at, created_at_epoch)
       VALUES ('s', 'harbour', 'change', 'Wide', 'no list of facts', ?, '2026-01-02T00:00:00.000Z', 1767312000000)`,
    )
    .run(JSON.stringify(many));
  database.close();
  vi.spyOn(process, "getBuiltinModule").mockImplementation(((name: string) =>
    name === "node:sqlite" ? { DatabaseSync } : undefined) as never);
  const report = await bringIn(cairn, { source: "claude-mem", path: file }).finally(() => vi.restoreAllMocks());
  expect(report).toMatchObject({ created: 3, skipped: [] });
  expect(report.lossy).toEqual([
    { path: "claude-mem.db", what: "2 prompts: what was asked is no memory" },
    { path: "claude-mem.db#observations-2", what: "2 files it names besides (src/f20.ts, src/f21.ts …)" },
  ]);
  const { memory } = await cairn.ask("show", { id: "claude-mem-session-1" });
  expect(memory.files).toMatchObject([{ path: "src/tide.ts" }]);
  // As the client calls it, not as that tool does.
  expect(memory.source).toMatchObject({ session: "760f230b" });
  expect((await cairn.ask("show", { id: "wide" })).memory.body).toContain("- no list of facts");
});

test("what Claude Code keeps of every project: this one's comes, the others are named", async () => {
  const cairn = cairnWith();
  const root = join(cairn.base, "old-home");
  const put = (project: string, name: string) => {
    const folder = join(root, "projects", encodePath(project), "memory");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "MEMORY.md"), `- [${name}](${name}.md) — words\n`);
    writeFileSync(
      join(folder, `${name}.md`),
      `---\nname: ${name}\ndescription: words\ntype: project\n---\nWords of ${name}.\n`,
    );
  };
  put(cairn.project, "mine");
  put("/elsewhere/shop", "theirs");
  const report = await bringIn(cairn, { source: "claude-code", path: root });
  expect(report.memories.map(({ id }) => id)).toEqual(["mine"]);
  expect(report.skipped.map(({ path }) => path)).toEqual(["projects/-elsewhere-shop/memory"]);
  // Whole: what is typed has no place to fill in.
  expect(report.skipped[0]?.reason).toMatch(
    /cairn import --from memdir \S*\/old-home\/projects\/-elsewhere-shop\/memory$/,
  );
  expect(await bringIn(cairn, { source: "claude-code", path: root })).toMatchObject({ created: 0, unchanged: 1 });
  await cairn.ask("remember", { title: "Here", text: "In place." });
  expect(await bringIn(cairn, { source: "claude-code" })).toMatchObject({
    layout: "claude-code",
    created: 0,
    updated: 0,
  });
});

test("a Node that cannot read databases says so and what to type", async () => {
  const { cairn, path } = withStoreInside({ "note.txt": "" });
  claudeMemDatabase(join(path, "claude-mem.db"));
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  const refusal = await cairn
    .refusal("import", { source: "claude-mem", path }, { confirmed: true })
    .finally(() => vi.restoreAllMocks());
  expect(refusal.message).toContain("cannot read SQLite databases");
  expect(refusal.hint).toContain("Node 22.13");
});

test("a pipe and a file of a gigabyte in a store cost a line of the report each", async () => {
  const { cairn, path } = withStoreInside({
    "project/fine.md": "---\ntype: project\n---\nFine.\n",
    "MEMORY.md": "- [Fine](project/fine.md)\n",
  });
  mkdirSync(join(path, "user"));
  spawnSync("mkfifo", [join(path, "user", "pipe.md")]);
  spawnSync("truncate", ["-s", "1G", join(path, "user", "huge.md")]);
  writeFileSync(join(path, "user", "latin.md"), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
  writeFileSync(join(path, "user", "wide.md"), Buffer.from("\ufeffWide words.\n", "utf16le"));
  const { created, skipped } = await bringIn(cairn, { from: "memdir", path });
  expect(created).toBe(2);
  expect(skipped.map(({ path: at, reason }) => `${at}: ${reason}`).sort()).toEqual([
    "user/huge.md: it has 1073741824 bytes; at most 1000000 are read",
    "user/latin.md: it is not text in UTF-8 or UTF-16",
    "user/pipe.md: no ordinary file",
  ]);
});

test("an entity that a graph holds twice is one with all its words, and so is a relation", async () => {
  const again = ["Runs on port 8080", "Twice"];
  const lines = [
    graph,
    { type: "entity", name: "payments-api", entityType: "api", observations: again },
    { type: "entity", name: "bare", entityType: "thing" },
    { type: "relation", from: "Ada Lovelace", to: "payments-api", relationType: "maintains" },
    { type: "relation", from: "ghost", to: "bare", relationType: "haunts" },
    { type: "relation", from: "bare" },
    { type: "note" },
  ];
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n\n");
  const { cairn, path } = withStoreInside({ "memory.jsonl": `${text}\n   \n`.replaceAll("\n", "\r\n") });
  const report = await bringIn(cairn, { source: "server-memory", path });
  expect(report).toMatchObject({
    created: 3,
    skipped: [
      { reason: "it relates ghost, which is no entity, to bare", line: 11 },
      { reason: "a relation that lacks one of its ends", line: 13 },
      { reason: "neither an entity nor a relation", line: 15 },
    ],
    lossy: [{ path: "memory.jsonl#payments-api", what: "that another line calls it api" }],
  });
  const bodyOf = async (id: string) => (await cairn.ask("show", { id })).memory.body;
  expect(await bodyOf("payments-api")).toMatch(/\n\n- Runs on port 8080\n- Twice$/);
  expect((await bodyOf("ada-lovelace")).match(/maintains/g)).toHaveLength(1);
  expect(await bringIn(cairn, { source: "server-memory", path })).toMatchObject({ updated: 0, unchanged: 3 });
});

test("an entity whose name is empty is none, and is told", async () => {
  const entity = (name: string) => JSON.stringify({ type: "entity", name, entityType: "t", observations: ["o"] });
  const { cairn, path } = withStoreInside({ "memory.jsonl": `${entity("Ada")}\n${entity(" ")}\n` });
  const skipped = [{ path: "memory.jsonl", reason: "an entity without a name", line: 2 }];
  expect(await bringIn(cairn, { source: "server-memory", path })).toMatchObject({ created: 1, skipped });
});

test("an entity with one text for its observations keeps it, and what is neither list nor text is told", async () => {
  const entity = (name: string, observations?: unknown) => ({ type: "entity", name, entityType: "team", observations });
  const lines = [entity("Alice", "Alice owns billing"), entity("Bob", { role: "pays" }), entity("Cy", null)];
  const { cairn, path } = withStoreInside({ "memory.jsonl": lines.map((line) => JSON.stringify(line)).join("\n") });
  const report = await bringIn(cairn, { source: "server-memory", path });
  expect(report).toMatchObject({
    created: 3,
    lossy: [{ path: "memory.jsonl#Bob", what: "1 observation that is no text" }],
  });
  expect((await cairn.ask("show", { id: "alice" })).memory.body).toContain("- Alice owns billing");
});

test("a graph takes as long with every line of one entity as with each line of another", () => {
  const spent = (nameOf: (n: number) => string) => {
    const lines = Array.from({ length: 20_000 }, (_, n) =>
      JSON.stringify({ type: "entity", name: nameOf(n), entityType: "t", observations: [`said ${n}`] }),
    );
    const { path } = withStoreInside({ "memory.jsonl": lines.join("\n") });
    const before = process.cpuUsage();
    for (const _ of serverMemory.read(SourceFolder.open("/", path), {} as ReadQuestion));
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  spent(String);
  expect(spent(() => "one") / spent(String)).toBeLessThan(5);
});

test("relations that mem0 keeps in its graph are told of", async () => {
  const { cairn, path } = withStoreInside({
    "export.json": JSON.stringify({ results: [{ id: "1", memory: "Likes tea" }], relations: [{ source: "a" }] }),
  });
  const { lossy } = await bringIn(cairn, { source: "mem0", path });
  expect(lossy).toEqual([{ path: "export.json", what: "1 relation of its graph" }]);
});

test("links in a circle and names of several lines cost a line of the report each, and nothing outside is read", async () => {
  const { cairn, path } = withStoreInside({
    "project/fine.md": "---\ntype: project\n---\nFine.\n",
    "MEMORY.md": "- [Fine](project/fine.md)\n",
    "project/new\nSecrets: 0\n  forged.md": "Words.\n",
  });
  for (const [target, name] of [
    [".", "loop"],
    ["b.md", "project/a.md"],
    ["a.md", "project/b.md"],
    ["../..", "up"],
    ["/etc/passwd", "project/two\nlines.md"],
  ] as const)
    symlinkSync(target, join(path, name));
  const report = await bringIn(cairn, { from: "memdir", path });
  expect(report.created).toBe(2);
  expect(report.skipped.map(({ path: at }) => at)).toEqual([
    "loop",
    "up",
    "project/a.md",
    "project/b.md",
    "project/two\nlines.md",
  ]);
  for (const text of [broughtText(report, "cli"), auditText(await cairn.ask("audit", { path }), "cli")]) {
    expect(text).toContain("forged");
    expect(text).not.toMatch(/^(?:Secrets: 0|\s*forged|lines\.md)/m);
    expect(text).not.toContain("root:");
  }
});

test.runIf(process.platform === "linux")("a file that grows is copied no further than it reached", () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-grows-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Its size is told as nothing, and yet there are bytes: as of one that grew after it was looked at.
  SourceFolder.open("/", "/proc/self").copy("stat", join(folder, "copy"));
  expect(readFileSync(join(folder, "copy"), "utf8")).toBe("");
});

test("plain notes: a name by heading or file, a kind by what the file says of itself; the same name twice is two", async () => {
  const { cairn, path } = withStoreInside({
    "backups.md": "Backups run at two.\n",
    "ops/backups.md": "# Backups of the shop\n\nThey run at three.\n",
    "tabs.md": "---\ntype: feedback\n---\nIndent with tabs.\n",
    "reference/wiki.md": "# Wiki\n\nThe wiki is at wiki.example.org.\n",
    ".obsidian/workspace.md": "Nothing of theirs.\n",
    "empty.md": "\n",
  });
  const report = await bringIn(cairn, { source: "notes", path });
  expect(report.memories.map(({ title, kind }) => [title, kind]).sort()).toEqual([
    ["Backups of the shop", "project"],
    ["Wiki", "reference"],
    ["backups", "project"],
    ["tabs", "feedback"],
  ]);
  expect(new Set(report.memories.map(({ id }) => id)).size).toBe(4);
  expect(report.skipped).toMatchObject([
    { path: "empty.md", reason: "it is empty" },
    { path: ".obsidian/workspace.md", reason: "it is hidden" },
  ]);
  expect(await bringIn(cairn, { source: "notes", path })).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
  expect((await cairn.ask("audit", { source: "notes", path })).memories).toBe(4);
});

test("plain notes are taken only where they are named, and it is said how; a name nobody knows is called so", async () => {
  const { cairn, path } = withStoreInside({ "backups.md": "Backups run at two.\n" });
  const refused = (asked: InputOf<"import">) => cairn.refusal("import", asked, { confirmed: true });
  expect((await refused({ source: path })).hint).toContain(`cairn import notes ${path}`);
  expect((await refused({ from: "cline", path })).hint).toContain(`cairn import notes ${path}`);
  for (const asked of [{ source: "obsidian", path }, { source: "obsidian" }]) {
    const refusal = await refused(asked);
    expect(refusal.message).toBe("There is no layout or tool called obsidian.");
    expect(refusal.hint).toContain("basic-memory, serena");
  }
});
