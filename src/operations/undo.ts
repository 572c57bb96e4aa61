/** `undo`: take back the last change, one by its id, what a session did, or a whole dream; itself in the history. */

import type { Cairn } from "../cairn.ts";
import { type TakenBack, takeBack, undoEach } from "../capture/taken-back.ts";
import { sessionCalled } from "../conversation/session-found.ts";
import { sessionNeeded } from "../conversation/session-meant.ts";
import { shortKey } from "../inbox/inbox-drafts.ts";
import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { AgentField } from "../recall/memory-output.ts";
import { changeNamed, knownRun, lastDream, lastIn } from "../store/change-meant.ts";
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
  ],
  input: z.strictObject({
    change: z
      .string()
      .optional()
      .describe(
        "A memory by its id, for its last change; a change as history names it; a dream; without it, all that was last done at once",
      )
      .meta({ cli: { value: "<change>" } }),
    session: z.string().optional().describe("Everything this session itself changed, as far as it can be taken back"),
    dream: z.boolean().default(false).describe("The last dream, as far as nothing changed since"),
    agent: AgentField,
  }),
  output: z.object({ undone: z.array(Undone), left: z.array(Left) }),

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
    const pulled = run !== undefined || change === undefined ? [] : await pulledChanges(cairn, told, change);
    if (pulled.length > 0) return { undone: pulled, left: [] };
    if (run !== undefined) return undoEach(cairn, told, ({ history }) => changesOfRun(history, run).standing);
    const { store, entries } =
      change === undefined ? lastIn(told, project.names, closed?.message) : changeNamed(told, change);
    return { undone: await takeBack(cairn, store, entries), left: [] };
  },

  show({ undone, left }, { change: named, session, dream }) {
    const isOneAct = undone.length > 1 && session === undefined && !dream && !/^(?:dream-|git:)/.test(named ?? "");
    const again = (by: string) => (isOneAct ? "" : `; to have it again: cairn undo ${by}`);
    const lines = undone.map(
      ({ change, id, what, by, warning, draft }) =>
        `Undone: ${what} of ${id} (${change})${again(by)}${told(draft)}${warning === undefined ? "" : `\n${warning}`}`,
    );
    if (isOneAct) lines.push(`To have all ${undone.length} again: cairn undo ${undone[0]?.by}`);
    const kept = left.map(({ change, id, reason }) => `Left: ${id} (${change}): ${reason}`);
    return [...lines, ...kept].join("\n") || (session === undefined ? "Nothing of that still stands." : NOT_ITS_OWN);
  },
});

/** What git brought into the team's folder is no record of Cairn's; its own word means an own change where one stands. */
async function pulledChanges(cairn: Cairn, stores: readonly Store[], change: string): Promise<TakenBack[]> {
  const store = stores.find(({ root }) => root.scope === "team");
  const isElsewhere = /^[^:]+$/.test(change) && stores.some((one) => one !== store && one.find(change as MemoryId));
  if (store === undefined || isElsewhere) return [];
  const { pulledMeant, takeBackPulled } = await import("../team/pulled.ts");
  const meant = await pulledMeant(cairn, store, change);
  return meant.length === 0 ? [] : takeBackPulled(cairn, store, meant);
}

const NOT_ITS_OWN =
  "Nothing that session changed itself still stands. What you accepted or summed up of it later is a change of its own: history names each.";

function told(draft: string | undefined): string {
  return draft === undefined ? "" : `\nIts draft waits again: cairn review ${shortKey(draft)}`;
}

const DREAM = "dream-";
