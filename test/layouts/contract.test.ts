/** What every layout keeps to: one suite, a golden store each. */

import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { layoutNames, layouts, writtenNames } from "../../src/layouts/registry.ts";
import type { SettingKey } from "../../src/model/settings.ts";
import { cairnWith } from "../support/cairn-with.ts";
import { bringIn, seeds, snapshotOf, storeOf } from "./stores.ts";

describe.each(seeds)("%s", (layout) => {
  test("a store comes in whole, and a second time nothing changes", async () => {
    const cairn = cairnWith();
    const path = storeOf(cairn, layout);
    const first = await bringIn(cairn, { from: layout, path });
    expect(first.created).toBeGreaterThan(4);
    expect(first.updated + first.unchanged).toBe(0);
    const before = snapshotOf(cairn.home);
    const second = await bringIn(cairn, { from: layout, path });
    expect(second).toMatchObject({ created: 0, updated: 0, unchanged: first.created });
    expect(second.skipped).toEqual(first.skipped);
    const memoryFiles = (all: Record<string, string>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => name.endsWith(".md") && name.includes("/memory/")));
    expect(memoryFiles(snapshotOf(cairn.home))).toEqual(memoryFiles(before));
  });

  test("it is told by what lies in it, whatever its folder is called", async () => {
    const cairn = cairnWith();
    const path = storeOf(cairn, layout);
    const place = join(cairn.project, ".claude", "memory");
    mkdirSync(join(cairn.project, ".claude"));
    renameSync(path, place);
    expect(await bringIn(cairn, { source: place })).toMatchObject({ layout });
  });

  test("a dry run says what the run then does, and does nothing", async () => {
    const cairn = cairnWith();
    const path = storeOf(cairn, layout);
    const dry = await bringIn(cairn, { from: layout, path, dryRun: true });
    expect((await cairn.ask("list", {})).memories).toEqual([]);
    const wet = await bringIn(cairn, { from: layout, path });
    expect({ ...dry, dry_run: false }).toEqual(wet);
  });

  test("the source is never touched, and what comes is worth imported", async () => {
    const cairn = cairnWith();
    const path = storeOf(cairn, layout);
    const before = snapshotOf(path);
    const { memories } = await bringIn(cairn, { from: layout, path });
    expect(snapshotOf(path)).toEqual(before);
    const agent = layout === "agents" ? { agent: "growth/scout" } : {};
    for (const { scope, id } of memories) {
      const { memory } = await cairn.ask("show", { id: `${scope}:${id}`, ...agent });
      expect([id, memory.trust]).toEqual([id, "imported"]);
    }
  });

  test("links are not followed, and each is told of", async () => {
    const cairn = cairnWith({ project: { "outside.md": "# Outside\n\nNobody may read this." } });
    const path = storeOf(cairn, layout);
    const inside = { agents: "growth/scout", infinite: "projects/korweb-companion-app" } as Record<string, string>;
    const place = join(path, inside[layout] ?? "");
    symlinkSync(join(cairn.project, "outside.md"), join(place, "leads-out.md"));
    symlinkSync(cairn.project, join(place, "leads-out-too"));
    const { skipped, memories } = await bringIn(cairn, { from: layout, path });
    const told = skipped.filter(({ path: at }) => at.includes("leads-out"));
    expect(told.map(({ reason }) => reason)).toEqual(Array(2).fill("a link: it is not followed"));
    expect(memories.map(({ title }) => title)).not.toContain("Outside");
  });

  test("another layout's name is refused, and it is said what it looks like", async () => {
    const cairn = cairnWith();
    const path = storeOf(cairn, layout);
    const other = layout === "repo" ? "underscore" : "repo";
    const refusal = await cairn.refusal("import", { from: other, path }, { confirmed: true });
    expect(refusal).toMatchObject({ code: "INPUT_ERROR" });
    expect(refusal.hint).toContain(`--from ${layout}`);
  });
});

test("the other tool's settings are told as commands that work, and only those that are others here", async () => {
  const cairn = cairnWith();
  const asked = { from: "repo", path: storeOf(cairn, "repo"), dryRun: true } as const;
  const told = async () => {
    const outcome = await cairn.outcome("import", asked);
    return outcome.ok ? outcome.text : "";
  };
  const typed = (await told()).split("\n").flatMap((line) => /^ {2}cairn (config .*)/.exec(line)?.[1] ?? []);
  expect(typed).toContain("config set delete.grace_period_days 14");
  expect(typed).not.toContainEqual(expect.stringContaining("categories.decision.enabled"));
  for (const words of typed) {
    const [, action, key, value] = words.split(" ") as ["config", "set", SettingKey, string];
    await cairn.ask("config", { action, key, value });
  }
  expect(await told()).not.toContain("Its settings");
  // What to type is the surface's to say, once.
  expect(await told()).not.toContain("--yes");
});

