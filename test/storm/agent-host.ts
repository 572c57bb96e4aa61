/**
 * One process of a storm of sub-agents: a host with a session of its own, whose agents begin and end at once. It says
 * through a pipe which name each was given, and when its end was answered.
 */

import { mkdirSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { hook } from "../../src/adapters/hooks/hook.ts";
import { openCairn } from "../../src/cairn.ts";
import { setFaults } from "../../src/disk/faults.ts";
import { invoke } from "../../src/operations/operation.ts";

export interface HostOrders {
  readonly session: string;
  readonly agents: number;
  readonly root: string;
  /** It dies in this disk call after its agents began; 0: it lives. */
  readonly diesAt: number;
}

export type HostLine =
  | { readonly began: string; readonly path: string; readonly token: string }
  | { readonly ended: string };

async function main({ session, agents, root, diesAt }: HostOrders): Promise<void> {
  const cairn = await openCairn({ surface: "mcp" });
  const say = async (moment: string, fields: object) => {
    const asked = { host: "claude-code", moment, session_id: session, ...fields };
    const outcome = await invoke(hook, asked, cairn);
    return outcome.ok ? outcome.text : "";
  };
  await say("session-start", { source: "startup" });
  const names = Array.from({ length: agents }, (_, n) => `${session}-a${n}`);
  const paths = await Promise.all(
    names.map(async (agent_id) => {
      const text = await say("agent-start", { agent_id, agent_type: "general-purpose" });
      const path = /subagent\/[\w-]+\.md/.exec(text)?.[0] ?? "";
      tell({ began: agent_id, path, token: tokenOf(agent_id) });
      return path;
    }),
  );
  if (diesAt > 0) setFaults(({ n }) => (n === diesAt ? die() : undefined));
  await Promise.all(names.map((agent, n) => end(agent, paths[n] ?? "", n % 2 === 0)));
  setFaults(undefined);
  await cairn.close();

  /** Every second one writes its file itself, as the host's own tool does. */
  async function end(agent_id: string, path: string, writes: boolean): Promise<void> {
    const said = `Found ${tokenOf(agent_id)} here.`;
    if (writes) {
      const file_path = join(root, path);
      mkdirSync(dirname(file_path), { recursive: true });
      writeFileSync(file_path, `# By ${agent_id}\n\n## Summary\n\n${said}\n`);
      const tool = { tool_name: "Write", tool_input: { file_path, content: said }, tool_use_id: `t-${agent_id}` };
      await say("after-tool", { ...tool, agent_id });
    }
    const last_assistant_message = writes ? "Written down." : said;
    await say("agent-stop", { agent_id, agent_type: "general-purpose", last_assistant_message });
    tell({ ended: agent_id });
  }
}

function tokenOf(agent: string): string {
  return `tok-${agent}`;
}

function tell(line: HostLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

void main(JSON.parse(process.argv[2] ?? "") as HostOrders);
