import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { cairnWith, type InputOf, type TestCairn } from "../support/cairn-with.ts";
import { bringIn, seeds, snapshotOf, storeOf } from "./stores.ts";

const told = async (cairn: TestCairn, agent?: string) => {
  const { memories } = await cairn.ask("list", {
    status: "all",
    limit: 1_000,
    ...(agent === undefined ? {} : { agent }),
  });
  const shown = await Promise.all(
    memories.map(async ({ scope, id }) => {
      const { memory } = await cairn.ask("show", { id: `${scope}:${id}`, ...(agent === undefined ? {} : { agent }) });
      const { hash: _, source: __, trust: ___, path: ____, updated, created, ...rest } = memory;
      return [`${scope}:${id}`, { ...rest, created, updated }] as const;
    }),
  );
  return new Map(shown);
};

const out = (cairn: TestCairn, to: InputOf<"export">["to"], more = {}) =>
  cairn.ask("export", { to, path: join(cairn.base, `out-${to}`), ...more }, { confirmed: true });

describe.each(seeds)("%s", (layout) => {
  const agent = layout === "agents" ? "growth/scout" : undefined;

  test("what is exported and imported again says the same, but for what the report names", async () => {
    const [here, there] = [cairnWith(), cairnWith()];
    await bringIn(here, { from: layout, path: storeOf(here, layout) });
    const report = await out(here, layout);
    expect(report.skipped).toEqual([]);
    // The words of a memory are what every layout can say; only a master gets that layout's footer.
    expect(
      report.lossy.filter(
        ({ id, fields }) =>
          !id.includes(":master") &&
          fields.some((field) => ["id", "title", "kind", "status", "body", "everything"].includes(field)),
      ),
    ).toEqual([]);
    await bringIn(there, { from: layout, path: join(here.base, `out-${layout}`) });
    const [before, after] = [await told(here, agent), await told(there, agent)];
    const lost = new Map(report.lossy.map(({ id, fields }) => [id, fields]));
    for (const [id, memory] of before) {
      if (id.startsWith("user:")) continue;
      const fields = new Set(lost.get(id) ?? []);
      // Of one that was never updated, it is told when it was made.
      if (fields.has("created")) fields.add("updated");
      const kept = (one: object | undefined) =>
        Object.fromEntries(Object.entries(one ?? {}).filter(([key]) => !fields.has(key)));
      expect([id, kept(after.get(id))]).toEqual([id, kept(memory)]);
    }
  });
});

test("a bundle restores everything exactly: every byte, every scope, and what was said before", async () => {
  const [here, there] = [cairnWith(), cairnWith()];
  for (const layout of ["infinite", "repo", "memdir"] as const)
    await bringIn(here, { from: layout, path: storeOf(here, layout) });
  await here.ask("remember", { text: "The staging server is called Hera.", kind: "project", title: "Staging" });
  await here.ask("update", { id: "staging", append: "It sleeps at night." });
  const file = join(here.base, "all.jsonl");
  const report = await here.ask("export", { to: "bundle", path: file, history: true }, { confirmed: true });
  expect(report).toMatchObject({ skipped: [], lossy: [] });
  const brought = await bringIn(there, { from: "bundle", path: file });
  expect(brought).toMatchObject({ created: report.written, updated: 0, skipped: [] });
  const files = (cairn: TestCairn) =>
    Object.fromEntries(
      [cairn.root, cairn.userRoot].flatMap((root) =>
        Object.entries(snapshotOf(root))
          .filter(([path]) => path.endsWith(".md") && !/^(?:MEMORY|_)/.test(path))
          .map(([path, one]) => [path, Buffer.from(one.split(" ")[1] ?? "", "base64").toString()]),
      ),
    );
  expect(files(there)).toEqual(files(here));
  const { changes } = await there.ask("history", { id: "staging" });
  expect(changes.length).toBeGreaterThan(1);
  expect(await bringIn(there, { source: file })).toMatchObject({ created: 0, updated: 0, skipped: [] });
});

