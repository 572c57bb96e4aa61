/** What the session's own model asked Cairn to remember, in its words: it need not be drafted again. Pure. */

import { touchedBy } from "../../hosts/touched.ts";
import type { Turn } from "../../transcripts/turn.ts";

const TOOL = /(?:^|__)remember$/;
const COMMAND = /\bcairn\s+remember\s+([\s\S]+)/;

export function rememberedIn(turns: readonly Turn[]): string[] {
  return turns.flatMap(({ uses = [] }) =>
    uses.flatMap((use) => {
      if (TOOL.test(use.tool))
        return [
          Object.values(use.input)
            .filter((value) => typeof value === "string")
            .join(" "),
        ];
      const typed = COMMAND.exec(touchedBy(use).command ?? "")?.[1];
      return typed === undefined ? [] : [typed];
    }),
  );
}
