/** `off-the-record`: from now on nothing of the session is kept: no memory, no trail, no view. Every process knows at once. */

import { dropProposed } from "../capture/staging.ts";
import { SessionField, sessionNeeded } from "../conversation/session-meant.ts";
import { z } from "../model/schema.ts";
import { forgetProjectIfOnlyMetHere } from "../session/never-met.ts";
import { AT_TERMINAL } from "../trail/sessions.ts";
import { operation } from "./operation.ts";

export const offTheRecord = operation({
  name: "off-the-record",
  summary: "Keep nothing of this session from now on.",
  when: "Use it when the person wants that.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "mcp", "library"],
  examples: ["cairn off-the-record", "cairn off-the-record --end"],
  input: z.strictObject({
    end: z.boolean().default(false).describe("Keep things again"),
    session: SessionField,
  }),
  output: z.object({ session: z.string(), off_the_record: z.boolean(), was_on_the_record: z.literal(true).optional() }),

  async run({ end, session: given }, cairn) {
    const session = sessionNeeded(cairn, given, { isUnderWay: !end });
    const at = cairn.clock.now().toISOString();
    const trail = cairn.sessions.trail(session);
    const was = trail.state().offTheRecord;
    trail.append({ is: "flag", at, flag: "off-the-record", on: !end }, { durable: true });
    if (!end) {
      await dropProposed(cairn, session);
      await forgetProjectIfOnlyMetHere(cairn, session);
    }
    return { session, off_the_record: !end, ...(end && !was ? { was_on_the_record: true as const } : {}) };
  },

  show: ({ session, off_the_record, was_on_the_record }, _, surface) =>
    off_the_record
      ? `Off the record: nothing of ${surface === "cli" ? `session ${session}` : "this session"} is kept from here on. ${surface === "cli" ? `${typedToo(session)} cairn ` : ""}off-the-record ${surface === "mcp" ? "with end" : "--end"} keeps things again.`
      : was_on_the_record
        ? "It was on the record all along: nothing changes."
        : "On the record again. What was said meanwhile is not kept.",
});

/** A session that a person began at a terminal is what they type there; an agent's is not. */
function typedToo(session: string): string {
  return session.startsWith(AT_TERMINAL)
    ? "Until you end it, what you type in any terminal of this project is refused, too."
    : "What you type at a terminal yourself, such as cairn remember, still is.";
}