test("names in a bundle lead nowhere but below the memories", async () => {
  const cairn = cairnWith();
  const file = join(cairn.base, "evil.jsonl");
  const text = "---\nname: evil\n---\nOut of the way.\n";
  const paths = [
    "../evil.md",
    "/etc/evil.md",
    "a/../../evil.md",
    "..\\evil.md",
    ".ssh/evil.md",
    "project/a\u0000.md",
    "MEMORY.md",
    "project/a.md/b.md",
    "%2e%2e/evil.md",
  ];
  const lines = paths.map((path, n) => JSON.stringify({ scope: "project", path, id: `evil-${n}`, text }));
  writeFileSync(file, [JSON.stringify({ cairn_bundle: 1 }), ...lines, "{ half", ""].join("\n"));
  const before = snapshotOf(cairn.base);
  const { created, skipped } = await bringIn(cairn, { from: "bundle", path: file });
  expect([created, skipped.length]).toEqual([0, paths.length + 1]);
  const reason = (name: string) => skipped.find(({ path }) => path === `project/${name}`)?.reason;
  expect(reason("../evil.md")).toBe("its name leads out of the memories");
  expect(reason("MEMORY.md")).toBe("no memory can be called so");
  const made = Object.keys(snapshotOf(cairn.base)).filter((path) => !(path in before) && path.endsWith(".md"));
  expect(made.filter((path) => !/_about|MEMORY|workspace/.test(path))).toEqual([]);
});

test("kinds and tags choose what is exported, and nothing is written over what is there", async () => {
  const cairn = cairnWith();
  await bringIn(cairn, { from: "repo", path: storeOf(cairn, "repo") });
  expect(await out(cairn, "repo", { kinds: ["decision", "runbook"] })).toMatchObject({ written: 2 });
  expect(readdirSync(join(cairn.base, "out-repo")).sort()).toEqual([
    "decisions",
    "index.md",
    "memory-config.json",
    "runbooks",
  ]);
  expect(
    (await cairn.refusal("export", { to: "repo", path: join(cairn.base, "out-repo") }, { confirmed: true })).code,
  ).toBe("CREATE_OVERWRITE_ERROR");
  const tagged = await cairn.ask(
    "export",
    { to: "memdir", path: join(cairn.base, "tagged"), tags: ["ports"] },
    { confirmed: true },
  );
  expect(tagged.written).toBe(1);
});

test("a dash is no file: what is private is not left lying under that name", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "The lamps are green.", kind: "project" });
  const before = readdirSync(cairn.project);
  const error = await cairn.refusal("export", { to: "bundle", path: "-" }, { confirmed: true });
  expect(error).toMatchObject({ code: "INPUT_ERROR", field: "path" });
  expect(readdirSync(cairn.project)).toEqual(before);
});

test("a record goes out as it came in, byte for byte once both are in order", async () => {
  const cairn = cairnWith();
  const store = storeOf(cairn, "repo");
  await bringIn(cairn, { from: "repo", path: store });
  const report = await out(cairn, "repo");
  expect(report.lossy).toEqual([]);
  for (const path of [
    "decisions/use-pnpm.json",
    "runbooks/port-in-use.json",
    "tech-debt/retry.json",
    "preferences/named-exports.json",
    "constraints/api-limit.json",
    "sessions/login-rework.json",
  ]) {
    const [was, is] = [store, join(cairn.base, "out-repo")].map((root) =>
      JSON.parse(readFileSync(join(root, path), "utf8")),
    );
    expect([path, is]).toEqual([path, { record_status: "active", ...was }]);
  }
});

test("what a layout cannot say at all is named with why", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "We deploy on Fridays.", kind: "project", title: "Deploys" });
  mkdirSync(join(cairn.base, "out-underscore"));
  const { written, skipped } = await out(cairn, "underscore");
  expect([written, skipped]).toEqual([
    0,
    [{ id: "project:deploys", reason: "that layout keeps summaries and a master, no project" }],
  ]);
});

