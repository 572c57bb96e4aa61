/** `undo`: take back the last change, one by its id, what a session did, or a whole dream; itself in the history. */

import { takeBack, undoEach, undoRun } from "../capture/taken-back.ts";
import { sessionCalled } from "../conversation/session-found.ts";
import { sessionNeeded } from "../conversation/session-meant.ts";
import { shortKey } from "../inbox/inbox-drafts.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { AgentField } from "../recall/memory-output.ts";
import { changeNamed, knownRun, lastDream, lastIn } from "../store/change-meant.ts";
import { wholeRun } from "../store/runs.ts";
import { changesOf, changesOfRun, sessionsIn } from "../store/undo.ts";
import { storesTold } from "./history.ts";
import { operation } from "./operation.ts";

const Undone = z.object({
  change: z.string(),
  id: z.string(),
  what: z.string(),
  by: z.string(),
  warning: z.string().optional(),
  /** The draft it came from, which waits again. */
  draft: z.string().optional(),
});
const Left = z.object({ change: z.string(), id: z.string(), reason: z.string() });

export const undo = operation({
  name: "undo",
  summary: "Take back the last change made through Cairn, or the one named.",
  effect: "write",
  surfaces: ["cli", "library"],
  positional: "change",
  examples: [
    "cairn undo",
    "cairn undo sqlite-wal-mode",
    "cairn undo project:12",
    "cairn undo --session 760f230b-…",
    "cairn undo --dream",
    "cairn undo import-2f9c41ab",
  ],
  input: z.strictObject({
    change: z
      .string()
      .optional()
      .describe(
        "A memory by its id, for its last change; a change as history names it; a dream or an import; without it, all that was last done at once",
      )
      .meta({ cli: { value: "<change>" } }),
    session: z.string().optional().describe("Everything this session itself changed, as far as it can be taken back"),
    dream: z.boolean().default(false).describe("The last dream, as far as nothing changed since"),
    agent: AgentField,
  }),
  output: z.object({
    undone: z.array(Undone),
    left: z.array(Left),
    /** Of an import that was taken back: undo with this brings all of it again. */
    again: z.string().optional(),
  }),

  async run({ change, session, dream, agent }, cairn) {
    if (change !== undefined && (dream || session !== undefined)) {
      throw new CairnError("INPUT_ERROR", "What is to be taken back is said twice.", {
        field: "change",
        hint: "Nothing was done. Name a change, or say session or dream.",
      });
    }
    const { told } = await storesTold(cairn, agent);
    const { project, notes } = cairn.places;
    const closed = notes.find(({ what }) => what === "refused");
    if (session !== undefined) {
      const known = told.flatMap(({ history }) => sessionsIn(history));
      const meant = sessionCalled(session, known) ?? sessionNeeded(cairn, session);
      return undoEach(cairn, told, ({ history }) => changesOf(history, meant));
    }
    const run = dream ? lastDream(told, project.names) : change?.startsWith(DREAM) ? knownRun(told, change) : undefined;
    const whole = wholeRun(told, change);
    if (whole !== undefined) return undoRun(cairn, told, whole);
    const { takeBackPulled } = await import("../team/pulled.ts");
    const pulled = run !== undefined || change === undefined ? [] : await takeBackPulled(cairn, told, change);
    if (pulled.length > 0) return { undone: pulled, left: [] };
    if (run !== undefined) return undoEach(cairn, told, ({ history }) => changesOfRun(history, run).standing);
    const { store, entries } =
      change === undefined ? lastIn(told, project.names, closed?.message) : changeNamed(told, change);
    const last = change === undefined ? wholeRun(told, entries[0]?.record.run) : undefined;
    if (last !== undefined) return undoRun(cairn, told, last);
    return { undone: await takeBack(cairn, store, entries), left: [] };
  },

  show({ undone, left, again: run }, { change: named, session, dream }) {
    const isOneAct =
      run === undefined &&
      undone.length > 1 &&
      session === undefined &&
      !dream &&
      !/^(?:dream-|git:)/.test(named ?? "");
    const again = (by: string) => (isOneAct || run !== undefined ? "" : `; to have it again: cairn undo ${by}`);
    const lines = undone.map(
      ({ change, id, what, by, warning, draft }) =>
        `Undone: ${what} of ${id} (${change})${again(by)}${told(draft)}${warning === undefined ? "" : `\n${warning}`}`,
    );
    if (run !== undefined) lines.splice(MOST_SHOWN, lines.length, ...rest(undone.length));
    const whole = isOneAct ? undone[0]?.by : undone.length > 0 ? run : undefined;
    if (whole !== undefined) lines.push(`To have all ${undone.length} again: cairn undo ${whole}`);
    const kept = left.map(({ change, id, reason }) => `Left: ${id} (${change}): ${reason}`);
    if (undone.some(({ by }) => by.startsWith("team:"))) lines.push(COMMIT);
    return [...lines, ...kept].join("\n") || (session === undefined ? "Nothing of that still stands." : NOT_ITS_OWN);
  },
});

const MOST_SHOWN = 20;

function rest(count: number): string[] {
  return count > MOST_SHOWN ? [`… and ${count - MOST_SHOWN} more (--json names them)`] : [];
}

const COMMIT = "Commit .claude/memory and push: that is how the others get it.";
const NOT_ITS_OWN =
  "Nothing that session changed itself still stands. What you accepted or summed up of it later is a change of its own: history names each.";

function told(draft: string | undefined): string {
  return draft === undefined ? "" : `\nIts draft waits again: cairn review ${shortKey(draft)}`;
}

const DREAM = "dream-";
