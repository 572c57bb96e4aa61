/** Before and after a tool: Cairn's own are allowed, what was done is noted, what the model wrote by itself is adopted. */

import { isMemoryPath, isViewName } from "../../model/file-name.ts";
import { afterWrite, beforeWrite } from "./direct-writes.ts";
import { memoryPlaceOf } from "./memory-place.ts";
import { type Answer, type Called, isFirst } from "./moment.ts";

/** Reading and keeping need no question, forgetting does. */
const unasked: readonly string[] = ["remember", "recall", "show", "update", "list", "status"];

export async function beforeTool(called: Called<"before-tool">): Promise<Answer> {
  const { deed } = called;
  switch (deed.is) {
    case "own":
      return unasked.includes(deed.operation) ? allowed("Cairn's own memory: it can be undone.") : {};
    case "read":
    case "search":
      return (await isOfMemory(called, deed.path, deed.is)) ? allowed("A memory of this person or project.") : {};
    case "write":
      return beforeWrite(called, deed);
    default:
      return {};
  }
}

function allowed(because: string): Answer {
  return { verdict: { is: "allow", because } };
}

/** Below a root, by its real path: what a link leads to is not a memory. A search may look at a whole folder. */
async function isOfMemory({ cairn }: Called<"before-tool">, path: string, what: "read" | "search"): Promise<boolean> {
  const place = await memoryPlaceOf(path, cairn);
  return place !== undefined && (what === "search" || isMemoryPath(place.path) || isViewName(place.path));
}

export async function afterTool(called: Called<"after-tool">): Promise<Answer> {
  const { trail, at, use, deed } = called;
  if (!isFirst(called, "tool", use)) return {};
  if (deed.is === "command") trail.append({ is: "command", at, text: deed.text });
  if (deed.is !== "write") return {};
  trail.append({ is: "edit", at, path: deed.path });
  await afterWrite(called, deed);
  return {};
}

export function onToolFailed(called: Called<"tool-failed">): Answer {
  const { trail, at, tool, use, error } = called;
  if (isFirst(called, "tool", use)) trail.append({ is: "failure", at, what: tool, text: error });
  return {};
}
