/** Before and after a tool: Cairn's own are allowed, what was done is noted, what the model wrote by itself is adopted. */

import type { Answer, Called } from "./moment.ts";

/** The host names a plugin's tools like this; reading and keeping need no question, forgetting does. */
const OWN_TOOL = /^mcp__plugin_cairn_cairn__(remember|recall|show|update|list|status)$/;
const ADOPTED_AT_ONCE = 20;

export function beforeTool({ tool }: Called): Answer {
  return OWN_TOOL.test(tool) ? { allow: "Cairn's own memory: it can be undone." } : {};
}

export async function afterTool({ cairn, trail, at, tool, toolUse, input, response, error }: Called): Promise<Answer> {
  if (!trail.once(`tool:${toolUse}`, at)) return {};
  if (error !== "") trail.append({ is: "failure", at, what: tool, text: error });
  else if (tool === "Bash")
    trail.append({ is: "command", at, text: textIn(input, "command"), bytes: sizeOf(response) });
  const path = textIn(input, "file_path") || textIn(input, "notebook_path");
  if (path === "" || tool === "Read" || error !== "") return {};
  trail.append({ is: "edit", at, path });
  await adoptIfMemory(path, cairn);
  return {};
}

/** A memory file that the host's own memory wrote is known to the history at once. */
async function adoptIfMemory(path: string, cairn: Called["cairn"]): Promise<void> {
  if (!/\.md$/i.test(path)) return;
  const stores = await cairn.stores(undefined, { lenient: true });
  const store = stores.all().find(({ ground }) => ground.real !== undefined && path.startsWith(`${ground.real}/`));
  store?.adopt(ADOPTED_AT_ONCE);
}

function textIn(input: Readonly<Record<string, unknown>>, key: string): string {
  const value = input[key];
  return typeof value === "string" ? value : "";
}

function sizeOf(response: unknown): number {
  return response === undefined ? 0 : JSON.stringify(response).length;
}
