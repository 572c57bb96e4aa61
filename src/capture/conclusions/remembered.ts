/** What the session's own model asked Cairn to remember, in its words: it need not be drafted again. Pure. */

import { touchedBy } from "../../hosts/touched.ts";
import type { ToolCall, Turn } from "../../transcripts/turn.ts";

const TOOL = /(?:^|__)remember$/;
const COMMAND = /\bcairn\s+remember\s+([\s\S]+)/;

export function rememberedIn(turns: readonly Turn[]): string[] {
  const remembered: string[] = [];
  for (const { uses } of turns)
    for (const use of uses ?? NONE) {
      const words = wordsRemembered(use);
      if (words !== undefined) remembered.push(words);
    }
  return remembered;
}

const NONE: readonly ToolCall[] = [];

function wordsRemembered(use: ToolCall): string | undefined {
  if (TOOL.test(use.tool))
    return Object.values(use.input)
      .filter((value) => typeof value === "string")
      .join(" ");
  const { command } = touchedBy(use);
  // Hardly any has its name, and a pattern costs a call.
  return command?.includes("cairn") ? COMMAND.exec(command)?.[1] : undefined;
}
