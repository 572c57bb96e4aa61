import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { type HostPayload, say } from "../../test/support/host.ts";
import { tokensOf } from "../text/tokens.ts";

const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const edit = (file_path: string, tool_use_id: string): HostPayload => ({
  session_id,
  hook_event_name: "PreToolUse",
  tool_name: "Edit",
  tool_input: { file_path, old_string: "a", new_string: "b" },
  tool_use_id,
});
const failed = (error: string, tool_use_id: string): HostPayload => ({
  session_id,
  hook_event_name: "PostToolUseFailure",
  tool_name: "Bash",
  tool_input: { command: "npm run migrate" },
  tool_use_id,
  error,
});
const command = (text: string, tool_use_id: string): HostPayload => ({
  session_id,
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: text },
  tool_use_id,
});

async function withRules(): Promise<TestCairn> {
  const cairn = cairnWith({ project: { "src/money.ts": "x", "src/view.ts": "x", "db/schema.sql": "x" } });
  const remember = (kind: "constraint" | "runbook" | "decision", title: string, text: string, files: string[] = []) =>
    cairn.ask("remember", { kind, title, text, files });
  await remember("constraint", "Amounts are integers of cents", "Never floats: rounding lost us money.", [
    "src/money.ts",
  ]);
  await remember("runbook", "Lock timeout in a migration", "ERR_LOCK_7001: stop the nightly job, then run it again.");
  await remember("decision", "The view is rendered on the server", "It was slow on phones.", ["src/view.ts"]);
  await remember("constraint", "Never publish from a laptop", "npm publish is done by the release job alone.");
  return cairn;
}

test("an edit of a guarded file is told its constraint before it happens, once, in few words", async () => {
  const cairn = await withRules();
  const first = await say(cairn, edit(`${cairn.project}/src/money.ts`, "toolu_1"));
  expect(first).toContain("Amounts are integers of cents");
  expect(tokensOf(first)).toBeLessThanOrEqual(200);
  expect(await say(cairn, edit(`${cairn.project}/src/money.ts`, "toolu_2"))).toBe("");
});

test("an edit of a file that only a decision is about, or nothing is, is told nothing", async () => {
  const cairn = await withRules();
  expect(await say(cairn, edit(`${cairn.project}/src/view.ts`, "toolu_1"))).toBe("");
  expect(await say(cairn, edit(`${cairn.project}/db/schema.sql`, "toolu_2"))).toBe("");
});

test("a command that a constraint bears on is told before it runs; any other is not", async () => {
  const cairn = await withRules();
  expect(await say(cairn, command("npm publish --access public", "toolu_1"))).toContain("Never publish from a laptop");
  expect(await say(cairn, command("ls -la", "toolu_2"))).toBe("");
  expect(await say(cairn, command("npm test", "toolu_3"))).toBe("");
});

test("a failing command is told the runbook that knows the error", async () => {
  const cairn = await withRules();
  const error = "Exit code 1\n> migrate\nError: ERR_LOCK_7001 canceling statement due to lock timeout";
  expect(await say(cairn, failed(error, "toolu_1"))).toContain("Lock timeout in a migration");
  expect(await say(cairn, failed("Exit code 1\nSyntaxError: Unexpected token", "toolu_2"))).toBe("");
});

test("a memory written in this session is not shown to it again", async () => {
  const cairn = await withRules();
  const prompt = (text: string, prompt_id: string): HostPayload => ({
    session_id,
    hook_event_name: "UserPromptSubmit",
    prompt: text,
    prompt_id,
  });
  await cairn.ask(
    "remember",
    { kind: "decision", title: "The samovar boils at noon", text: "It was decided so." },
    { surface: "mcp", session: session_id },
  );
  expect(await say(cairn, prompt("when does the samovar boil?", "p1"))).toBe("");
  const another = { ...prompt("when does the samovar boil?", "p1"), session_id: "another-session" };
  expect(await say(cairn, another)).toContain("The samovar boils at noon");
});
