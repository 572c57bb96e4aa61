/** The person has said something: the few memories that bear on it, or nothing. */

import { relevantNow } from "../relevant.ts";
import { noteShown } from "./ledger.ts";
import { type Answer, type Called, hostUnits, isFirst, isMachines } from "./moment.ts";

const RECENT_FILES = 5;

export async function onPrompt(called: Called): Promise<Answer> {
  const { cairn, trail, at, prompt, turn } = called;
  if (!isFirst(called, "prompt", turn)) return {};
  trail.append({ is: "open", at, turn });
  if (prompt.trim() === "" || isMachines(prompt)) return {};
  const { prompts, files, shown } = trail.state();
  trail.append({ is: "prompt", at, text: prompt });
  const found = await relevantNow(cairn, {
    prompt,
    recent: prompts.slice(-1),
    tools: [],
    files: files.slice(-RECENT_FILES),
    shown: shown[""] ?? [],
    units: hostUnits,
  });
  if (found.packed.text === "") return {};
  noteShown(called, "prompt", cairn.settings.get("retrieval.budgetTokens"), found);
  return { context: found.packed.text };
}
