/**
 * Every setting there is: a table, one row each, and only rows whose behaviour exists. The type, the checks, `config` and
 * the reference all follow from the rows. Nothing in a repository is ever read as a setting.
 */

import { defined } from "./defined.ts";

export interface SettingColumns<T> {
  readonly fallback: T;
  readonly about: string;
  /** An environment variable that stands above the files. */
  readonly env?: string;
}

interface FlagRow extends SettingColumns<boolean> {
  readonly type: "flag";
}
export interface WholeRow extends SettingColumns<number> {
  readonly type: "whole";
  readonly min: number;
  readonly max: number;
}
/** A part of one: 0.4. */
interface ShareRow extends SettingColumns<number> {
  readonly type: "share";
}
interface ChoiceRow<C extends string = string> extends SettingColumns<C> {
  readonly type: "choice";
  readonly choices: readonly C[];
}
interface SeveralRow<C extends string = string> extends SettingColumns<readonly C[]> {
  readonly type: "several";
  readonly choices: readonly C[];
}
interface TextRow extends SettingColumns<string> {
  readonly type: "text";
  /** What it must look like, where not every line will do; empty always will. */
  readonly form?: { readonly pattern: RegExp; readonly like: string };
}
/** Of a server; empty is none. */
interface AddressRow extends SettingColumns<string> {
  readonly type: "address";
}
export type SettingRow = FlagRow | WholeRow | ShareRow | ChoiceRow | SeveralRow | TextRow | AddressRow;

const flag = (fallback: boolean, about: string): FlagRow => ({ type: "flag", fallback, about });

const whole = (fallback: number, min: number, max: number, about: string): WholeRow => {
  return { type: "whole", fallback, min, max, about };
};

const share = (fallback: number, about: string): ShareRow => ({ type: "share", fallback, about });

const choice = <const C extends string>(fallback: NoInfer<C>, choices: readonly C[], about: string): ChoiceRow<C> => {
  return { type: "choice", fallback, choices, about };
};

const several = <const C extends string>(
  fallback: readonly NoInfer<C>[],
  choices: readonly C[],
  about: string,
): SeveralRow<C> => {
  return { type: "several", fallback, choices, about };
};

const text = (fallback: string, about: string, env?: string): TextRow => {
  return { type: "text", fallback, about, ...defined({ env }) };
};

const address = (about: string): AddressRow => ({ type: "address", fallback: "", about });

const ABOUT_CATEGORY = "What a memory of this kind is, as shown beside what is recalled; empty: Cairn's own words";

const ENABLED = "Whether memories of this kind come about by themselves at all";
const AUTO_CAPTURE = "Whether triage may propose memories of this kind";
const RETENTION = "Days without a change after which capture retires a memory of this kind; 0 is never";
const THRESHOLD = "From this score on, triage finds a session worth a memory of this kind";

