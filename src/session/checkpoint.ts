/**
 * Where the work of a session stands, kept so that it can be picked up: in its trail, and in the files that hold the
 * state of the work, where every session has a part of its own. Words of tools and of the person stay in the trail.
 */

import { worthOf } from "../conversation/trust-of-words.ts";
import { defined } from "../model/defined.ts";
import type { Kind } from "../model/kind.ts";
import { planRemember } from "../store/remember.ts";
import { wishFrom } from "../store/wish.ts";
import { nothingYet, type SessionState } from "../trail/session-state.ts";
import type { Checkpoint } from "../trail/step.ts";
import type { Trail } from "../trail/trail.ts";
import { inOneLine } from "./at-hand.ts";
import { HOOK_MS, inTime } from "./in-time.ts";
import type { Around } from "./moment.ts";

type CheckpointWords = Pick<Checkpoint, "task" | "progress" | "blockers">;

const MOST_FILES = 12;
const MOST_TODOS = 10;
const TODO_LENGTH = 160;

/** Without a session there is no trail either: then only what is said is kept. */
interface Asked extends Pick<Around, "cairn" | "at"> {
  readonly session: string | undefined;
  readonly trail: Trail | undefined;
}

/** Returns the memories that hold it now, as `scope:id`. */
export async function takeCheckpoint(asked: Asked, words: CheckpointWords): Promise<string[]> {
  const { trail, at, cairn, session } = asked;
  cairn.sessions.refuseOffTheRecord(session);
  trail?.append({ is: "checkpoint", at, ...words });
  trail?.sumUp(at);
  const state = trail?.state() ?? { ...nothingYet, checkpoint: { at, ...words } };
  const saved: string[] = [];
  if (words.task !== undefined) saved.push(await keep(asked, "task", words.task));
  const progress = progressIn(state, cairn.places.project.path);
  if (progress !== "") saved.push(await keep(asked, "progress", progress));
  for (const blocker of await unknownBlockers(asked, words.blockers ?? []))
    saved.push(await keep(asked, "blocker", blocker));
  return [...new Set(saved)];
}

/** The same at a moment of the host's: what takes longer goes on behind the answer. */
export async function takeInPassing(asked: Asked): Promise<void> {
  await inTime(asked, "checkpoint", takeCheckpoint(asked, {}), HOOK_MS);
}

/** What the agent said of it, and what the trail knows: only names and the agent's own list. */
function progressIn({ checkpoint, files, todos }: SessionState, project: string): string {
  const inside = files.filter((file) => file.startsWith(`${project}/`)).map((file) => file.slice(project.length + 1));
  const open = todos.filter(({ done }) => !done).map(({ text }) => inOneLine(text, TODO_LENGTH));
  return [
    ...(checkpoint?.progress === undefined ? [] : [checkpoint.progress.trim()]),
    ...(inside.length === 0 ? [] : [`Files changed: ${inside.slice(-MOST_FILES).join(", ")}`]),
    ...(open.length === 0 ? [] : [`Still to do: ${open.slice(-MOST_TODOS).join("; ")}`]),
  ].join("\n\n");
}

async function keep({ cairn, session }: Asked, kind: Kind, text: string): Promise<string> {
  const store = (await cairn.stores()).of("project");
  const none = { tags: [], aliases: [], files: [], fields: {} };
  const source = { ...cairn.sourceFor("project"), ...defined({ session }) };
  const wish = wishFrom({ ...none, kind, text, trust: worthOf(cairn, undefined, { whole: [text], told: [] }), source });
  const { result } = await cairn.change(store, (context) => planRemember(context, wish, () => ""));
  return `project:${result.id}`;
}

/** One that stands there already is not added again. */
async function unknownBlockers({ cairn }: Asked, blockers: readonly string[]): Promise<string[]> {
  const store = (await cairn.stores()).of("project");
  const known = store.memories().filter(({ kind, status }) => kind === "blocker" && status === "active");
  const said = known.map(({ id }) => store.read(id)?.body ?? "").join("\n");
  return blockers.filter((blocker) => blocker.trim() !== "" && !said.includes(blocker.trim()));
}
