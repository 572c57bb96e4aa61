/** `summarize`: one session's summary, from which the next one can go on; made once, brought up to date every time after. */

import type { Cairn } from "../cairn.ts";
import { ScribeField, scribeNames, spentLine } from "../capture/scribes.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { kinds } from "../model/kind.ts";
import { textFile, z } from "../model/schema.ts";
import { MemoryOutput, memoryOutput, TakenOut, takenOut, takenOutLines } from "../recall/memory-output.ts";
import { overtakenLines } from "../recall/memory-told.ts";
import { isNothing, type Summarizing, summarizing } from "../summary/summarizing.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

const actions = ["created", "updated", "unchanged"] as const;

const Input = z.strictObject({
  session: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe("Its id, as your agent names it, or how it begins, or a transcript's file; else this one, else the last"),
  scribe: ScribeField.describe(
    "Who writes it: rules (none), the claude program or a model over http; else as the setting scribe.batch says",
  ),
  body: textFile("The summary itself, where you or an agent wrote it"),
  title: z.string().max(120).optional().describe("With a text of your own: its title"),
  outcome: z
    .enum(kinds.session_summary.fields.outcome.values)
    .optional()
    .describe("With a text of your own: how it ended"),
  dryRun: z.boolean().default(false).describe("Only show it"),
  force: z.boolean().default(false).describe("Also of a session that left nothing to keep"),
});
type Input = z.output<typeof Input>;

export const summarize = operation({
  name: "summarize",
  summary: "Keep a summary of a session, from which the next one can go on.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: "session",
  preview: { dryRun: true },
  examples: [
    "cairn summarize",
    "cairn summarize 760f230b-3c1e --yes",
    "cairn summarize 760f230b-3c1e --scribe claude",
    "cairn summarize ./talk.jsonl --yes",
    "cairn summarize 760f230b-3c1e --body-file summary.md --yes",
  ],
  input: Input,
  output: z.object({
    session: z.string(),
    /** The project it belongs to. */
    project: z.string(),
    action: z.enum(["proposed", ...actions]),
    /** Why there is nothing to keep of the session, where that is so: nothing is proposed then. */
    nothing: z.string().optional(),
    /** What saving would do. */
    would: z.enum(actions).optional(),
    id: z.string(),
    memory: MemoryOutput.optional(),
    /** Lines the memory did not have before. */
    learned: z.number(),
    /** It had been retired by the window or by its age, and is back. */
    restored: z.boolean(),
    /** Up to when it speaks of the session. */
    until: z.string().nullable(),
    text: z.string(),
    scribe: z.enum([...scribeNames, "given"]),
    tokens: z.number(),
    /** As a model had proposed it before: none was asked again. */
    kept: z.boolean(),
    redacted: TakenOut,
    warnings: z.array(z.string()),
  }),

  async confirm(input, cairn) {
    if (input.dryRun || !cairn.settings.get("summary.review")) return undefined;
    return (await isNothing(cairn, askedBy(input))) ? undefined : "Save this summary?";
  },

  async run(input, cairn) {
    const { session, project, scribe, tokens, kept, until, saved, memory, nothing } = await summarizing(
      cairn,
      askedBy(input),
    );
    const { action, id, learned, restored, text, redacted, done, warnings } = saved;
    return {
      session,
      project,
      ...defined({ nothing }),
      ...(input.dryRun && nothing === undefined ? { action: "proposed" as const, would: action } : { action }),
      id,
      ...(memory === undefined ? {} : { memory: memoryOutput(memory) }),
      learned,
      restored,
      until: until ?? null,
      text,
      scribe,
      tokens,
      kept,
      redacted: takenOut(redacted, done),
      warnings: [...warnings, ...overtakenLines(done), ...elsewhere(project, cairn)],
    };
  },

  show({ session, action, nothing, would, id, learned, restored, text, scribe, tokens, kept, redacted, warnings }) {
    if (nothing !== undefined) {
      const hint = "Keep a summary of it all the same with --force.";
      return [`Nothing to keep of session ${session}: ${nothing}. Nothing was written. ${hint}`, ...warnings].join(
        "\n",
      );
    }
    const isWorded = learned === 0 && (would ?? action) === "updated";
    const lines = learned > 0 ? `${counted(learned, "line")} learned` : isWorded ? "only its wording is new" : "";
    const told = lines === "" ? "." : `: ${lines}.`;
    const back = restored ? " It had been retired by its age or the window, and is back." : "";
    const said = {
      proposed: `${text}\n\nProposed: ${PROPOSED[would ?? "created"](session)}${lines && ` (${lines})`}.`,
      created: `Created project:${id}, the summary of session ${session}${told}`,
      updated: `Updated project:${id}, the summary of session ${session}${told}`,
      unchanged: `project:${id} says all of session ${session} already.`,
    }[action];
    const spent = scribe === "given" ? [] : kept ? [`${scribe}: ${KEPT}`] : spentLine(scribe, tokens);
    return [`${said}${back}`, ...takenOutLines(redacted), ...warnings, ...spent].join("\n");
  },
});

const KEPT = "as it was proposed, not asked again.";

const PROPOSED = {
  created: (session: string) => `the first summary of session ${session}`,
  updated: (session: string) => `the summary of session ${session}, brought up to date`,
  unchanged: (session: string) => `nothing new, its summary says all of session ${session}`,
} as const;

function askedBy({ session, scribe, body, title, outcome, dryRun, force }: Input): Summarizing {
  const given = title !== undefined ? "title" : outcome !== undefined ? "outcome" : undefined;
  if (body === undefined && given !== undefined) {
    throw new CairnError("INPUT_ERROR", `The ${given} belongs to a summary of your own, and none was given.`, {
      field: given,
      hint: `Give its text with --body-file, or leave ${given} out: the rules and the models find their own.`,
    });
  }
  const handed = body === undefined ? undefined : { text: body, title, outcome };
  return { session, scribe, handed, force, only: dryRun ? "propose" : "save" };
}

function elsewhere(project: string, { places }: Cairn): string[] {
  return project === places.project.key ? [] : [`It belongs to project ${project}, and lies there.`];
}
