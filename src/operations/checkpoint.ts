/** `checkpoint`: keep where the work of this session stands, so that it survives a lost context and another can go on. */

import { SessionField, sessionMeant } from "../conversation/session-meant.ts";
import { defined } from "../model/defined.ts";
import { z } from "../model/schema.ts";
import { TakenOut, takenOutLines } from "../recall/memory-output.ts";
import { stepsInWords } from "../session/at-hand.ts";
import { takeCheckpoint } from "../session/checkpoint.ts";
import { GivenWords } from "../store/given-words.ts";
import { operation } from "./operation.ts";

const LONGEST = 2_000;
const Words = z.string().max(LONGEST).optional();

export const checkpoint = operation({
  name: "checkpoint",
  summary: "Keep where the work of this session stands.",
  when: "Use it when a larger step begins or is done, and before the context is lost.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "mcp", "library"],
  examples: ["cairn checkpoint", 'cairn checkpoint --task "Port the importer" --progress "The reader streams"'],
  input: z.strictObject({
    task: Words.describe("What is being done"),
    progress: Words.describe("What is done, what is next"),
    blockers: z
      .array(z.string().max(LONGEST))
      .optional()
      .describe("What is in the way; []: nothing")
      .meta({ cli: { whole: true } }),
    session: SessionField,
  }),
  output: z.object({
    session: z.string().optional(),
    saved: z.array(z.string()),
    known: z.array(z.string()),
    redacted: TakenOut,
  }),

  async run({ task, progress, blockers, session: named }, cairn) {
    const session = sessionMeant(cairn, named);
    const trail = session === undefined ? undefined : cairn.sessions.trail(session);
    const at = cairn.clock.now().toISOString();
    const given = new GivenWords();
    const saved = await takeCheckpoint(
      { cairn, session, trail, at },
      {
        ...(task === undefined ? {} : { task: given.text("task", task) }),
        ...(progress === undefined ? {} : { progress: given.text("progress", progress) }),
        ...(blockers === undefined ? {} : { blockers: blockers.map((blocker) => given.text("blockers", blocker)) }),
      },
    );
    const known = trail === undefined ? [] : stepsInWords(trail.state(), cairn.places.project.path);
    return { ...defined({ session }), saved, known, redacted: given.redacted };
  },

  show: ({ saved, known, redacted }, { task, progress, blockers }) =>
    [
      saved.length > 0
        ? `Kept in ${saved.join(", ")}.`
        : (task ?? progress ?? blockers) === undefined
          ? 'Nothing was given to keep, so nothing was written: say what the task, the progress or a blocker is, as in cairn checkpoint --task "…".'
          : "Nothing was changed: it is noted already, or no open blocker speaks of it.",
      ...takenOutLines(redacted),
      ...known.map((line) => `- ${line}`),
    ].join("\n"),
});
