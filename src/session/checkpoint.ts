/**
 * Where the work of a session stands, kept so that it can be picked up: in its trail, and in the files that hold the
 * state of the work, where every session has a part of its own. Words of tools and of the person stay in the trail.
 */

import { worthOf } from "../conversation/trust-of-words.ts";
import { defined } from "../model/defined.ts";
import type { Kind } from "../model/kind.ts";
import { planRemember } from "../store/remember.ts";
import { type Wish, wishFrom } from "../store/wish.ts";
import { type Blocker, bodyWithout, freedIn, openBlockers, saidResolved } from "../text/blockers.ts";
import { inShort } from "../text/lines.ts";
import { nothingYet, type SessionState } from "../trail/session-state.ts";
import type { Checkpoint } from "../trail/step.ts";
import { type ThreadRecord, threadRecord } from "../trail/thread-record.ts";
import type { Trail } from "../trail/trail.ts";
import { HOOK_MS, inTime } from "./in-time.ts";
import type { Around } from "./moment.ts";

type CheckpointWords = Pick<Checkpoint, "task" | "progress" | "blockers">;

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
  const state = trail?.state() ?? { ...nothingYet, lastActivity: at, checkpoint: { at, ...words } };
  const saved: string[] = [];
  if (words.task !== undefined) saved.push(...(await keep(asked, "task", words.task)));
  const record = recordOf(asked, state);
  if (record?.isDone !== true) {
    const progress = progressIn(record, state.checkpoint?.progress);
    if (progress !== "") saved.push(...(await keep(asked, "progress", progress)));
  }
  for (const blocker of await newsOfBlockers(asked, words.blockers))
    saved.push(...(await keep(asked, "blocker", blocker)));
  if (record?.isDone === true && (await finish(asked, record))) saved.push("project:completed");
  return [...new Set(saved)];
}

/**
 * As a session ends, where the project keeps files of its work: what is done moves to what is done, what is not shows
 * where the session left it. They are views of its record, and say no more than it.
 */
export async function leaveWork(asked: Asked): Promise<void> {
  const { trail, cairn } = asked;
  const state = trail?.state();
  const record = state === undefined || state.stopped ? undefined : recordOf(asked, state);
  if (record?.wanted === undefined || record.isSlight) return;
  if (record.isDone) return void (await finish(asked, record));
  const store = (await cairn.stores()).of("project");
  const keeps = (id: string) => store.memories().some((memory) => memory.id === id && memory.status === "active");
  const progress = progressIn(record);
  if (keeps("current-task")) await keep(asked, "task", record.wanted);
  if (keeps("active") && progress !== "") await keep(asked, "progress", progress);
}

function recordOf({ session, cairn }: Asked, state: SessionState): ThreadRecord | undefined {
  return threadRecord({ session: session ?? "", state }, cairn.places.project.path);
}

async function finish(asked: Asked, record: ThreadRecord): Promise<boolean> {
  const { cairn, session } = asked;
  const said = record.wanted ?? record.stands[0];
  if (session === undefined || said === undefined) return false;
  const commits = record.commits.filter((subject) => subject !== "");
  const text = [said.replace(/\.$/, ""), ...commits.map((subject) => `committed "${subject}"`)].join("; ");
  const store = (await cairn.stores()).of("project");
  const wish = wishOf(asked, { kind: "progress", title: "completed", text });
  if (wish.trust === "untrusted") return false;
  const { planFinished } = await import("../store/finished-work.ts");
  const { result } = await cairn.change(store, (context) => planFinished(context, wish, session));
  return result;
}

/** The same as an agent says it in passing: "X is unblocked" takes X off the list. */
export async function resolveSaid(asked: Asked, talk: string, until = asked.at): Promise<void> {
  const freed = freedIn(talk);
  if (freed.length === 0 || asked.trail?.state().offTheRecord === true) return;
  const isSpokenOf = ({ text }: Blocker) =>
    bodyWithout(`- ${text}`, freed, asked.cairn.clock.now()).resolved.length > 0;
  const meant = (await blockersNow(asked)).filter(isSpokenOf);
  // What came into the way after it was said is not what was meant.
  if (meant.length === 0 || meant.some(({ at = "" }) => Date.parse(at) > Date.parse(until))) return;
  for (const said of freed) await keep(asked, "blocker", said);
}

/** As a session ends: what was said so in a turn whose end was cut short. */
export async function resolveLeft(asked: Asked): Promise<void> {
  for (const line of asked.trail?.newest() ?? [])
    if (line.is === "close" && line.said !== undefined) await resolveSaid(asked, line.said, line.at);
}

/** The same at a moment of the host's: what takes longer goes on behind the answer. */
export async function takeInPassing(asked: Asked): Promise<void> {
  await inTime(asked, "checkpoint", takeCheckpoint(asked, {}), HOOK_MS);
}

/** What the agent said of it, and what the trail knows: only names and the agent's own list. */
function progressIn(record: ThreadRecord | undefined, own?: string): string {
  const { stands = [], files = [], next = [] } = record ?? {};
  const open = next.map((text) => inShort(text, TODO_LENGTH));
  return [
    // What others may have put into it is no part of the record; the file says whose words it holds.
    ...(own === undefined || stands.includes(own) ? [] : [own.trim()]),
    ...stands.map((text) => text.trim()),
    ...(files.length === 0 ? [] : [`Files changed: ${files.join(", ")}`]),
    ...(open.length === 0 ? [] : [`Still to do: ${open.slice(-MOST_TODOS).join("; ")}`]),
  ].join("\n\n");
}

export function isOthersWords(cairn: Asked["cairn"], text: string): boolean {
  return worthOf(cairn, undefined, { whole: [text], told: [] }) === "untrusted";
}

/** Words of others stay in the trail of the session that told them: the files are what every session goes on from. */
async function keep(asked: Asked, kind: Kind, text: string): Promise<string[]> {
  const { cairn } = asked;
  const store = (await cairn.stores()).of("project");
  const wish = wishOf(asked, { kind, text });
  if (wish.trust === "untrusted") return [];
  const { result } = await cairn.change(store, (context) => planRemember(context, wish, () => ""));
  return [`project:${result.id}`];
}

function wishOf({ cairn, session }: Asked, said: { kind: Kind; text: string; title?: string }): Wish {
  const source = { ...cairn.sourceFor("project"), ...defined({ session }) };
  return wishFrom({ ...said, trust: worthOf(cairn, undefined, { whole: [said.text], told: [] }), source });
}

/** One that stands there already is not added again; an empty list says that nothing is in the way. */
async function newsOfBlockers(asked: Asked, blockers: readonly string[] | undefined): Promise<string[]> {
  if (blockers === undefined) return [];
  const open = await blockersNow(asked);
  const said = blockers.length === 0 ? ["None"] : blockers.map((blocker) => blocker.trim());
  const isNews = (text: string) =>
    saidResolved(text)?.isPlain === true ? open.length > 0 : !open.some((one) => one.text === text);
  return said.filter((text) => text !== "" && isNews(text));
}

async function blockersNow({ cairn }: Asked): Promise<Blocker[]> {
  const store = (await cairn.stores()).of("project");
  const known = store.memories().filter(({ kind, status }) => kind === "blocker" && status === "active");
  return known.flatMap(({ id }) => openBlockers(store.read(id)?.body ?? ""));
}
