/** `checkpoint`: keep where the work of this session stands, so that it survives a lost context and another can go on. */

import { SessionField, sessionMeant } from "../conversation/session-meant.ts";
import { defined } from "../model/defined.ts";
import { z } from "../model/schema.ts";
import { TakenOut, takenOutLines } from "../recall/memory-output.ts";
import { stepsInWords } from "../session/at-hand.ts";
import { isOthersWords, takeCheckpoint } from "../session/checkpoint.ts";
import { GivenWords } from "../store/given-words.ts";
import { saidResolved, saysNone } from "../text/blockers.ts";
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
  examples: [
    'cairn checkpoint --task "Port the importer" --progress "The reader streams"',
    'cairn checkpoint --blockers "Waiting for the API key"',
    'cairn checkpoint --blockers "resolved: the API key"   (or none: nothing is in the way any more)',
  ],
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
    /** What was given in words of others: it stays in this session's thread, and out of the files every session starts from. */
    others: z.array(z.enum(["task", "progress", "blockers"])),
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
    const words = { task: [task], progress: [progress], blockers: blockers ?? [] };
    const isOthers = (name: keyof typeof words) =>
      words[name].some((text) => text !== undefined && isOthersWords(cairn, text));
    const others = FIELDS.filter(isOthers);
    return { ...defined({ session }), saved, known, others, redacted: given.redacted };
  },

  show: ({ saved, known, others, redacted }, given) =>
    [
      ...(others.length === 0 ? [] : [othersLine(others)]),
      ...(saved.length > 0 ? [`Kept in ${saved.join(", ")}.`, ...clearedLine(given)] : []),
      ...(saved.length === 0 && others.length === 0 ? [nothingLine(given)] : []),
      ...takenOutLines(redacted),
      ...known.map((line) => `- ${line}`),
    ].join("\n"),
});

const FIELDS = ["task", "progress", "blockers"] as const;
type Given = Readonly<Partial<Record<(typeof FIELDS)[number], unknown>>> & { readonly blockers?: string[] | undefined };

function othersLine(others: readonly string[]): string {
  return `Not kept for other sessions: ${others.join(" and ")} in words that others wrote and this session only read. Only this session goes on from it, unless the person says the same.`;
}

/** A list that ends something is no list of what is in the way. */
function clearedLine({ blockers }: Given): string[] {
  if (blockers === undefined || !blockers.every((text) => saidResolved(text)?.isPlain === true)) return [];
  const named = blockers.flatMap((text) => (saysNone(text) ? [] : [saidResolved(text)?.said ?? text]));
  return [named.length === 0 ? "Nothing is in the way any more." : `No longer in the way: ${named.join(", ")}.`];
}

function nothingLine({ task, progress, blockers }: Given): string {
  if (task === undefined && progress === undefined && blockers === undefined)
    return 'Nothing was given to keep, so nothing was written: say what the task, the progress or a blocker is, as in cairn checkpoint --task "…".';
  if (task !== undefined || progress !== undefined) return "Nothing was changed: it is noted already.";
  if (blockers?.some((text) => text.trim() === ""))
    return "Nothing was changed: an empty blocker says nothing. That nothing is in the way any more is said with the blocker none.";
  if (blockers?.every((text) => saidResolved(text)?.isPlain === true))
    return "Nothing was changed: nothing of that is in the way.";
  return "Nothing was changed: it is noted already.";
}
