/** Twenty thousand memories, a full day of logs, and a history to match: slower, never stuck (S17). */

import { join } from "node:path";
import { expect, test } from "vitest";
import { house } from "../support/house.ts";

test("20,000 memories are listed, read, added to and rebuilt within bounds", async () => {
  const place = house();
  for (let n = 0; n < 20_000; n++) {
    const front = `---\nname: note-${n}\ndescription: Note number ${n} of very many\n---`;
    place.write(join(place.root, `f${n % 20}`, `note-${n}.md`), `${front}\n# Note ${n}\n\nWords of note ${n}.\n`);
  }
  const env = { NODE_OPTIONS: "--max-old-space-size=512" };
  const took: Record<string, number> = {};
  for (const words of [
    ["list", "--json"],
    ["show", "note-19999"],
    ["remember", "One more.", "--kind", "decision"],
    ["update", "note-12345", "Added."],
    ["list", "--tag", "none"],
    ["status"],
    ["rebuild"],
    ["forget", "note-1", "--hard", "--yes"],
  ]) {
    const started = performance.now();
    const { code, err } = await place.run(words, { env, limitMs: 900_000 });
    took[words[0] ?? ""] = Math.round(performance.now() - started);
    expect({ words, code, err }).toEqual({ words, code: 0, err: "" });
  }
  console.log(`20,000 memories, ms: ${JSON.stringify(took)}`);
});