test("a memory whose source changed is brought up to date; one that was changed here stays", async () => {
  const cairn = cairnWith();
  const path = storeOf(cairn, "memdir");
  await bringIn(cairn, { from: "memdir", path });
  await cairn.ask("update", { id: "code-style", append: "Not even in for loops." });
  const put = (name: string, text: string) =>
    writeFileSync(join(path, name), `---\ntype: feedback\ncreated: 2025-01-12\n---\n${text}\n`);
  put("feedback/code-style.md", "Semicolons are fine after all.");
  writeFileSync(join(path, "feedback_tests-first.md"), "Write the test after the fix.\n");
  const report = await bringIn(cairn, { from: "memdir", path });
  expect(report).toMatchObject({ created: 0, updated: 1 });
  expect(report.skipped.map(({ reason }) => reason).join()).toContain("code-style was changed here since");
  expect((await cairn.ask("show", { id: "tests-first" })).memory.body).toContain("after the fix");
  expect((await cairn.ask("show", { id: "code-style" })).memory.body).toContain("for loops");
});

test("what was removed here does not come back, what was retired stays retired", async () => {
  const cairn = cairnWith();
  const path = storeOf(cairn, "repo");
  await bringIn(cairn, { from: "repo", path });
  await cairn.ask("forget", { id: "use-pnpm" }, { confirmed: true });
  expect(await bringIn(cairn, { from: "repo", path })).toMatchObject({ created: 0, updated: 0, unchanged: 6 });
  expect((await cairn.ask("show", { id: "use-pnpm" })).memory.status).toBe("retired");
});

test("a secret never reaches a memory, a name or the report", async () => {
  const cairn = cairnWith();
  const path = storeOf(cairn, "memdir");
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
  writeFileSync(
    join(path, "project", "deploy.md"),
    `---\ntype: project\n---\n# Deploy with ${secret}\n\nUse ${secret}.\n`,
  );
  const report = await bringIn(cairn, { from: "memdir", path });
  expect(report.redacted).toBe(1);
  expect(JSON.stringify(report)).not.toContain(secret.slice(0, 20));
  expect(
    Object.values(snapshotOf(cairn.home))
      .map((one) => Buffer.from(one.split(" ")[1] ?? "", "base64").toString())
      .join(),
  ).not.toContain(secret.slice(0, 20));
});

test("a decision keeps its number, its states and what was rejected; an analysis its path", async () => {
  const cairn = cairnWith();
  await bringIn(cairn, { from: "infinite", path: storeOf(cairn, "infinite") });
  const decision = (await cairn.ask("show", { id: "auth-approach" })).memory;
  expect(decision).toMatchObject({
    path: "decisions/2026-01-19_001_auth-approach.md",
    description: "Use httpOnly cookies",
    fields: { status: "accepted", category: "architecture" },
    aliases: ["Auth decisions"],
  });
  expect(decision.body).not.toContain("**Status**");
  expect((await cairn.ask("show", { id: "session-store" })).memory.fields).toMatchObject({ status: "proposed" });
  expect((await cairn.ask("show", { id: "session-store" })).memory.body).toContain("**Ticket**: KOR-17");
  expect((await cairn.ask("show", { id: "db-choice" })).memory.fields).toMatchObject({ status: "superseded" });
  const analysis = (await cairn.ask("show", { id: "src-services-authservice" })).memory;
  expect(analysis.fields).toMatchObject({ path: "src/services/AuthService.ts", type: "service" });
  const report = (await cairn.ask("show", { id: "security-scan" })).memory;
  expect(report.fields).toMatchObject({ agent: "Explore", parent: "login rework" });
  expect((await cairn.ask("user", {})).profile?.map(({ category }) => category)).toEqual(["preferences", "profile"]);
  expect((await cairn.ask("show", { id: "user:profile" })).memory.body).toContain("Kim");
});

test("a decision keeps its number where the words of its name cannot stand", async () => {
  const cairn = cairnWith();
  const path = join(cairn.base, "old");
  mkdirSync(join(path, "decisions"), { recursive: true });
  writeFileSync(join(path, "_session.json"), '{ "active": true }');
  writeFileSync(
    join(path, "decisions", "2025-12-01_003_zwei Wörter.md"),
    "# Zwei\n\n**Status**: decided\n\n## Decision\nJa.\n",
  );
  const { memories } = await bringIn(cairn, { from: "infinite", path });
  const { memory } = await cairn.ask("show", { id: memories[0]?.id ?? "" });
  expect(memory.path).toMatch(/^decisions\/2025-12-01_003_/);
});

test("a record keeps its life: retired, archived, its changes and what nobody knows", async () => {
  const cairn = cairnWith();
  await bringIn(cairn, { from: "repo", path: storeOf(cairn, "repo") });
  expect((await cairn.ask("show", { id: "retry" })).memory).toMatchObject({
    status: "retired",
    retired: { reason: "done" },
    updates: 2,
  });
  expect((await cairn.ask("show", { id: "api-limit" })).memory).toMatchObject({
    status: "archived",
    fields: { kind: "limitation", active: true, expires: "when the contract is renewed" },
  });
  const { changes } = (await cairn.ask("show", { id: "use-pnpm" })).memory;
  expect(changes.at(-1)?.summary).toBe('Accepted (content.status: "proposed" → "accepted")');
});