test("an export of the project names what its agents keep for themselves, one of its agents what is the project's, with what takes it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "We deploy on Fridays.", kind: "project", title: "Deploys" });
  const mine = { scope: "agent", agent: "growth/scout", kind: "topic", title: "Leads" } as const;
  await cairn.ask("remember", { text: "Leads come from the newsletter.", ...mine });
  const { written, skipped } = await out(cairn, "memdir");
  expect([written, skipped.map(({ id }) => id)]).toEqual([1, ["agent:leads"]]);
  expect(skipped[0]?.reason).toContain("--agent growth/scout");
  expect((await out(cairn, "repo", { kinds: ["decision"] })).skipped).toEqual([]);
  const own = (await out(cairn, "agents")).skipped;
  expect(own.map(({ id }) => id)).toEqual(["project:deploys"]);
  expect(own[0]?.reason).toContain("--scope project");
});

test("names to be asked for by that only the rule would give are not told as lost", async () => {
  const cairn = cairnWith();
  const pool = { kind: "project", title: "The pool", text: "Use `pgBouncer` instead of Odyssey." } as const;
  await cairn.ask("remember", pool);
  const { lossy } = await cairn.ask("export", { to: "memdir", path: join(cairn.base, "out") }, { confirmed: true });
  expect(lossy).toEqual([]);
});

test.each(["infinite", "agents", "memdir", "repo", "bundle", "server-memory"] as const)(
  "%s: logs of a day and logs of other names come back as themselves, if they go out at all",
  async (layout) => {
    const [here, there] = [cairnWith(), cairnWith()];
    const store = join(here.base, "old");
    for (const [name, text] of [
      ["logs/2025/01/2025-01-15.md", "# Fifteenth\n\nx\n"],
      ["logs/2025/1/2025-01-17.md", "# Seventeenth\n\ny\n"],
      ["logs/one.md", "# One\n\nz\n"],
      ["logs/two.md", "# Two\n\nz\n"],
    ] as const) {
      mkdirSync(dirname(join(store, name)), { recursive: true });
      writeFileSync(join(store, name), text);
    }
    const before = await bringIn(here, { from: "memdir", path: store });
    expect(before).toMatchObject({ created: 4, skipped: [] });
    const path = join(here.base, "out");
    const { written, skipped } = await here.ask("export", { to: layout, path }, { confirmed: true });
    expect(written + skipped.length).toBe(4);
    const after = await bringIn(there, { from: layout, path });
    expect(after).toMatchObject({ created: written, skipped: [] });
    const named = ({ memories }: typeof after) => memories.map(({ id, kind, title }) => [id, kind, title]).sort();
    if (written > 0) expect(named(after)).toEqual(named(before));
  },
);

test("a log's day is its name's, west of Greenwich too", async () => {
  const zone = process.env["TZ"];
  process.env["TZ"] = "America/Los_Angeles";
  try {
    const cairn = cairnWith();
    const path = join(cairn.base, "memory.jsonl");
    const entity = { type: "entity", name: "2025-01-01", entityType: "log", observations: ["x"] };
    writeFileSync(path, `${JSON.stringify(entity)}\n`);
    expect(await bringIn(cairn, { source: "server-memory", path })).toMatchObject({ created: 1 });
    expect(cairn.paths()).toContain("logs/2025/01/2025-01-01.md");
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
});

test("repo: what was superseded goes out as retired, says by what, and does not come back as current", async () => {
  const [here, there] = [cairnWith(), cairnWith()];
  await here.ask("remember", { title: "Meili", text: "We search with Meilisearch.", kind: "decision" });
  const words = { title: "Typesense", text: "We search with Typesense.", kind: "decision" } as const;
  await here.ask("remember", { ...words, supersedes: "meili" });
  const path = join(here.base, "out");
  await here.ask("export", { to: "repo", path }, { confirmed: true });
  expect(readFileSync(join(path, "index.md"), "utf8")).not.toContain("Meili");
  await bringIn(there, { from: "repo", path });
  expect((await there.ask("list", {})).memories.map(({ title }) => title)).toEqual(["Typesense"]);
  const { memories } = await there.ask("list", { status: "retired" });
  expect(memories.map(({ title }) => title)).toEqual(["Meili"]);
});
