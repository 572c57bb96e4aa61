/** `undo`: take back the last change, one by its id, what a session did, or a whole dream; itself in the history. */

import type { Cairn } from "../cairn.ts";
import { followUndo } from "../capture/taken-back.ts";
import { sessionCalled } from "../conversation/session-found.ts";
import { partlyDone, unlessRefused } from "../disk/files.ts";
import { parseMemory } from "../format/parse.ts";
import { shortKey } from "../inbox/inbox-drafts.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { AgentField } from "../recall/memory-output.ts";
import { changeId, changeNamed, knownRun, lastDream, lastIn } from "../store/change-meant.ts";
import type { Waiting } from "../store/inbox.ts";
import type { LogEntry } from "../store/log.ts";
import type { Store } from "../store/store.ts";
import { changesOf, changesOfRun, sessionsIn, stepBack } from "../store/undo.ts";
import { storesTold } from "./history.ts";
import { operation } from "./operation.ts";
import { OVERTAKEN } from "./remember.ts";

const Undone = z.object({
  change: z.string(),
  id: z.string(),
  what: z.string(),
  by: z.string(),
  warning: z.string().optional(),
  /** The draft it came from, which waits again. */
  draft: z.string().optional(),
});
type Undone = z.infer<typeof Undone>;
const Left = z.object({ change: z.string(), id: z.string(), reason: z.string() });
type Left = z.infer<typeof Left>;
const Outcome = z.object({ undone: z.array(Undone), left: z.array(Left) });
type Outcome = z.infer<typeof Outcome>;

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
        "A memory by its id, for its last change; a change as history names it; a dream; without it, the last change",
      )
      .meta({ cli: { value: "<change>" } }),
    session: z.string().optional().describe("Everything this session itself changed, as far as it can be taken back"),
    dream: z.boolean().default(false).describe("The last dream, as far as nothing changed since"),
    agent: AgentField,
  }),
  output: Outcome,

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
      const meant =
        sessionCalled(
          session,
          told.flatMap(({ history }) => sessionsIn(history)),
        ) ?? session;
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

  show({ undone, left }, { session }) {
    const lines = undone.map(
      ({ change, id, what, by, warning, draft }) =>
        `Undone: ${what} of ${id} (${change}); to have it again: undo ${by}${told(draft)}${warning === undefined ? "" : `\n${warning}`}`,
    );
    const kept = left.map(({ change, id, reason }) => `Left: ${id} (${change}): ${reason}`);
    return [...lines, ...kept].join("\n") || (session === undefined ? "Nothing of that still stands." : NOT_ITS_OWN);
  },
});

/** What git brought into the team's folder is no record of Cairn's; its own word means an own change where one stands. */
async function pulledChanges(cairn: Cairn, stores: readonly Store[], change: string): Promise<Undone[]> {
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
  return draft === undefined ? "" : `\nIts draft waits again: review ${shortKey(draft)}`;
}

async function takeBack(cairn: Cairn, store: Store, entries: readonly LogEntry[]): Promise<Undone[]> {
  // Read before anything is changed: afterwards the disk may refuse.
  const known = new Map(entries.map((entry) => [entry.record.seq, { entry, what: undoneWord(store, entry) }]));
  const { done } = await cairn.change(store, (context) => ({
    steps: entries.map((entry) => stepBack(context, entry)),
    result: undefined,
  }));
  // What was taken back is: a disk that refuses now must not make it look otherwise, and the next review sees to it.
  const again = (await unlessRefused(() => followUndo(cairn, store))) ?? [];
  return done.map(({ step, seq, late }) => {
    const { entry, what = "change" } = known.get(step.of ?? 0) ?? {};
    return {
      ...(late ? { warning: OVERTAKEN } : {}),
      ...draftOf(entry, again),
      change: changeId(store, step.of ?? 0),
      id: step.id,
      what,
      by: changeId(store, seq),
    };
  });
}

function draftOf(entry: LogEntry | undefined, again: readonly Waiting[]): { draft?: string } {
  const draft = again.find(({ key }) => key === entry?.record.draft)?.key;
  return defined({ draft });
}

const DREAM = "dream-";

type Choose = (store: Store) => readonly LogEntry[];

/** One after the other, so that what cannot be taken back keeps nothing else. A disk that refuses ends it. */
async function undoEach(cairn: Cairn, stores: readonly Store[], choose: Choose): Promise<Outcome> {
  const undone: Undone[] = [];
  const left: Left[] = [];
  for (const store of stores) {
    for (const entry of choose(store)) {
      try {
        undone.push(...(await takeBack(cairn, store, [entry])));
      } catch (error) {
        if (!(error instanceof CairnError)) throw error;
        if (error.kind === "unavailable")
          throw undone.length === 0 ? error : partlyDone(error, "what was to be undone");
        left.push({ change: changeId(store, entry.record.seq), id: entry.record.id ?? "", reason: error.message });
      }
    }
  }
  return { undone, left };
}

const words: Readonly<Record<string, string>> = {
  retired: "retirement",
  archived: "archiving",
  active: "restoring",
};

/** What a change was, for who took it back: an update that retired or restored a memory is called that. */
function undoneWord({ history }: Store, entry: LogEntry | undefined): string {
  const op = entry?.record.op ?? "change";
  if (entry === undefined || op !== "update") return op;
  const { before, after } = history.log.textsOf(entry);
  const [was, is] = [statusIn(before), statusIn(after)];
  return was === is ? op : (words[is ?? ""] ?? op);
}

function statusIn(text: Buffer | undefined): string | undefined {
  return text === undefined ? undefined : (parseMemory(text.toString("utf8"), "").written.status ?? "active");
}
