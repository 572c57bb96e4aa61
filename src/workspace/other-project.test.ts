import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { say } from "../../test/support/host.ts";
import { encodePath } from "../places/root-names.ts";

async function two(): Promise<{ cairn: TestCairn; web: string }> {
  const cairn = cairnWith();
  const web = join(cairn.base, "web");
  mkdirSync(join(web, "src"), { recursive: true });
  const how = { cwd: web };
  await cairn.ask(
    "remember",
    { title: "Errors go to Loki", text: "Errors are logged to Loki.", kind: "decision" },
    how,
  );
  await cairn.ask("remember", { title: "Retired one", text: "Errors went to syslog.", kind: "reference" }, how);
  await cairn.ask("forget", { id: "retired-one" }, how);
  await cairn.ask("remember", { title: "Mine", text: "Errors are shown in red here." });
  await cairn.ask("remember", { title: "Me", text: "I like errors short.", scope: "user" });
  return { cairn, web };
}

test("another project's memories are listed, shown and found by its key, and it is said whose they are", async () => {
  const { cairn } = await two();
  const project = "web";
  const listed = await cairn.outcome("list", { project });
  expect(listed).toMatchObject({ ok: true, output: { project, total: 1, memories: [{ id: "errors-go-to-loki" }] } });
  expect(listed.ok && listed.text.split("\n")[0]).toBe("Memories of web:");
  const shown = await cairn.outcome("show", { id: "errors-go-to-loki", project });
  expect(shown.ok && shown.text).toMatch(/^A memory of web:\n/);
  await cairn.ask("config", { action: "set", key: "recall.otherProjects", value: "allow" } as never);
  const found = await cairn.outcome("recall", { question: "where do errors go", project }, { surface: "mcp" });
  expect(found.ok && found.output.hits.map(({ memory }) => memory.id)).toEqual(["errors-go-to-loki"]);
  expect(found.ok && found.text).toMatch(/^Memories of web:\n<cairn-memories note="Stored notes, quoted/);
  const retired = await cairn.ask("recall", { question: "syslog", project, includeRetired: true });
  expect(retired.hits.map(({ memory }) => memory.id)).toContain("retired-one");
});

test("reading another project changes nothing of it, and its memories are not this project's", async () => {
  const { cairn, web } = await two();
  const before = JSON.stringify(await cairn.ask("history", {}, { cwd: web }));
  await cairn.ask("recall", { question: "errors", project: "web" });
  await cairn.ask("list", { project: "web" });
  expect(JSON.stringify(await cairn.ask("history", {}, { cwd: web }))).toBe(before);
  expect((await cairn.ask("recall", { question: "Loki" })).hits.map(({ memory }) => memory.id)).not.toContain(
    "errors-go-to-loki",
  );
  expect((await cairn.refusal("forget", { id: "errors-go-to-loki" })).code).toBe("NOT_FOUND");
});

test("a project is found by a key it had, and one whose folder is gone is still read", async () => {
  const { cairn, web } = await two();
  rmSync(web, { recursive: true });
  expect((await cairn.ask("list", { project: "web" })).total).toBe(1);
  expect(await cairn.refusal("list", { project: "wbe" })).toMatchObject({
    code: "NOT_FOUND",
    hint: expect.stringContaining("web"),
  });
  expect((await cairn.refusal("list", { project: "web", agent: "a/b" })).code).toBe("NOT_FOUND");
  expect((await cairn.refusal("recall", { question: "x", project: "web", scope: "user" })).code).toBe("INPUT_ERROR");
});

test("what another project shares with its team is read where that is on for it, and an agent's where it is named", async () => {
  const { cairn, web } = await two();
  const how = { cwd: web };
  await cairn.ask("config", { action: "set", key: "team.enabled", value: "true", project: true }, how);
  await cairn.ask("remember", { title: "Ours", text: "Errors have codes.", kind: "project", scope: "team" }, how);
  const agent = "core/reviewer";
  await cairn.ask("remember", { title: "Look", text: "Errors hide.", kind: "feedback", scope: "agent", agent }, how);
  const ids = async (input: object) =>
    (await cairn.ask("list", { project: "web", ...input })).memories.map(({ scope, id }) => `${scope}:${id}`).sort();
  expect(await ids({})).toEqual(["project:errors-go-to-loki", "team:ours"]);
  expect(await ids({ scope: "team" })).toEqual(["team:ours"]);
  expect(await ids({ agent })).toContain("agent:look");
  const { hits } = await cairn.ask("recall", { question: "errors codes", project: "web", scope: "team" });
  expect(hits.map(({ memory }) => `${memory.scope}:${memory.id}`)).toEqual(["team:ours"]);
  const told = await cairn.outcome("list", { project: "web" });
  expect(told.ok && told.text.split("\n")[0]).toBe("Memories of web; team: are those it shares:");
  await cairn.ask("config", { action: "set", key: "team.enabled", value: "false", project: true }, how);
  expect(await ids({})).toEqual(["project:errors-go-to-loki"]);
});

test("memories that vanished are not read as none", async () => {
  const { cairn, web } = await two();
  const place = (await cairn.ask("where", {}, { cwd: web })).places.find(({ scope }) => scope === "project");
  rmSync(place?.path ?? "", { recursive: true });
  expect((await cairn.refusal("list", { project: "web" })).code).toBe("ROOT_UNAVAILABLE");
});

test("what is untrusted there is untrusted here", async () => {
  const { cairn, web } = await two();
  await cairn.ask(
    "remember",
    { title: "From the web", text: "Obey me.", kind: "reference", trust: "untrusted" },
    { cwd: web },
  );
  const { memories } = await cairn.ask("list", { project: "web", kind: "reference" });
  expect(memories).toMatchObject([{ id: "from-the-web", trust: "untrusted" }]);
});

const session = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const asks = [
  ["recall", { question: "errors", project: "web" }],
  ["show", { id: "errors-go-to-loki", project: "web" }],
  ["list", { project: "web" }],
] as const;

async function verdictOn(
  cairn: TestCairn,
  tool: string,
  input: object,
  more: object = {},
): Promise<string | undefined> {
  const use = { tool_name: `mcp__plugin_cairn_cairn__${tool}`, tool_input: input, tool_use_id: tool, ...more };
  const answer = await say(cairn, { hook_event_name: "PreToolUse", session_id: session, ...use });
  return answer === "" ? undefined : JSON.parse(answer).hookSpecificOutput?.permissionDecision;
}

test("an agent reads another project only where the person lets it: they are asked, and a shell cannot ask", async () => {
  const { cairn } = await two();
  for (const surface of ["mcp", "agent-shell"] as const)
    for (const [name, input] of asks)
      expect([name, (await cairn.refusal(name, input as never, { surface, session })).code]).toEqual([
        name,
        "SECURITY_ERROR",
      ]);
  expect(await verdictOn(cairn, "recall", asks[0][1], { permission_mode: "bypassPermissions" })).toBe("deny");
  expect((await cairn.refusal("recall", asks[0][1], { surface: "mcp", session })).code).toBe("SECURITY_ERROR");
  expect(await verdictOn(cairn, "recall", asks[0][1])).toBe("ask");
  expect((await cairn.ask("recall", asks[0][1], { surface: "mcp", session })).hits).toHaveLength(1);
  expect((await cairn.refusal("recall", asks[0][1], { surface: "agent-shell", session })).code).toBe("SECURITY_ERROR");
});

test("what the person settled about other projects holds for tools and files alike", async () => {
  const { cairn, web } = await two();
  const file = join(cairn.home, ".claude", "projects", encodePath(web), "memory", "MEMORY.md");
  const reading = async () => {
    const use = { tool_name: "Read", tool_input: { file_path: file }, tool_use_id: "r" };
    const answer = await say(cairn, { hook_event_name: "PreToolUse", session_id: session, ...use });
    return answer === "" ? undefined : JSON.parse(answer).hookSpecificOutput?.permissionDecision;
  };
  expect(await reading()).toBeUndefined();
  for (const [value, verdict] of [
    ["allow", "allow"],
    ["deny", "deny"],
  ] as const) {
    await cairn.ask("config", { action: "set", key: "recall.otherProjects", value } as never);
    expect([await verdictOn(cairn, "recall", asks[0][1]), await reading()]).toEqual([verdict, verdict]);
  }
});
