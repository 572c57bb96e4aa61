/**
 * Memories at a tool: what a constraint or runbook says of the file about to be changed or the command about to be run,
 * and the runbook that knows an error. One, once in a context, and briefly.
 */

import { guardKinds } from "../model/kind.ts";
import { relevantNow } from "../recall/relevant-now.ts";
import { noteShown } from "./ledger.ts";
import type { Called } from "./moment.ts";

const TOOL_TOKENS = 200;
/** So much of a command says what it does. */
const LONGEST_COMMAND = 400;
const ERROR_LINE =
  /error|fail|cannot|can't|refused|denied|exception|not found|no such|timed? ?out|panic|fatal|invalid|E[A-Z]{4,}/i;
const MOST_ERROR_LINES = 3;
const LONGEST_ERROR = 400;

export async function warningBefore(called: Called<"before-tool">): Promise<string> {
  const { deed } = called;
  if (deed.is === "write") return told(called, "before-tool", { prompt: "", files: deed.paths });
  if (deed.is !== "command") return "";
  return told(called, "before-tool", { prompt: deed.text.slice(0, LONGEST_COMMAND), files: [] });
}

/** The error's own words are the question. */
export async function runbookFor(called: Called<"tool-failed">): Promise<string> {
  const { deed, error } = called;
  const command = deed.is === "command" ? deed.text.slice(0, LONGEST_COMMAND) : "";
  return told(called, "tool-failed", { prompt: `${errorIn(error)}\n${command}`, files: [] });
}

/** The lines that say what went wrong, or the last ones. */
function errorIn(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const telling = lines.filter((line) => ERROR_LINE.test(line));
  return (telling.length > 0 ? telling.slice(0, MOST_ERROR_LINES) : lines.slice(-MOST_ERROR_LINES))
    .join("\n")
    .slice(0, LONGEST_ERROR);
}

async function told(
  called: Called<"before-tool"> | Called<"tool-failed">,
  moment: "before-tool" | "tool-failed",
  { prompt, files }: { readonly prompt: string; readonly files: readonly string[] },
): Promise<string> {
  const { cairn, trail, agent, units, session } = called;
  const { shown: all, ancestors } = trail.state();
  const shown = new Map(Object.entries(all)).get(agent) ?? []; // any word may be an agent's name
  const found = await relevantNow(
    cairn,
    { prompt, recent: [], tools: [], files, shown, units, writtenIn: [session, ...ancestors] },
    {
      kinds: moment === "before-tool" ? guardKinds : ["runbook"],
      isChange: files.length > 0,
      budgetTokens: TOOL_TOKENS,
    },
  );
  if (found.packed.text === "") return "";
  noteShown(called, { moment, agent, budgetTokens: TOOL_TOKENS }, found);
  return found.packed.text;
}
