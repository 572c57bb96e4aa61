/** The person has said something: the few memories that bear on it, or nothing. */

import { relevantNow } from "../relevant.ts";
import { noteShown } from "./ledger.ts";
import { type Answer, type Called, isFirst } from "./moment.ts";

const RECENT_FILES = 5;

export async function onPrompt(called: Called<"prompt">): Promise<Answer> {
  const { cairn, trail, at, text, turn, by, units } = called;
  if (!isFirst(called, "prompt", turn)) return {};
  trail.append({ is: "open", at, turn });
  if (text.trim() === "" || by === "machine") return {};
  const { prompts, files, shown } = trail.state();
  trail.append({ is: "prompt", at, text });
  const found = await relevantNow(cairn, {
    prompt: text,
    recent: prompts.slice(-1),
    tools: [],
    files: files.slice(-RECENT_FILES),
    shown: shown[""] ?? [],
    units,
  });
  if (found.packed.text === "") return {};
  const budgetTokens = cairn.settings.get("retrieval.budgetTokens");
  noteShown(called, { moment: "prompt", turn, budgetTokens }, found);
  return { context: found.packed.text };
}
