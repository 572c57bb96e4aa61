/** What Cairn's plugin in opencode passes on of what opencode says (1.18.33), paths, sessions and turns aside. */

import { defined } from "../../../src/model/defined.ts";
import { FILE, NEW, OLD, type Payloads, type Said, SESSION } from "../said.ts";

const said = (more: object): Payloads => ({ payload: { cwd: "/x", session_id: SESSION, ...more } });
const used = (tool: string, args: object, more: object = {}) => said({ tool, call_id: "toolu_1", args, ...more });
const agent = (agent_id: string, kind: string, more: object = {}) => said({ agent_id, agent: kind, ...more });

export const opencodeSays: Said = {
  events: {
    "session-start": [
      said({ source: "startup" }),
      said({ source: "resume" }),
      null,
      null,
      said({ source: "compact" }),
      null,
    ],
    prompt: [said({ message_id: "p1", prompt: '"mend the login test"' }), null],
    "before-tool": [
      used("read", { filePath: "/x/a.ts" }, { cwd: "/x/src" }),
      used("grep", { pattern: "x", path: "/x/src" }),
      used("cairn_recall", { question: "locks" }),
      used("cairn_forget", { id: "x" }),
    ],
    permission: [null],
    "after-tool": [
      used("bash", { command: "npm test", description: "Runs the tests" }),
      used("webfetch", { url: "https://example.com", format: "markdown" }, { agent_id: "a1" }),
      used("task", { description: "look", prompt: "Look.", subagent_type: "scout" }),
      null,
      null,
      null,
      used("todowrite", {
        todos: [
          { content: "port it", status: "completed", priority: "high" },
          { content: "test it", status: "pending", priority: "low" },
        ],
      }),
    ],
    "tool-failed": [used("bash", { command: "npm test" }, { error: "Exit code 1" })],
    "before-compaction": [said({})],
    stop: [said({ message_id: "p1", last_message: "Done." }), null],
    "agent-start": [agent("a1", "general"), agent("a2", "explore")],
    "agent-stop": [agent("a1", "general", { last_message: "Found it." })],
    "session-end": [said({ reason: "other" })],
  },
  unsaid: {
    unattended: true,
    idleSeconds: true,
    tells: true,
    note: true,
    questionsOff: true,
    kinds: { "general-purpose": "general", Explore: "explore" },
  },
  deaf: {
    "before-tool": ["allow", "ask"],
    permission: ["allow"],
    "after-tool": ["result"],
  },
  writes: {
    whole: used("write", { filePath: FILE, content: NEW }),
    part: used("edit", { filePath: FILE, oldString: OLD, newString: NEW }),
  },
  unrecorded: ["after-tool agent_id: string"],
  mark: "OPENCODE",
  tools: {
    shell: "bash",
    reader: "read",
    searcher: "grep",
    agent: "task",
    outside: ["webfetch", "docs_read"],
    own: "cairn_recall",
  },
  read(_, text) {
    const { context, instructions, deny, input, toPerson } = JSON.parse(text);
    return {
      ...defined({ context, instructions, input, toPerson }),
      ...(deny === undefined ? {} : { verdict: { is: "deny", because: deny } }),
    };
  },
};
