/** A process that writes so many lines into the log of capture, or scrubs it as often: `<home> <name> <times> [scrub]`. */

import { CaptureLog } from "../../src/inbox/capture-log.ts";

const [, , home = "", name = "", times = "0", scrubs] = process.argv;
const log = new CaptureLog(home);
for (let n = 0; n < Number(times); n++) {
  const title = `${name} ${n}`;
  log.note({
    at: "2025-06-02T12:00:00Z",
    did: "proposed",
    kind: "decision",
    title,
    because: "so",
    by: "cli",
    memory: title,
  });
  if (scrubs !== undefined) log.scrub(new Set(), new Set([title]));
}