test("a root with several projects gives the one you stand in, and names the others", async () => {
  const cairn = cairnWith();
  const path = storeOf(cairn, "infinite");
  const other = join(path, "projects", "project");
  mkdirSync(join(other, "decisions"), { recursive: true });
  writeFileSync(
    join(other, "_session.json"),
    JSON.stringify({ active: false, projectKey: "project", projectPath: cairn.project }),
  );
  writeFileSync(
    join(other, "decisions", "2026-02-01_001_mine.md"),
    "# Mine\n\n**Status**: decided\n\n## Decision\nThis one.\n",
  );
  const { memories, skipped } = await bringIn(cairn, { from: "infinite", path });
  expect(memories.filter(({ scope }) => scope === "project").map(({ id }) => id)).toEqual(["mine"]);
  expect(skipped.map(({ path: at }) => at)).toEqual(["projects/korweb-companion-app"]);
});

test("awkward files come in: summaries in folders, UTF-16 with CRLF, a path that only the title says", async () => {
  const cairn = cairnWith({
    project: {
      "u/conversations/2026/01/standup.md": "# Standup\n\nWe chose pnpm.\n",
      "i/_session.json": "{}",
      "i/analysis/src_a_b.md": "# Analysis: src/a_b.ts\n\n**Analyzed**: 2026-01-19\n\n## Summary\nIt parses.\n",
      "g/memory.jsonl": `\ufeff${JSON.stringify({ type: "entity", name: "Ada", entityType: "person", observations: ["x"] })}\n`,
    },
  });
  mkdirSync(join(cairn.project, "m", "project"), { recursive: true });
  const text = "\ufeff---\r\nname: sixteen\r\ntype: project\r\n---\r\n# Sixteen\r\n\r\nTwo bytes a letter.\r\n";
  writeFileSync(join(cairn.project, "m", "project", "sixteen.md"), Buffer.from(text, "utf16le"));
  const ids = async (from: "underscore" | "infinite" | "memdir" | "server-memory", path: string) => {
    const { memories, skipped, lossy } = await bringIn(cairn, { from, path });
    expect([from, skipped, lossy]).toEqual([from, [], []]);
    return memories.map(({ id }) => id);
  };
  expect(await ids("underscore", "u")).toEqual(["standup"]);
  expect(await ids("memdir", "m")).toEqual(["sixteen"]);
  expect(await ids("server-memory", "g/memory.jsonl")).toEqual(["ada"]);
  expect((await cairn.ask("show", { id: "sixteen" })).memory.body).toBe("# Sixteen\n\nTwo bytes a letter.");
  expect((await bringIn(cairn, { from: "infinite", path: "i" })).created).toBe(1);
  expect((await cairn.ask("show", { id: "src-a-b" })).memory.fields).toMatchObject({ path: "src/a_b.ts" });
});

test("every row has its name in the help, and those that are written too", () => {
  expect(layouts.map(({ name }) => name).sort()).toEqual([...layoutNames].sort());
  const written = layouts.filter(({ write }) => write !== undefined).map(({ name }) => name);
  expect(written.sort()).toEqual([...writtenNames].sort());
});

test("a type that the first lines tell counts, though the front matter is too long to be read", async () => {
  const keys = Array.from({ length: 210 }, (_, n) => `k${n}: v`).join("\n");
  const cairn = cairnWith({
    project: {
      "m/MEMORY.md": "- [Style](style.md)\n- [New](new.md)\n",
      "m/style.md": `---\ntype: feedback\n${keys}\n---\nTabs.\n`,
      "m/new.md": `---\nname: new\nmetadata:\n  type: user\n${keys}\n---\nIn Bern.\n`,
    },
  });
  const { memories } = await bringIn(cairn, { from: "memdir", path: "m" });
  expect(memories.map(({ id, kind }) => [id, kind])).toEqual([
    ["new", "user"],
    ["style", "feedback"],
  ]);
});

test("a state of a decision that Cairn has no word for keeps its nearest, and the word itself stays in the text", async () => {
  const record = (id: string, status: string) =>
    JSON.stringify({ schema_version: "1.0", category: "decision", id, title: id, content: { status, context: "c" } });
  const cairn = cairnWith({
    project: { "r/decisions/a.json": record("a-one", "rejected"), "r/decisions/b.json": record("b-one", "parked") },
  });
  const { lossy } = await bringIn(cairn, { from: "repo", path: "r" });
  expect(lossy).toHaveLength(2);
  const [a, b] = [(await cairn.ask("show", { id: "a-one" })).memory, (await cairn.ask("show", { id: "b-one" })).memory];
  expect(a.fields).toMatchObject({ status: "deprecated" });
  expect(a.body).toContain("- status: rejected");
  expect(b.fields?.["status"]).toBeUndefined();
  expect(b.body).toContain("- status: parked");
});
