/** Before and after a tool: Cairn's own are allowed, what was done is noted, what the model wrote by itself is adopted. */

import type { Cairn } from "../../cairn.ts";
import { realPath } from "../../places/paths.ts";
import { type Answer, type Called, isFirst } from "./moment.ts";

/** Reading and keeping need no question, forgetting does. */
const unasked: readonly string[] = ["remember", "recall", "show", "update", "list", "status"];
const ADOPTED_AT_ONCE = 20;

export async function beforeTool({ deed, cairn }: Called<"before-tool">): Promise<Answer> {
  if (deed.is === "own" && unasked.includes(deed.operation)) return allowed("Cairn's own memory: it can be undone.");
  const isRead = deed.is === "read" && (await isMemoryFile(deed.path, cairn));
  return isRead ? allowed("A memory of this person or project.") : {};
}

function allowed(because: string): Answer {
  return { verdict: { is: "allow", because } };
}

/** Below a root, by its real path: what a link leads to is not a memory. */
async function isMemoryFile(path: string, cairn: Cairn): Promise<boolean> {
  const real = realPath(path);
  if (real === undefined || !/\.md$/i.test(real)) return false;
  const stores = await cairn.reach();
  return stores.all().some(({ ground }) => ground.real !== undefined && real.startsWith(`${ground.real}/`));
}

export async function afterTool(called: Called<"after-tool">): Promise<Answer> {
  const { cairn, trail, at, use, deed } = called;
  if (!isFirst(called, "tool", use)) return {};
  if (deed.is === "command") trail.append({ is: "command", at, text: deed.text });
  if (deed.is !== "write") return {};
  trail.append({ is: "edit", at, path: deed.path });
  await adoptIfMemory(deed.path, cairn);
  return {};
}

export function onToolFailed(called: Called<"tool-failed">): Answer {
  const { trail, at, tool, use, error } = called;
  if (isFirst(called, "tool", use)) trail.append({ is: "failure", at, what: tool, text: error });
  return {};
}

/** A memory file that the host's own memory wrote is known to the history at once. */
async function adoptIfMemory(path: string, cairn: Cairn): Promise<void> {
  if (!/\.md$/i.test(path)) return;
  const real = realPath(path) ?? path;
  const stores = await cairn.stores(undefined, { lenient: true });
  const store = stores.all().find(({ ground }) => ground.real !== undefined && real.startsWith(`${ground.real}/`));
  store?.adopt(ADOPTED_AT_ONCE);
}
