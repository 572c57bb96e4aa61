/** Before and after a tool: Cairn's own are allowed, what was done is noted, what the model wrote by itself is adopted. */

import { realPath } from "../../places/paths.ts";
import { type Answer, type Called, isFirst } from "./moment.ts";

/** The host names a plugin's tools like this; reading and keeping need no question, forgetting does. */
const OWN_TOOL = /^mcp__plugin_cairn_cairn__(remember|recall|show|update|list|status)$/;
const ADOPTED_AT_ONCE = 20;

export async function beforeTool({ tool, input, cairn }: Called): Promise<Answer> {
  if (OWN_TOOL.test(tool)) return { allow: "Cairn's own memory: it can be undone." };
  const isRead = tool === "Read" && (await isMemoryFile(textIn(input, "file_path"), cairn));
  return isRead ? { allow: "A memory of this person or project." } : {};
}

/** Below a root, by its real path: what a link leads to is not a memory. */
async function isMemoryFile(path: string, cairn: Called["cairn"]): Promise<boolean> {
  const real = realPath(path);
  if (real === undefined || !/\.md$/i.test(real)) return false;
  const stores = await cairn.reach();
  return stores.all().some(({ ground }) => ground.real !== undefined && real.startsWith(`${ground.real}/`));
}

export async function afterTool(called: Called): Promise<Answer> {
  const { cairn, trail, at, tool, toolUse, input, error } = called;
  if (!isFirst(called, "tool", toolUse)) return {};
  if (error !== "") trail.append({ is: "failure", at, what: tool, text: error });
  else if (tool === "Bash") trail.append({ is: "command", at, text: textIn(input, "command") });
  const path = textIn(input, "file_path") || textIn(input, "notebook_path");
  if (path === "" || tool === "Read" || error !== "") return {};
  trail.append({ is: "edit", at, path });
  await adoptIfMemory(path, cairn);
  return {};
}

/** A memory file that the host's own memory wrote is known to the history at once. */
async function adoptIfMemory(path: string, cairn: Called["cairn"]): Promise<void> {
  if (!/\.md$/i.test(path)) return;
  const real = realPath(path) ?? path;
  const stores = await cairn.stores(undefined, { lenient: true });
  const store = stores.all().find(({ ground }) => ground.real !== undefined && real.startsWith(`${ground.real}/`));
  store?.adopt(ADOPTED_AT_ONCE);
}

function textIn(input: Readonly<Record<string, unknown>>, key: string): string {
  const value = input[key];
  return typeof value === "string" ? value : "";
}
