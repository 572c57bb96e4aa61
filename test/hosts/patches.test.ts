/** A patch reaches several files, and moves them: what holds of one memory file holds of each, in every client that takes one. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { hostNamed } from "../../src/hosts/registry.ts";
import { cairnWith, memoryText, type TestCairn } from "../support/cairn-with.ts";
import { SESSION } from "./said.ts";

const SECRET = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA2cD4eF6"}`;
const HIDDEN = "[REDACTED:github-token]";

interface Client {
  readonly host: string;
  /** The payload in which it hands its hook a patch, and what of the answer takes the patch's place. */
  payload(patch: string, cwd: string): object;
  changed(answer: Record<string, never>): string | undefined;
  isDenied(answer: Record<string, never>): boolean;
}

const inSpecific = (answer: object): Record<string, unknown> =>
  (answer as { hookSpecificOutput?: Record<string, unknown> }).hookSpecificOutput ?? {};
const codex = (tool_name: string) => ({
  host: "codex",
  payload: (command: string, cwd: string) => ({
    session_id: SESSION,
    cwd,
    tool_name,
    tool_use_id: "u1",
    tool_input: { command },
    permission_mode: "default",
  }),
  changed: (answer: object) => (inSpecific(answer)["updatedInput"] as { command?: string } | undefined)?.command,
  isDenied: (answer: object) => inSpecific(answer)["permissionDecision"] === "deny",
});
const copilot = (input: (patch: string) => unknown, changed: Client["changed"]): Client => ({
  host: "copilot-cli",
  payload: (patch, cwd) => ({
    session_id: SESSION,
    timestamp: "2026-11-16T19:21:08.746Z",
    cwd,
    hook_event_name: "PreToolUse",
    tool_name: "apply_patch",
    tool_input: input(patch),
  }),
  changed,
  isDenied: (answer) => (answer as { permissionDecision?: string }).permissionDecision === "deny",
});

const clients: Readonly<Record<string, Client>> = {
  Codex: codex("apply_patch"),
  "Codex, by a shell": {
    ...codex("Bash"),
    payload: (patch, cwd) => codex("Bash").payload(`apply_patch <<'EOF'\n${patch}\nEOF`, cwd),
  },
  "Copilot CLI": copilot(
    (patch) => ({ input: patch }),
    (answer) => (answer as { modifiedArgs?: { input?: string } }).modifiedArgs?.input,
  ),
  opencode: {
    host: "opencode",
    payload: (patchText, cwd) => ({
      session_id: SESSION,
      cwd,
      tool: "apply_patch",
      call_id: "c1",
      args: { patchText },
    }),
    changed: (answer) => (answer as { input?: { patchText?: string } }).input?.patchText,
    isDenied: (answer) => (answer as { verdict?: string; deny?: string }).deny !== undefined,
  },
};

const patch = (...parts: string[]) => ["*** Begin Patch", ...parts, "*** End Patch"].join("\n");
const add = (path: string, text: string) => `*** Add File: ${path}\n+${text}`;

/** Each brings words into a memory behind another file. */
const shapes: Readonly<Record<string, (memory: string, text: string) => string>> = {
  "the second file": (memory, text) => patch(add("src/a.txt", "hello"), add(memory, text)),
  "the last of many": (memory, text) =>
    patch(
      add("src/a.txt", "hello"),
      "*** Delete File: old.txt",
      "*** Update File: b.txt\n@@\n-a\n+b",
      add(memory, text),
    ),
  "a file that moves there": (memory, text) =>
    patch(`*** Update File: notes.md\n*** Move to: ${memory}\n@@\n-a\n+${text}`),
  "a header set in": (memory, text) => patch(add("src/a.txt", "hello"), `  *** Add File:${memory}\n+${text}`),
};
const cases = Object.keys(clients).flatMap((client) => Object.keys(shapes).map((shape) => [client, shape] as const));

async function ask(cairn: TestCairn, client: Client, text: string, moment = "before-tool") {
  const payload = JSON.stringify(client.payload(text, cairn.project));
  const said = (await cairn.ask("hook", { host: client.host, moment, payload }, { surface: "agent-shell" })).text;
  return (said === "" ? {} : JSON.parse(said)) as Record<string, never>;
}

const memoryIn = (cairn: TestCairn) => cairn.path("project/sneaky.md");

