/** A session of the host in a test, from its start to its end, with the record the host keeps of it beside the trail. */

import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
// Loaded before a session ends: a test runner takes longer to load code than a host waits.
import "../../src/summary/at-end.ts";
import { encodePath } from "../../src/places/root-names.ts";
import type { How, TestCairn } from "./cairn-with.ts";
import { say } from "./host.ts";

export const decided = "We decided to use Redis streams instead of lists because consumers must replay a day.";

export class HostSession {
  readonly cairn: TestCairn;
  readonly id: string;
  /** True: the client records what was said in a turn only when the next one begins. */
  recordsLate = false;
  #late = "";
  #turns = 0;
  #uses = 0;

  constructor(cairn: TestCairn, id = "s1") {
    this.cairn = cairn;
    this.id = id;
  }

  get #transcript(): string {
    const { home, project } = this.cairn;
    return join(home, ".claude", "projects", encodePath(project), `${this.id}.jsonl`);
  }

  start(source = "startup", how: How = { surface: "agent-shell" }): Promise<string> {
    return say(this.cairn, { hook_event_name: "SessionStart", session_id: this.id, source }, how);
  }

  prompt(prompt: string): Promise<string> {
    const prompt_id = `${this.id}-p${++this.#turns}`;
    if (this.#late !== "") appendFileSync(this.#transcript, this.#late);
    this.#late = "";
    this.#record("user", prompt);
    return say(this.cairn, { hook_event_name: "UserPromptSubmit", session_id: this.id, prompt, prompt_id });
  }

  /** The person says something and is answered; `more` is what the host says besides at the end of the turn. */
  async turn(prompt: string, answer?: string, more?: object): Promise<string> {
    await this.prompt(prompt);
    return this.stop(answer, more);
  }

  stop(answer = "Understood.", more: object = {}): Promise<string> {
    this.#record("assistant", [{ type: "text", text: answer }]);
    const prompt_id = `${this.id}-p${this.#turns}`;
    const end = { prompt_id, stop_hook_active: false, last_assistant_message: answer, ...more };
    return say(this.cairn, { hook_event_name: "Stop", session_id: this.id, ...end });
  }

  /** The agent uses a tool, and it goes well. `printed`: what it brings, as the record has it. Returns what the agent is told. */
  async tool(name: string, input: object, printed?: string, tool_response: object = {}): Promise<string> {
    const use = { session_id: this.id, ...this.#use(name, input) };
    if (["Read", "Grep", "Glob"].includes(name)) await say(this.cairn, { ...use, hook_event_name: "PreToolUse" });
    const told = await say(this.cairn, { ...use, hook_event_name: "PostToolUse", tool_response });
    if (printed !== undefined) this.#result(use.tool_use_id, printed);
    return told;
  }

  /** It is about to use one: what the host is told, whether it may. */
  before(name: string, input: object, more: object = {}): Promise<string> {
    const use = { session_id: this.id, ...this.#use(name, input) };
    return say(this.cairn, { ...use, ...more, hook_event_name: "PreToolUse" });
  }

  /** The host asks the person for the agent, and is answered. */
  async ask(question: string, options: readonly object[], answer: string): Promise<void> {
    const input = { questions: [{ question, header: "Choice", options, multiSelect: false }] };
    const use = { session_id: this.id, ...this.#use("AskUserQuestion", input) };
    const tool_response = { ...input, answers: { [question]: answer } };
    await say(this.cairn, { ...use, hook_event_name: "PostToolUse", tool_response });
    const content = `User has answered your questions: "${question}"="${answer}".`;
    const results = [{ tool_use_id: use.tool_use_id, type: "tool_result", content, is_error: false }];
    this.#record("user", results, { toolUseResult: tool_response });
  }

  /** The same, and it fails with what it printed. */
  async failingTool(name: string, input: object, printed: string): Promise<void> {
    const use = { session_id: this.id, ...this.#use(name, input) };
    await say(this.cairn, { ...use, hook_event_name: "PostToolUseFailure", error: `Exit code 22\n${printed}` });
    this.#result(use.tool_use_id, printed);
  }

  #use(tool_name: string, tool_input: object) {
    const tool_use_id = `toolu_${this.id}_${++this.#uses}`;
    this.#record("assistant", [{ type: "tool_use", id: tool_use_id, name: tool_name, input: tool_input }]);
    return { tool_name, tool_use_id, tool_input };
  }

  #result(tool_use_id: string, content: string): void {
    this.#record("user", [{ tool_use_id, type: "tool_result", content, is_error: false }]);
  }

  beforeCompaction(): Promise<string> {
    const why = { trigger: "auto", custom_instructions: null };
    return say(this.cairn, { hook_event_name: "PreCompact", session_id: this.id, ...why });
  }

  /** The host stops again, after it went on because it was asked to. */
  stopAgain(said = "Done."): Promise<string> {
    const end = { prompt_id: `${this.id}-p${this.#turns}`, stop_hook_active: true, last_assistant_message: said };
    return say(this.cairn, { hook_event_name: "Stop", session_id: this.id, ...end });
  }

  end(reason = "prompt_input_exit"): Promise<string> {
    const payload = { hook_event_name: "SessionEnd", session_id: this.id, reason };
    return say(this.cairn, payload, { surface: "agent-shell" });
  }

  /** As the client writes it, in short. */
  #record(role: "user" | "assistant", content: unknown, more: object = {}): void {
    this.records({ type: role, message: { role, content }, ...more });
  }

  /** The client notes something of its own accord. */
  records(more: object): void {
    const timestamp = this.cairn.clock.now().toISOString();
    const entry = { uuid: `u${Math.random()}`, sessionId: this.id, timestamp, ...more };
    const line = `${JSON.stringify({ ...entry, isSidechain: false })}
`;
    mkdirSync(dirname(this.#transcript), { recursive: true });
    if (this.recordsLate) this.#late += line;
    else appendFileSync(this.#transcript, line);
  }
}

/** How many drafts wait. */
export async function waitingIn(cairn: TestCairn): Promise<number> {
  return (await cairn.ask("review", {})).waiting.length;
}
