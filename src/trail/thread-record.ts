/**
 * The one small record of a session that every view of it prints: what was wanted, where it stands, what is next, what is
 * in the way, branch, files, when. What may be the words of others is left out of it. Pure.
 */

import { defined } from "../model/defined.ts";
import { pathFrom } from "../text/relative-path.ts";
import type { SessionState } from "./session-state.ts";
import type { KnownSession } from "./sessions.ts";

export interface ThreadRecord {
  readonly session: string;
  /** When it was last at work, as an ISO time. */
  readonly at: string;
  readonly branch?: string;
  /** The task, and what was asked for last where that is something else. */
  readonly wanted?: string;
  readonly latest?: string;
  readonly stands: readonly string[];
  /** Done in earlier turns, the newest last. */
  readonly before: readonly string[];
  readonly next: readonly string[];
  readonly inTheWay: readonly string[];
  /** Below the project, the newest last. */
  readonly files: readonly string[];
  readonly commits: readonly string[];
  /** Nobody has anything left to do there, as far as it can be told. */
  readonly isDone: boolean;
  /** It came to little: a question, a greeting. */
  readonly isSlight: boolean;
  readonly unattended: boolean;
}

const MOST_FILES = 8;
const SLIGHT_TURNS = 2;
/** In a checkpoint's words. */
const DONE =
  /^(?:all |everything (?:is )?|(?:it|this|that|the (?:task|work)) is (?:all )?)?(?:done|finished|complete(?:d)?|shipped|merged|released)\b(?! (?:with|except|but|up to|half))/i;

/** Undefined where nothing of it may be told, or nothing was asked for and done. */
export function threadRecord({ session, state }: KnownSession, project: string): ThreadRecord | undefined {
  const { thread, offTheRecord, lastActivity, branch, unattended } = state;
  if (offTheRecord || lastActivity === undefined) return undefined;
  const checkpoint = thread.heard?.checkpoint === true ? undefined : state.checkpoint;
  const closing = thread.closing?.heard === false ? thread.closing : undefined;
  const todos = thread.heard?.todos === true ? [] : state.todos;
  const open = todos.filter(({ done }) => !done).map(({ text }) => text);
  const wanted = checkpoint?.task ?? thread.wanted?.text;
  const latest = thread.latest?.text;
  const files = state.files.flatMap((file) => pathFrom(project, file) ?? []);
  const blockers = checkpoint?.blockers ?? [];
  const record = {
    session,
    at: lastActivity,
    ...defined({ branch, wanted }),
    ...(latest === undefined || latest === wanted ? {} : { latest }),
    stands: [
      ...(checkpoint?.progress === undefined ? [] : [checkpoint.progress]),
      ...(closing?.stands ?? []),
      ...checked(state),
    ],
    before: (thread.did ?? []).filter((line) => !closing?.stands.includes(line)),
    next: [
      ...new Set([
        ...open,
        ...(closing?.next ?? []),
        ...(closing?.asks === undefined ? [] : [`asked: ${closing.asks}`]),
      ]),
    ],
    inTheWay: [...new Set([...blockers, ...(closing?.inTheWay ?? [])])],
    files: files.slice(-MOST_FILES),
    commits: thread.commits,
    unattended,
  };
  const didNothing =
    files.length === 0 && thread.commits.length === 0 && todos.length === 0 && checkpoint?.progress === undefined;
  if (wanted === undefined && didNothing) return undefined;
  const isSlight = didNothing && state.turns <= SLIGHT_TURNS && record.inTheWay.length === 0;
  return { ...record, isDone: isDone(record, state), isSlight };
}

function checked({ thread: { check } }: SessionState): string[] {
  if (check === undefined) return [];
  return [`${check.command} ${check.passed === undefined ? "ran last" : check.passed ? "passed" : "failed"}`];
}

/** The person said so; or all there was to do is done, and nothing speaks against it. */
function isDone(record: Pick<ThreadRecord, "next" | "inTheWay">, { thread, todos, checkpoint }: SessionState): boolean {
  if (thread.isOver === true) return true;
  if (record.next.length > 0 || record.inTheWay.length > 0 || thread.check?.passed === false) return false;
  const progress = checkpoint?.progress ?? "";
  const isSaid = thread.heard?.checkpoint !== true && progress !== "" && DONE.test(progress);
  return isSaid || thread.commits.length > 0 || todos.length > 0;
}
