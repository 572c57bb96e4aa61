/** A session of the host in a test, from its start to its end, with the record the host keeps of it beside the trail. */

import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodePath } from "../../src/places/encode-path.ts";
import type { How, TestCairn } from "./cairn-with.ts";
import { say } from "./host.ts";

export const decided = "We decided to use Redis streams instead of lists because consumers must replay a day.";

export class HostSession {
  readonly cairn: TestCairn;
  readonly id: string;
  #turns = 0;

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

  /** The person says something and is answered; `more` is what the host says besides at the end of the turn. */
  async turn(prompt: string, answer = "Understood.", more: object = {}): Promise<string> {
    const session_id = this.id;
    const prompt_id = `${this.id}-p${++this.#turns}`;
    await say(this.cairn, { hook_event_name: "UserPromptSubmit", session_id, prompt, prompt_id });
    this.#record("user", prompt);
    this.#record("assistant", [{ type: "text", text: answer }]);
    const end = { prompt_id, stop_hook_active: false, last_assistant_message: answer, ...more };
    return say(this.cairn, { hook_event_name: "Stop", session_id, ...end });
  }

  end(reason = "prompt_input_exit"): Promise<string> {
    const payload = { hook_event_name: "SessionEnd", session_id: this.id, reason };
    return say(this.cairn, payload, { surface: "agent-shell" });
  }

  /** As the client writes it, in short. */
  #record(role: "user" | "assistant", content: unknown): void {
    const timestamp = this.cairn.clock.now().toISOString();
    const entry = { type: role, message: { role, content }, uuid: `u${Math.random()}`, sessionId: this.id, timestamp };
    mkdirSync(dirname(this.#transcript), { recursive: true });
    appendFileSync(this.#transcript, `${JSON.stringify({ ...entry, isSidechain: false })}\n`);
  }
}

/** How many drafts wait. */
export async function waitingIn(cairn: TestCairn): Promise<number> {
  return (await cairn.ask("review", {})).waiting.length;
}
