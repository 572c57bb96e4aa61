/**
 * What a tool is for, by its name, whichever client's it is: the names of every host, and those of clients whose records
 * are read without one. One table for what is noted while a session runs and for what is read of it later. Pure.
 */

import type { ToolCall } from "../transcripts/turn.ts";
import type { Host, ToolNames } from "./host.ts";
import type { Todo } from "./moment.ts";
import { defaultHost, hosts } from "./registry.ts";

/** Of clients without a folder of their own here. */
const others: ToolNames = {
  shells: ["bash", "shell", "shell_command", "local_shell", "exec_command", "command_execution", "container.exec"],
  readers: ["read_file", "view_image"],
  searchers: ["grep_files", "list_dir"],
  agents: [],
  outputs: [],
  plans: [],
  outside: /^(?:web_?(?:fetch|search)|browser|fetch$|(?:list|read)_mcp_resource)|fetch_?web_?page/i,
  servers: /^mcp_(?!_|cairn_)/,
};

type Sort = Exclude<keyof ToolNames, "outside" | "servers">;

export function isNamed(sort: Sort, tool: string): boolean {
  return namesOf(sort).has(tool);
}

/** Asked for several times of each call of a session, so kept; with the hosts they are of, to which one may be added. */
const named = new Map<Sort, { readonly of: readonly Host[]; readonly names: ReadonlySet<string> }>();

function namesOf(sort: Sort): ReadonlySet<string> {
  const before = named.get(sort);
  const all = hosts();
  if (before?.of.length === all.length && before.of.at(-1) === all.at(-1)) return before.names;
  const names = new Set([...others[sort], ...all.flatMap(({ tools }) => tools[sort])]);
  named.set(sort, { of: [...all], names });
  return names;
}

/** `host`: the names of the one that uses it. Without it, in a record of nobody known, what is called so with any of them. */
export function bringsWords(tool: string, host?: ToolNames): boolean {
  if (host !== undefined) return [others, host].some(({ outside }) => outside.test(tool)) || host.servers.test(tool);
  // Cairn's own tools have another name with each host: with two dashes below the default's counts.
  if ([others, defaultHost.tools].some(({ servers }) => servers.test(tool))) return true;
  return others.outside.test(tool) || hosts().some(({ tools }) => tools.outside.test(tool));
}

export function startsAgent(tool: string): boolean {
  return isNamed("agents", tool);
}

/** The agent's list of things to do, where a tool writes the whole of it; undefined where it does something else. */
export function listIn({ tool, input }: ToolCall): readonly Todo[] | undefined {
  for (const host of hosts()) {
    const list = host.listIn?.(tool, input);
    if (list !== undefined) return list;
  }
  return undefined;
}

/** The task of which a tool tells what it printed; undefined where it does something else. */
export function taskTold(tool: string, input: Readonly<Record<string, unknown>>): string | undefined {
  if (!isNamed("outputs", tool)) return undefined;
  return String(input["task_id"] ?? input["bash_id"] ?? input["shell_id"] ?? "");
}
