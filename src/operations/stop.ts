/** `stop`: for the rest of this session Cairn does nothing by itself. Every file stays, and the next session begins as ever. */

import { dropProposed } from "../capture/staging.ts";
import { SessionField, sessionNeeded } from "../conversation/session-meant.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import { z } from "../model/schema.ts";
import { stateOf } from "../recall/memory-told.ts";
import { counted } from "../text/counted.ts";
import { AT_TERMINAL } from "../trail/sessions.ts";
import { operation } from "./operation.ts";

export const stop = operation({
  name: "stop",
  summary: "Have Cairn do nothing more by itself in this session.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  examples: ["cairn stop"],
  input: z.strictObject({ session: SessionField }),
  output: z.object({
    project: z.string(),
    path: z.string(),
    session: z.string(),
    memories: z.number(),
    off: z.boolean(),
  }),

  async run({ session: given }, cairn) {
    const session = sessionNeeded(cairn, given);
    const at = cairn.clock.now().toISOString();
    cairn.sessions.trail(session).append({ is: "flag", at, flag: "stopped", on: true });
    await dropProposed(cairn, session);
    const store = (await cairn.stores()).of("project");
    await cairn.printViews(store, { wait: true });
    return {
      project: cairn.places.project.key,
      path: store.root.path,
      session,
      off: !cairn.settings.get("enabled"),
      memories: store
        .memories()
        .filter((memory) => stateOf(memory.status, memory.supersededBy) === "active" && !keepsAPlace(memory)).length,
    };
  },

  show: ({ path, session, memories, off }) =>
    [
      `Stopped for this session. ${counted(memories, "memory", "memories")} of this project ${memories === 1 ? "stays" : "stay"} in ${path}`,
      off
        ? "Cairn is switched off here anyway, and stays so in the next session: cairn start switches it on."
        : session.startsWith(AT_TERMINAL)
          ? "That is the one you began at a terminal: it holds in every terminal of this project, and cairn start ends it."
          : "The next session begins by itself; cairn disable switches Cairn off until it is started again.",
    ].join("\n"),
});
