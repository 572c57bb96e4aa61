/** Of a trail, what stands in transcripts too, so that one captured live can be held against one that was rebuilt. */

import type { TrailLine } from "../../src/trail/step.ts";

const kinds: readonly TrailLine["is"][] = ["prompt", "edit", "command", "failure", "compacted", "agent", "remark"];

/** Without the moment each saw it at, and what Cairn itself made of an agent's report; an end that is told twice is one. */
export function seenByBoth(lines: readonly TrailLine[]): { readonly is: string }[] {
  const seen = lines
    .filter(({ is }) => kinds.includes(is))
    .map((line) => ({ ...line, at: "", file: undefined, output: undefined }));
  const ends = new Set<string>();
  return seen.filter((line) => {
    if (line.is !== "agent" || !line.ended) return true;
    const isFirst = !ends.has(line.agent);
    ends.add(line.agent);
    return isFirst;
  });
}
