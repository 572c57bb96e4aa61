/** What the views say of a project's session: S0's `_session.json`, and the head of its index. Pure. */

import type { Memory } from "../model/memory.ts";
import { jsonObjectFrom } from "../text/json.ts";
import { nothingYet, type SessionStanding, sessionStandingOf } from "../trail/session-state.ts";
import type { KnownSession } from "../trail/sessions.ts";
import { type ThreadRecord, threadRecord } from "../trail/thread-record.ts";

export interface SessionSheet {
  readonly session: string | undefined;
  /** ISO times. */
  readonly started: string | undefined;
  readonly lastActivity: string | undefined;
  readonly branch: string | undefined;
  readonly status: Uppercase<SessionStanding>;
  /** What it is about and how it stands. */
  readonly thread: ThreadRecord | undefined;
}

/** Of the session that was at work last. */
export function sessionSheet(
  latest: KnownSession | undefined,
  {
    enabled,
    branch,
    project,
  }: { readonly enabled: boolean; readonly branch: string | undefined; readonly project: string },
): SessionSheet {
  const status = sessionStandingOf(latest?.state ?? nothingYet, { enabled });
  return {
    session: latest?.session,
    started: latest?.state.started,
    lastActivity: latest?.state.lastActivity,
    branch: branch ?? latest?.state.branch,
    // One that has ended is at work no more.
    status: (status === "active" && latest?.state.ended
      ? "inactive"
      : status
    ).toUpperCase() as Uppercase<SessionStanding>,
    thread: latest === undefined ? undefined : threadRecord(latest, project),
  };
}

interface SessionPage {
  readonly sheet: SessionSheet;
  readonly project: string;
  readonly projectPath: string;
  /** What belongs in the tables. */
  readonly memories: readonly Memory[];
  readonly maxEntries: number;
}

/** The keys S0 names; what else stands in the old text stays, unless it is torn. */
export function printSession({ sheet, project, projectPath, memories, maxEntries }: SessionPage, old: string): string {
  const count = (kind: string) => memories.filter((memory) => memory.kind === kind).length;
  const page = {
    active: sheet.status === "ACTIVE",
    autoActivate: sheet.status !== "DISABLED",
    session: sheet.session ?? null,
    started: sheet.started ?? null,
    projectKey: project,
    projectPath,
    branch: sheet.branch ?? null,
    lastActivity: sheet.lastActivity ?? null,
    task: sheet.thread?.wanted ?? null,
    progress: sheet.thread?.stands ?? [],
    next: sheet.thread?.next ?? [],
    blockers: sheet.thread?.inTheWay ?? [],
    stats: {
      decisions: count("decision"),
      analyses: count("analysis"),
      indexArchived: Math.max(0, memories.length - maxEntries),
      subagentOutputs: count("subagent"),
    },
  };
  return `${JSON.stringify({ ...jsonObjectFrom(old), ...page }, null, 2)}\n`;
}