test.each(cases)("%s: where memory files are Cairn's to write, %s is refused", async (name, shape) => {
  const client = clients[name] as Client;
  const cairn = cairnWith({ settings: { "guard.directWrites": "deny" } });
  const said = (await ask(cairn, client, shapes[shape]!(memoryIn(cairn), "words"))) as object;
  expect([JSON.stringify(said).includes("guard.directWrites is deny"), client.isDenied(said as never)]).toEqual([
    true,
    true,
  ]);
  expect(JSON.stringify(await ask(cairn, client, shapes[shape]!("docs/plain.md", "words")))).not.toContain("deny");
});

test.each(cases)("%s: off the record, %s is refused too", async (name, shape) => {
  const client = clients[name] as Client;
  const cairn = cairnWith();
  const prompt = JSON.stringify({
    ...client.payload("", cairn.project),
    hook_event_name: "UserPromptSubmit",
    prompt: "off the record",
  });
  await cairn.ask("hook", { host: client.host, moment: "prompt", payload: prompt }, { surface: "agent-shell" });
  const said = await ask(cairn, client, shapes[shape]!(memoryIn(cairn), "words"));
  expect(JSON.stringify(said)).toContain("off the record");
  expect(client.isDenied(said)).toBe(true);
});

test.each(cases)("%s: a secret is taken out of %s, and out of no file beside it", async (name, shape) => {
  const client = clients[name] as Client;
  const cairn = cairnWith();
  const text = `${shapes[shape]!(memoryIn(cairn), `It is ${SECRET}.`)}`.replace("+hello", `+hello ${SECRET}`);
  const changed = client.changed(await ask(cairn, client, text));
  expect(changed).toContain(`+It is ${HIDDEN}.`);
  expect(changed?.replace(HIDDEN, SECRET)).toContain(text);
});

test("a patch that is all of a tool's input is refused for a secret, as nothing else can be handed in its place", async () => {
  const client = copilot(
    (text) => text,
    () => undefined,
  );
  const cairn = cairnWith();
  const said = await ask(cairn, client, shapes["the second file"]!(memoryIn(cairn), `It is ${SECRET}.`));
  expect(client.isDenied(said)).toBe(true);
  expect(JSON.stringify(said)).toContain("github-token");
  expect(await ask(cairn, client, shapes["the second file"]!(memoryIn(cairn), "words"))).toEqual({});
});

test("every memory a patch has written is the session's, and clean", async () => {
  const client = clients["Codex"] as Client;
  const cairn = cairnWith();
  const files = ["project/second.md", "project/third.md"].map((path) => cairn.path(path));
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, memoryText(file.includes("third") ? "third" : "second", `It is ${SECRET}.`));
  }
  await ask(cairn, client, patch(add("src/a.txt", "hello"), ...files.map((file) => add(file, "words"))), "after-tool");
  const records = (await cairn.records()).filter(({ op }) => op === "outside");
  expect(records.map(({ path, by }) => [path, by?.session])).toEqual(
    ["project/second.md", "project/third.md"].map((path) => [path, SESSION]),
  );
  for (const file of files) expect(readFileSync(file, "utf8")).not.toContain(SECRET);
});

test("a command beside a patch is still a command: a sub-agent's is refused for what it changes", async () => {
  const client = clients["Codex, by a shell"] as Client;
  const cairn = cairnWith();
  const payload = {
    ...client.payload(patch(add("a.txt", "x")), cairn.project),
    agent_id: "a1",
    agent_type: "explorer",
  };
  const command = `cairn forget alpha; ${(payload as never as { tool_input: { command: string } }).tool_input.command}`;
  const said = await cairn.ask(
    "hook",
    { host: "codex", moment: "before-tool", payload: JSON.stringify({ ...payload, tool_input: { command } }) },
    { surface: "agent-shell" },
  );
  expect(said.text).toContain("A sub-agent changes no memory");
});

test.each([
  ["claude-code", "mcp__gitlab__get_merge_request_patch"],
  ["codex", "mcp__http__http_patch"],
  ["gemini-cli", "mcp_x_workflow_dispatch"],
  ["gemini-cli", "mcp_x_get_patch"],
  ["opencode", "gitlab_get_patch"],
])("%s: %s of a server brings words of others, whatever it is called", async (name, tool) => {
  const { events } = await hostNamed(name)!.moments();
  const payload = { session_id: SESSION, tool_name: tool, tool, tool_input: {}, args: {}, call_id: "c1" };
  expect(events["after-tool"](payload, {}).deed).toEqual({ is: "hearing" });
});