export const settings = {
  "team.enabled": flag(false, "Read and write memories of the team, which are committed with the code"),
  "team.allowTypes": several(
    ["project", "reference"],
    ["user", "feedback", "project", "reference"],
    "The types of memory that are kept in the team's folder and read from it; after a change: rebuild",
  ),
  "team.requireReview": flag(
    true,
    "What others brought into the team's folder comes up by itself only once you have accepted it here (team review)",
  ),
  "team.maxAgeDays": whole(
    0,
    0,
    3650,
    "Days after which a memory of the team's that nobody renewed or used here no longer comes up by itself; 0 is never",
  ),
  "sync.place": text(
    "",
    "The private git repository or the folder over which your memories are kept in step between your machines; empty: none",
    "CAIRN_SYNC",
  ),
  "sync.projects": flag(
    false,
    "Keep the memories of this project in step too (sync setup sets it); beyond the parts of projects: of every project",
  ),
  "sync.auto": flag(
    false,
    "Sync by itself soon after a session starts, after a long silence and when it ends, in the background of Cairn's server",
  ),
  "delete.grace_period_days": whole(30, 0, 3650, "Days a retired memory is kept before gc may take it away"),
  "delete.archive_retired": flag(true, "gc archives retired memories instead of deleting them"),
  "history.maxDays": whole(180, 1, 36_500, "Days of history gc keeps"),
  "history.maxBytes": whole(200_000_000, 1_000_000, 1_000_000_000_000, "Bytes of history gc keeps for each folder"),
  "index.maxLines": whole(200, 10, 200, "The most lines MEMORY.md may have"),
  "index.maxBytes": whole(25_000, 1_000, 25_000, "The most bytes MEMORY.md may have"),
  "index.budgetTokens": whole(2_000, 100, 20_000, "The most tokens of lines Cairn itself adds to MEMORY.md"),
  "index.maxEntries": whole(20, 1, 200, "The most entries _index.md may have"),
  "agents.load": choice(
    "instead",
    ["instead", "alongside"],
    "Whether an agent is given its MEMORY.md instead of its state.md, or the one alongside the other",
  ),
  "workspace.maxLines": whole(100, 30, 1_000, "The most lines workspace.md may have by what Cairn adds to it"),
  "trail.maxDays": whole(30, 1, 3650, "Days the trail of a session is kept after its last step"),
  "guard.directWrites": choice(
    "adopt",
    ["adopt", "deny"],
    "Whether a memory file that the model writes by itself is taken in, or refused in favour of Cairn's tools",
  ),
  enabled: flag(true, "Whether Cairn does anything in a session; what you ask for is always done"),
  breadcrumb: choice(
    "auto",
    ["auto", "off"],
    "A marker at the end of replies where a host cannot tell of a lost context",
  ),
  "mode.capture": choice(
    "keep",
    ["off", "suggest", "keep", "auto"],
    "What becomes of what a session settles: nothing; drafts that wait for review when it ends; the same, but what is certain by its form (an answer to the host's own question, a remember or from now on said to the agent) is kept when the turn ends and can be undone; or that too, and once a session its own agent is asked to have the rest drafted by one sub-agent, of which what passes is kept",
  ),
  "capture.headless": flag(false, "With mode.capture auto: also in runs nobody watches (claude -p)"),
  "notify.capture": choice(
    "summary",
    ["silent", "summary", "announce", "review"],
    "Whether it is told what capture kept: not at all, in a line at the next prompt or start, to you at once; or nothing is kept without review",
  ),
  "memory.mode": choice(
    "index",
    ["index", "log"],
    "How a project's memory is kept: memories with an index of them in MEMORY.md, or a log of each day without one, for sessions that never end",
  ),
  "mode.summary": choice(
    "keep",
    ["off", "suggest", "keep", "auto"],
    "What becomes of a session that ends without a summary: nothing; a line at the next start; a summary by rule and at no cost, where mode.capture keeps things, which stays in the background and can be undone; or one by whom scribe.batch names, whatever mode.capture says. Made at its end, or once the next one has started",
  ),
  "session.loadThread": flag(true, "Show the thread of the last session at the start of the next one"),
  "session.loadMaster": flag(false, "Show the project's master at the start of every session, as far as there is room"),
  "summary.review": flag(true, "Show a summary before it is saved; without it, it is saved at once"),
  "notify.person": choice(
    "announce",
    ["silent", "announce", "review"],
    "Whether it is said aloud what is kept of you and gone by; with review, nothing an agent hands in is kept before you have agreed",
  ),
  "mode.dream": choice(
    "off",
    ["off", "suggest", "auto"],
    "Distilling daily logs into topics: only when asked, with a line at the start of a session, or by itself, by rule, after one has begun",
  ),
  "dream.minHours": whole(24, 0, 8_760, "Hours after a dream before the next one is due"),
  "dream.scanThrottleMin": whole(10, 0, 1_440, "Minutes after it was last looked whether a dream is due"),
  "dream.minSessions": whole(5, 0, 1_000, "Sessions of the project, this one aside, before a dream is due"),
  "dream.lockStaleMin": whole(
    60,
    1,
    10_080,
    "Minutes after which a dream counts as over whose process cannot be seen from here; a dead one counts as over at once, a living one never",
  ),
  "mode.nudge": choice(
    "on",
    ["off", "on"],
    "Ask the session's own model, where work concludes, to keep what was settled: at most 200 tokens an ask and five asks a session, none where nothing was settled; silent with mode.capture auto",
  ),
  "mode.synthesis": choice(
    "suggest",
    ["off", "suggest", "auto"],
    "What becomes of new summaries: nothing, a reminder that they are not in the master yet, or, by rule and at no cost, a new master when a session starts",
  ),
  "synthesis.minSummaries": whole(5, 1, 1_000, "With mode.synthesis auto: so many new summaries make a new master"),
  "synthesis.everyDays": whole(
    0,
    0,
    3_650,
    "With mode.synthesis auto: so many days after the last one, new summaries make a new master however few; 0 is never",
  ),
  "synthesis.maxBytes": whole(16_000, 4_000, 1_000_000, "The most bytes a master may have"),
  "synthesis.structure": choice(
    "fixed",
    ["fixed", "auto"],
    "The sections of a master: always the same five, or one for each large theme",
  ),
  "synthesis.docs": text("_docs", "The folder of the project whose documents a synthesis reads, beside the usual ones"),
  "synthesis.commits": whole(20, 0, 1_000, "How many of the last commits a synthesis looks at"),
  domains: {
    ...text("", "Parts of the project by their folders, for a master of their own: frontend=web/ ui/, backend=api/"),
    form: {
      pattern: /^\s*(?:\{.*\}|[a-z0-9-]+\s*[=:]\s*[^\s,][^,]*(?:,\s*[a-z0-9-]+\s*[=:]\s*[^\s,][^,]*)*)\s*$/,
      like: "frontend=web/ ui/, backend=api/",
    },
  },
  "recall.otherProjects": choice(
    "ask",
    ["ask", "allow", "deny"],
    "Whether an agent may read what is remembered of another project: ask you each time, always, or never",
  ),
  "retrieval.enabled": flag(true, "Show memories that bear on what is being said, unasked"),
  "retrieval.max_inject": whole(2, 0, 20, "The most memories shown unasked at one moment"),
  "retrieval.budgetTokens": whole(400, 50, 8_000, "The most tokens of memories shown unasked at one moment"),
  "categories.decision.description": text("", ABOUT_CATEGORY),
  "categories.runbook.description": text("", ABOUT_CATEGORY),
  "categories.constraint.description": text("", ABOUT_CATEGORY),
  "categories.tech_debt.description": text("", ABOUT_CATEGORY),
  "categories.preference.description": text("", ABOUT_CATEGORY),
  "categories.session_summary.description": text("", ABOUT_CATEGORY),
  "categories.decision.enabled": flag(true, ENABLED),
  "categories.runbook.enabled": flag(true, ENABLED),
  "categories.constraint.enabled": flag(true, ENABLED),
  "categories.tech_debt.enabled": flag(true, ENABLED),
  "categories.preference.enabled": flag(true, ENABLED),
  "categories.session_summary.enabled": flag(true, ENABLED),
  "categories.decision.auto_capture": flag(true, AUTO_CAPTURE),
  "categories.runbook.auto_capture": flag(true, AUTO_CAPTURE),
  "categories.constraint.auto_capture": flag(true, AUTO_CAPTURE),
  "categories.tech_debt.auto_capture": flag(true, AUTO_CAPTURE),
  "categories.preference.auto_capture": flag(true, AUTO_CAPTURE),
  "categories.session_summary.auto_capture": flag(true, AUTO_CAPTURE),
  "categories.decision.retention_days": whole(0, 0, 36_500, RETENTION),
  "categories.runbook.retention_days": whole(0, 0, 36_500, RETENTION),
  "categories.constraint.retention_days": whole(0, 0, 36_500, RETENTION),
  "categories.tech_debt.retention_days": whole(0, 0, 36_500, RETENTION),
  "categories.preference.retention_days": whole(0, 0, 36_500, RETENTION),
  "categories.session_summary.retention_days": whole(90, 0, 36_500, RETENTION),
  "categories.session_summary.max_retained": whole(5, 1, 1_000, "The most summaries of sessions that stay active"),
  max_memories_per_category: whole(
    100,
    1,
    100_000,
    "The most active memories of a kind that capture or an agent adds to; your own words are always kept",
  ),
  "triage.enabled": flag(true, "Look through sessions for what is worth keeping"),
  "triage.thresholds.decision": share(0.4, THRESHOLD),
  "triage.thresholds.runbook": share(0.5, THRESHOLD),
  "triage.thresholds.constraint": share(0.45, THRESHOLD),
  "triage.thresholds.tech_debt": share(0.4, THRESHOLD),
  "triage.thresholds.preference": share(0.4, THRESHOLD),
  "triage.thresholds.session_summary": share(0.6, THRESHOLD),
  "scribe.batch": choice(
    "none",
    ["none", "claude", "http"],
    "Who drafts in distill, import and summarize: rules (none), the claude program, or a model over http",
  ),
  "scribe.model": choice("sonnet", ["haiku", "sonnet", "opus"], "The model that the claude program is asked for"),
  "scribe.verify": flag(true, "Where a model drafts, let it also check each draft, after the rules have"),
  "scribe.maxTokens": whole(100_000, 1_000, 100_000_000, "The most tokens of a model that one run may cost"),
  "scribe.http.form": choice("anthropic", ["anthropic", "openai"], "The form in which a model is asked over http"),
  "scribe.http.url": address("Where the model is asked over http; empty: where the form comes from"),
  "scribe.http.model": text("", "The name of the model that is asked over http"),
  views: several(
    ["MEMORY.md", "_about.md"],
    ["MEMORY.md", "_about.md", "_index.md", "_index-archive.md", "_session.json"],
    "The views that are kept up to date",
  ),
  memoryDir: text("", "The folder of the project's memories; empty: the one the host uses", "CLAUDE_MEMORY_DIR"),
  worktrees: choice("shared", ["shared", "separate"], "Whether the worktrees of a repository have one memory"),
} as const satisfies Readonly<Record<string, SettingRow>>;
