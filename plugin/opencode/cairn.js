/**
 * Cairn in opencode: its server, and what it does by itself at each moment. Put here by `cairn init opencode`, taken out by
 * `cairn uninstall opencode`. It only passes on what opencode says and what Cairn answers; whatever goes wrong, the turn
 * goes on.
 */

import { spawn } from "node:child_process";

const PROGRAM = "CAIRN_PROGRAM";
/** Then a tool runs as if Cairn were not there; what it wrote into a memory file is looked at after it. */
const WAIT_MS = 10_000;
/** As in the lines of other clients' hooks: nothing of a short process is optimised, and a prompt has room for all it makes. */
const FLAGS = ["--no-turbofan"];
const PROMPT_FLAGS = [...FLAGS, "--min-semi-space-size=16"];

/** Each is a process: only tools that concern a memory are worth one. */
const BEFORE = /^(?:write|edit|patch|apply_patch|cairn_.*)$/;
const AFTER = /^(?:bash|write|edit|patch|apply_patch|task|todowrite|webfetch|websearch|codesearch)$|_/;

export const CairnPlugin = async ({ client, directory }) => {
  /** Sub-agents run in sessions of their own, which name the one they work for. */
  const parents = new Map();
  const fresh = new Set();
  const started = new Set();
  const turns = new Map();
  const lastWords = new Map();
  const summaries = new Set();
  const held = new Map();
  const recovered = new Map();
  const underWay = new Set();
  let isOver = false;

  /** What Cairn answers; nothing where it cannot. */
  function ask(moment, payload) {
    const asked = new Promise((resolve) => {
      let child;
      try {
        child = spawn(
          "node",
          [...(moment === "prompt" ? PROMPT_FLAGS : FLAGS), PROGRAM, "hook", "opencode", moment, "--payload-file", "-"],
          {
            cwd: directory,
            // What is under way when opencode ends is done to its end.
            detached: true,
            stdio: ["pipe", "pipe", "ignore"],
          },
        );
      } catch {
        return resolve({});
      }
      const limit = setTimeout(() => resolve({}), WAIT_MS);
      let text = "";
      const done = () => {
        clearTimeout(limit);
        try {
          resolve(JSON.parse(text));
        } catch {
          resolve({});
        }
      };
      child.on("error", done).on("close", done);
      child.stdin.on("error", () => {});
      child.stdout.setEncoding("utf8").on("data", (piece) => {
        text += piece;
      });
      child.stdin.end(JSON.stringify({ cwd: directory, ...payload }));
    });
    underWay.add(asked);
    return asked.finally(() => underWay.delete(asked));
  }

  function tell(message) {
    // Without a screen there is nobody to see it.
    if (message) client.tui.showToast({ body: { message, variant: "info" } }).catch(() => {});
  }

  const whose = (sessionID) =>
    parents.has(sessionID) ? { session_id: parents.get(sessionID), agent_id: sessionID } : { session_id: sessionID };

  async function start(sessionID, source) {
    const { context, toPerson } = await ask("session-start", { session_id: sessionID, source });
    tell(toPerson);
    return context;
  }

  async function over() {
    if (isOver) return;
    isOver = true;
    await Promise.allSettled(underWay);
    for (const sessionID of started) ask("session-end", { session_id: sessionID, reason: "other" });
    await Promise.allSettled(underWay);
  }

  const events = {
    "session.created": ({ info }) => {
      if (info.parentID) parents.set(info.id, info.parentID);
      else fresh.add(info.id);
    },
    "message.updated": ({ info }) => {
      if (info.summary === true) summaries.add(info.id);
    },
    "message.part.updated": ({ part }) => {
      const isAgents = turns.get(part.sessionID)?.id !== part.messageID && !summaries.has(part.messageID);
      if (part.type === "text" && !part.synthetic && isAgents) lastWords.set(part.sessionID, part.text);
    },
    "session.compacted": async ({ sessionID }) => {
      if (!parents.has(sessionID)) recovered.set(sessionID, start(sessionID, "compact"));
    },
    "session.idle": async ({ sessionID }) => {
      const said = { ...whose(sessionID), last_message: lastWords.get(sessionID) ?? "" };
      lastWords.delete(sessionID);
      if (parents.has(sessionID)) await ask("agent-stop", { ...said, agent: turns.get(sessionID)?.agent });
      else if (started.has(sessionID)) {
        const { toPerson } = await ask("stop", { ...said, message_id: turns.get(sessionID)?.id });
        tell(toPerson);
      }
    },
  };

  return {
    config: async (config) => {
      const server = { type: "local", command: ["node", PROGRAM, "mcp"], environment: { CAIRN_HOST: "opencode" } };
      config.mcp = { cairn: server, ...config.mcp };
    },
    dispose: over,
    event: async ({ event: { type, properties } }) => {
      await events[type]?.(properties);
    },
    "shell.env": async ({ sessionID }, output) => {
      if (sessionID) output.env.OPENCODE_SESSION_ID = whose(sessionID).session_id;
    },
    "chat.message": async ({ sessionID }, { message, parts }) => {
      const said = parts.filter(({ type, synthetic }) => type === "text" && !synthetic).map(({ text }) => text);
      turns.set(sessionID, { id: message.id, agent: message.agent });
      const contexts = [];
      if (parents.has(sessionID)) {
        contexts.push((await ask("agent-start", { ...whose(sessionID), agent: message.agent })).context);
      } else {
        if (!started.has(sessionID)) {
          started.add(sessionID);
          contexts.push(await start(sessionID, fresh.has(sessionID) ? "startup" : "resume"));
        }
        const prompt = { session_id: sessionID, message_id: message.id, prompt: said.join("\n") };
        contexts.push((await ask("prompt", prompt)).context);
      }
      const text = contexts.filter(Boolean).join("\n\n");
      const last = parts.at(-1);
      // They are kept in the order of their ids.
      if (text !== "" && last !== undefined)
        parts.push({
          id: `${last.id}0`,
          sessionID,
          messageID: message.id,
          type: "text",
          text,
          synthetic: true,
          metadata: { cairn: true },
        });
    },
    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      const context = await recovered.get(sessionID);
      if (context) output.system.push(context);
    },
    "experimental.session.compacting": async ({ sessionID }, output) => {
      if (parents.has(sessionID)) return;
      const { instructions } = await ask("before-compaction", { session_id: sessionID });
      if (instructions) output.context.push(instructions);
    },
    "tool.execute.before": async ({ tool, sessionID, callID }, output) => {
      if (!BEFORE.test(tool)) return;
      const used = { ...whose(sessionID), tool, call_id: callID, args: output.args };
      const { deny, input, context } = await ask("before-tool", used);
      if (deny) throw new Error(deny);
      if (input) Object.assign(output.args, input);
      if (context) held.set(callID, context);
    },
    "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
      if (!AFTER.test(tool)) return;
      const exit = output.metadata?.exit;
      const failed = tool === "bash" && typeof exit === "number" && exit !== 0;
      const used = { ...whose(sessionID), tool, call_id: callID, args };
      const error = failed ? `Exit code ${exit}\n${output.output}` : undefined;
      const { context } = await ask(failed ? "tool-failed" : "after-tool", { ...used, ...(failed ? { error } : {}) });
      const told = [held.get(callID), context].filter(Boolean).join("\n\n");
      held.delete(callID);
      if (told !== "" && typeof output.output === "string") output.output += `\n\n${told}`;
    },
  };
};
