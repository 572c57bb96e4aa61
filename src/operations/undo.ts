/** `undo`: take back the last change, one by its id, what a session did, or a whole dream; itself in the history. */

import type { Cairn } from "../cairn.ts";
import { takeBack, undoEach, undoRun } from "../capture/taken-back.ts";
import { sessionCalled } from "../conversation/session-found.ts";
import { sessionNeeded } from "../conversation/session-meant.ts";
import { shortKey } from "../inbox/inbox-drafts.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { AgentField } from "../recall/memory-output.ts";
import { changeNamed, knownRun, lastDream, lastIn } from "../store/change-meant.ts";
import { wholeRun } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
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
        hint: "Nothing was done. Name a change, or say --session or --dream.",
      });
    }
    const { told } = await storesTold(cairn, agent);
    const target = targetOf({ change, session, dream }, cairn, told);
    switch (target.is) {
      case "session":
        return undoEach(cairn, told, ({ history }) => changesOf(history, target.session));
      case "dream":
        return undoEach(cairn, told, ({ history }) => changesOfRun(history, target.run).standing);
      case "whole":
        return undoRun(cairn, told, target.run);
      case "last":
        return { undone: await takeBack(cairn, target.store, target.entries), left: [] };
      case "named":
        return { undone: await takeBackNamed(cairn, told, target.change), left: [] };
    }
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
    if (whole !== undefined)
      lines.push(`To have ${undone.length === 1 ? "it" : `all ${undone.length}`} again: cairn undo ${whole}`);
    const kept = left.map(({ change, id, reason }) => `Left: ${id} (${change}): ${reason}`);
    if (undone.some(({ by }) => by.startsWith("team:"))) lines.push(COMMIT);
    return [...lines, ...kept].join("\n") || (session === undefined ? "Nothing of that still stands." : NOT_ITS_OWN);
  },
});

interface Asked {
  readonly change?: string | undefined;
  readonly session?: string | undefined;
  readonly dream: boolean;
}

type Target =
  /** All a session did, and all a dream did: each change by itself, as far as it stands. */
  | { readonly is: "session"; readonly session: string }
  | { readonly is: "dream"; readonly run: string }
  /** A run that is taken back as one. */
  | { readonly is: "whole"; readonly run: string }
  | ({ readonly is: "last" } & ReturnType<typeof lastIn>)
  | { readonly is: "named"; readonly change: string };

function targetOf({ change, session, dream }: Asked, cairn: Cairn, told: readonly Store[]): Target {
  const { project, notes } = cairn.places;
  if (session !== undefined) {
    const known = told.flatMap(({ history }) => sessionsIn(history));
    return { is: "session", session: sessionCalled(session, known) ?? sessionNeeded(cairn, session) };
  }
  if (dream) return { is: "dream", run: lastDream(told, project.names) };
  if (change === undefined) {
    const closed = notes.find(({ what }) => what === "refused");
    const last = lastIn(told, project.names, closed?.message);
    const run = wholeRun(told, last.entries[0]?.record.run);
    return run === undefined ? { is: "last", ...last } : { is: "whole", run };
  }
  if (change.startsWith(DREAM)) return { is: "dream", run: knownRun(told, change) };
  const run = wholeRun(told, change);
  return run === undefined ? { is: "named", change } : { is: "whole", run };
}

/** What a commit brought, or a change made here. */
async function takeBackNamed(cairn: Cairn, told: readonly Store[], change: string) {
  const { takeBackPulled } = await import("../team/pulled.ts");
  const pulled = await takeBackPulled(cairn, told, change);
  if (pulled.length > 0) return pulled;
  const { store, entries } = changeNamed(told, change);
  return takeBack(cairn, store, entries);
}

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
