/**
 * What sorts of knowledge there are: a table. Each row says where such a memory lies, what it holds and how it ages; the
 * schemas, folders, views, importers and docs follow from the rows. To add a kind, add a row.
 */

import type { Scope } from "./scope.ts";

/** The coarse type the host knows: every kind has one. */
export const coarseTypes = ["user", "feedback", "project", "reference"] as const;
export type CoarseType = (typeof coarseTypes)[number];

/** How a kind's files are named below its folder. */
export type Naming =
  | { readonly by: "slug" }
  /** `YYYY-MM-DD_NNN_<slug>.md`; NNN counts per day and root. */
  | { readonly by: "number" }
  /** `<session-id>.md`, one file a session. */
  | { readonly by: "session" }
  /** A source path with `/` as `_`; the true path stands inside. */
  | { readonly by: "path" }
  /** `YYYY-MM-DD_HHMMSS_<task>_<4 random>.md`. */
  | { readonly by: "stamp" }
  /** `YYYY/MM/YYYY-MM-DD.md`, append only. */
  | { readonly by: "day" }
  /** Fixed names, one memory each. `replace`: the named section is replaced; `append`: a dated entry is added. */
  | {
      readonly by: "name";
      readonly names: readonly string[];
      readonly on: "replace" | "append";
      /** Those of them that take dated entries all the same. */
      readonly grows?: readonly string[];
      /** Also `<name>.<part>.md`, one memory for each part of the project. */
      readonly parted?: true;
      /** The names mean the kind below a root of this scope alone. */
      readonly only?: Scope;
    };

/** A short field of a kind, kept in the front matter in one map under the kind's name. */
export type FieldRule =
  | {
      readonly as: "enum";
      readonly values: readonly string[];
      readonly also?: Readonly<Record<string, string>>;
      /** The value with which the memory is in force; with another it is kept, and told with that word. */
      readonly inForce?: string;
    }
  | { readonly as: "text" }
  | { readonly as: "flag" };

/** A section of a kind's body. `pairs` are lines of `option: reason`. */
export interface SectionRule {
  readonly heading: string;
  /** Headings of other writers that mean the same; read, never written. */
  readonly also?: readonly string[];
  /** The name of this content in records of other layouts. */
  readonly field: string;
  readonly as: "prose" | "list" | "pairs";
  readonly required?: true;
  /** Says what the memory says: it is summed up by this one. Else by the first that is required. */
  readonly gist?: true;
  /** What its lines look like, for who writes them. */
  readonly form?: string;
}

export interface KindRow {
  readonly type: CoarseType;
  readonly folder: string;
  readonly naming: Naming;
  /** What a writer is asked for. */
  readonly asks: string;
  /** What this category is, for triage and retrieval output. */
  readonly description: string;
  /** The label in `_index.md`. */
  readonly label: string;
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly sections: readonly SectionRule[];
  /** May a machine retire it without being asked? */
  readonly fades: boolean;
  /** Days after which it may fade; 0 is never. */
  readonly retentionDays: number;
  /** Place in the views, lowest first, among memories of one age. */
  readonly order: number;
  /** Does every later session go by it? Then only a person gives it. */
  readonly instructs: boolean;
  /** Is it a source of the project's master? */
  readonly feedsMaster: boolean;
  /** Is it made from other texts? Then what is forgotten for good is looked for in it. */
  readonly derived: boolean;
  /** Is something settled by a sentence that sounds like it? Then a topic may have a line of it. */
  readonly settles: boolean;
  /** What it is: knowledge that lasts, the state of the work, raw material, or a page made from others. */
  readonly nature: "knowledge" | "state" | "raw" | "made";
  /** Is it retired by a person only, however much a draft speaks against it? */
  readonly personRetires: boolean;
  /** Must what it says of a file be known before that file is changed? */
  readonly guards: boolean;
  /** The section that says in short what it is. */
  readonly says?: string;
  /** The sections that say the most of it in the fewest words. */
  readonly telling?: readonly string[];
  /** Is it a point of a session's summary? Then the label it has there. */
  readonly point?: string;
  /** What it is in the project's master: a sort of statement, the section that says it, the one that says why. */
  readonly inMaster?: {
    readonly sort: "decision" | "learning" | "question" | "status" | "blocker";
    readonly says?: string;
    readonly why?: string;
  };
  /** The topic that a log's line of this kind goes to, where nothing tells what it is about. */
  readonly topic?: string;
  /** What other layouts call the kind; read, never written. */
  readonly also?: readonly string[];
}

const plain = {
  fields: {},
  sections: [],
  fades: false,
  retentionDays: 0,
  instructs: false,
  feedsMaster: true,
  derived: false,
  settles: false,
  nature: "knowledge",
  personRetires: false,
  guards: false,
} as const;
const whyAndHow: readonly SectionRule[] = [
  { heading: "Why", field: "why", as: "prose" },
  { heading: "How to apply", field: "how_to_apply", as: "prose" },
];

export const kinds = {
  user: {
    ...plain,
    type: "user",
    folder: "user",
    naming: { by: "slug" },
    asks: "What is true of the person, whatever the project?",
    description: "Facts about the person: role, knowledge, ways of working",
    label: "User",
    order: 4,
    instructs: true,
    feedsMaster: false,
    topic: "Ways of working",
  },
  feedback: {
    ...plain,
    type: "feedback",
    folder: "feedback",
    naming: { by: "slug" },
    asks: "What should be done or left, why, and how does one apply it?",
    description: "Corrections and confirmations of how to work",
    label: "Feedback",
    sections: whyAndHow,
    order: 3,
    instructs: true,
    inMaster: { sort: "learning", why: "why" },
  },
  project: {
    ...plain,
    type: "project",
    folder: "project",
    naming: { by: "slug" },
    asks: "What is true of this work that the code does not say?",
    description: "Facts of the work that neither code nor history records",
    label: "Project",
    sections: whyAndHow,
    order: 5,
    inMaster: { sort: "learning", why: "why" },
  },
  reference: {
    ...plain,
    point: "Reference",
    type: "reference",
    folder: "reference",
    naming: { by: "slug" },
    asks: "Where is it, and what is found there?",
    description: "Pointers to systems outside the repository",
    label: "Reference",
    order: 8,
    settles: true,
    topic: "Where things are",
  },
  decision: {
    ...plain,
    type: "project",
    folder: "decisions",
    naming: { by: "number" },
    asks: "What was chosen, over what, and why?",
    description: "A choice with its reasons and the alternatives that lost",
    label: "Decision",
    fields: {
      status: {
        as: "enum",
        values: ["proposed", "accepted", "deprecated", "superseded"],
        also: { decided: "accepted", pending: "proposed" },
        inForce: "accepted",
      },
      category: {
        as: "enum",
        values: ["architecture", "implementation", "configuration", "dependency", "process"],
      },
    },
    sections: [
      { heading: "Context", field: "context", as: "prose", required: true },
      { heading: "Decision", field: "decision", as: "prose", required: true, gist: true },
      { heading: "Alternatives Considered", field: "alternatives", as: "pairs" },
      { heading: "Rationale", field: "rationale", as: "list", required: true },
      { heading: "Consequences", field: "consequences", as: "list" },
    ],
    order: 0,
    settles: true,
    personRetires: true,
    says: "decision",
    telling: ["context", "decision", "rationale"],
    point: "Decision",
    inMaster: { sort: "decision", says: "decision", why: "rationale" },
    topic: "Decisions",
  },
  runbook: {
    ...plain,
    type: "reference",
    folder: "runbooks",
    naming: { by: "slug" },
    asks: "What goes wrong, how does it show, what mends it, how is that checked?",
    description: "How to diagnose, fix and verify an error",
    label: "Runbook",
    sections: [
      { heading: "Trigger", field: "trigger", as: "prose", required: true },
      { heading: "Symptoms", also: ["Symptom"], field: "symptoms", as: "list" },
      { heading: "Steps", also: ["Fix"], field: "steps", as: "list", required: true },
      { heading: "Verification", field: "verification", as: "prose", required: true },
      { heading: "Root Cause", also: ["Cause"], field: "root_cause", as: "prose" },
      { heading: "Environment", field: "environment", as: "prose" },
    ],
    order: 6,
    settles: true,
    guards: true,
    says: "trigger",
    telling: ["trigger", "root_cause"],
    topic: "Troubleshooting",
    point: "Learning",
  },
  constraint: {
    ...plain,
    type: "project",
    folder: "constraints",
    naming: { by: "slug" },
    asks: "What cannot be changed, and what follows?",
    description: "A lasting limit of the platform, a policy or a gap",
    label: "Constraint",
    fields: {
      kind: { as: "enum", values: ["limitation", "gap", "policy", "technical"] },
      severity: { as: "enum", values: ["high", "medium", "low"] },
      active: { as: "flag" },
      expires: { as: "text" },
    },
    sections: [
      { heading: "Rule", field: "rule", as: "prose", required: true },
      { heading: "Impact", field: "impact", as: "list", required: true },
      { heading: "Workarounds", field: "workarounds", as: "list" },
    ],
    fades: true,
    order: 1,
    settles: true,
    guards: true,
    says: "rule",
    telling: ["rule", "impact"],
    point: "Constraint",
    inMaster: { sort: "learning", says: "rule", why: "impact" },
    topic: "Limits",
  },
  tech_debt: {
    ...plain,
    type: "project",
    folder: "tech-debt",
    naming: { by: "slug" },
    asks: "What was put off, why, and what would settle it?",
    description: "Deferred work and why it was deferred",
    label: "Tech debt",
    fields: {
      status: { as: "enum", values: ["open", "in_progress", "resolved", "wont_fix"] },
      priority: { as: "enum", values: ["critical", "high", "medium", "low"] },
    },
    sections: [
      { heading: "Description", field: "description", as: "prose", required: true },
      { heading: "Reason Deferred", field: "reason_deferred", as: "prose", required: true },
      { heading: "Impact", field: "impact", as: "list" },
      { heading: "Suggested Fix", field: "suggested_fix", as: "list" },
      { heading: "Acceptance Criteria", field: "acceptance_criteria", as: "list" },
    ],
    fades: true,
    order: 7,
    settles: true,
    says: "description",
    telling: ["description", "reason_deferred"],
    point: "Deferred",
    inMaster: { sort: "question", says: "description", why: "reason_deferred" },
    topic: "Put off",
  },
  preference: {
    ...plain,
    type: "feedback",
    folder: "preferences",
    naming: { by: "slug" },
    asks: "What should always be done this way, and why?",
    description: "A convention of the person or the project",
    label: "Preference",
    fields: {
      topic: { as: "text" },
      strength: { as: "enum", values: ["strong", "default", "soft"] },
    },
    sections: [
      { heading: "Value", field: "value", as: "prose", required: true },
      { heading: "Reason", field: "reason", as: "prose", required: true },
      { heading: "Prefer", field: "examples.prefer", as: "list" },
      { heading: "Avoid", field: "examples.avoid", as: "list" },
    ],
    order: 2,
    instructs: true,
    personRetires: true,
    says: "value",
    telling: ["value", "reason"],
    point: "Preference",
    inMaster: { sort: "learning", says: "value", why: "reason" },
    topic: "Ways of working",
  },
  session_summary: {
    ...plain,
    type: "project",
    folder: "sessions",
    naming: { by: "session" },
    asks: "What was the goal, what came of it, and what is next?",
    description: "A snapshot of one session to resume work from",
    label: "Session",
    fields: {
      outcome: { as: "enum", values: ["success", "partial", "blocked", "abandoned"] },
      session: { as: "text" },
      /** Up to when it speaks of the session; what was said later is not in it. */
      until: { as: "text" },
      /** Kept at a session's end by itself: it stays in the background until somebody asks for one. */
      made: { as: "enum", values: ["unasked", "asked"] },
    },
    sections: [
      { heading: "Goal", field: "goal", as: "prose", required: true },
      { heading: "Context", field: "context", as: "prose" },
      {
        heading: "Tracking Points",
        field: "tracking_points",
        as: "list",
        form: "each `**Decision**: what is so — because why`; the label is free: Discovery, Learning, Failed approach, …",
      },
      { heading: "Completed", field: "completed", as: "list", required: true },
      { heading: "In Progress", field: "in_progress", as: "list" },
      { heading: "Blockers", field: "blockers", as: "list" },
      { heading: "Next Actions", field: "next_actions", as: "list", required: true },
      { heading: "Key Changes", field: "key_changes", as: "list" },
      { heading: "Related Files", also: ["Related Files/Artifacts", "Artifacts"], field: "related_files", as: "list" },
    ],
    fades: true,
    retentionDays: 90,
    order: 12,
    derived: true,
    nature: "made",
    personRetires: true,
    says: "goal",
    telling: ["goal"],
    also: ["summary"],
  },
  analysis: {
    ...plain,
    type: "project",
    folder: "analysis",
    naming: { by: "path" },
    asks: "What was looked at, what was found, what follows?",
    description: "What an examined file or component turned out to be",
    label: "Analysis",
    fields: {
      path: { as: "text" },
      type: { as: "enum", values: ["file", "component", "module", "service"] },
    },
    sections: [
      { heading: "Summary", field: "summary", as: "prose", required: true },
      { heading: "Key Findings", field: "key_findings", as: "list" },
      { heading: "Issues Found", field: "issues_found", as: "list" },
      { heading: "Recommendations", field: "recommendations", as: "list" },
    ],
    order: 9,
    inMaster: { sort: "learning", says: "summary" },
  },
  task: {
    ...plain,
    type: "project",
    folder: "context",
    naming: { by: "name", names: ["current-task"], on: "replace" },
    asks: "What is being done now?",
    description: "The task at hand",
    label: "Context",
    fades: true,
    order: 13,
    derived: true,
    nature: "state",
    inMaster: { sort: "status" },
  },
  blocker: {
    ...plain,
    type: "project",
    folder: "context",
    naming: { by: "name", names: ["blockers"], on: "append" },
    asks: "What stands in the way?",
    description: "What stands in the way of the task",
    label: "Context",
    fades: true,
    order: 14,
    derived: true,
    nature: "state",
    inMaster: { sort: "blocker" },
  },
  progress: {
    ...plain,
    type: "project",
    folder: "progress",
    naming: { by: "name", names: ["active", "completed"], on: "replace", grows: ["completed"] },
    asks: "What is under way, and what is done?",
    description: "Work under way and work done",
    label: "Progress",
    fades: true,
    order: 15,
    derived: true,
    nature: "state",
    inMaster: { sort: "status" },
  },
  subagent: {
    ...plain,
    type: "project",
    folder: "subagent",
    naming: { by: "stamp" },
    asks: "What was the sub-agent asked, and what did it find?",
    description: "What a sub-agent brought back",
    label: "SubAgent",
    fields: { agent: { as: "text" }, task: { as: "text" }, parent: { as: "text" } },
    sections: [
      { heading: "Summary", field: "summary", as: "prose", required: true },
      { heading: "Details", field: "details", as: "prose" },
      { heading: "Files Analyzed", field: "files_analyzed", as: "list" },
      { heading: "Recommendations", field: "recommendations", as: "list" },
    ],
    fades: true,
    order: 16,
    feedsMaster: false,
    nature: "raw",
    also: ["subagent_output"],
  },
  log: {
    ...plain,
    type: "project",
    folder: "logs",
    naming: { by: "day" },
    asks: "What happened?",
    description: "The append-only log of one day",
    label: "Log",
    fades: true,
    order: 17,
    feedsMaster: false,
    derived: true,
    nature: "raw",
  },
  topic: {
    ...plain,
    type: "project",
    folder: "topics",
    naming: { by: "slug" },
    asks: "What is known of this topic by now?",
    description: "Knowledge distilled from the daily logs",
    label: "Topic",
    sections: [
      { heading: "Overview", field: "overview", as: "prose" },
      { heading: "Known", field: "known", as: "list" },
      { heading: "Earlier", field: "earlier", as: "list" },
      { heading: "To Check", field: "to_check", as: "list" },
    ],
    order: 10,
    derived: true,
    nature: "made",
    also: ["note"],
  },
  project_profile: {
    ...plain,
    type: "project",
    folder: "",
    naming: { by: "name", names: ["project"], on: "replace" },
    asks: "What is this project, and what is the person's part in it?",
    description: "What the project is and the person's role in it",
    label: "Project",
    fields: {
      path: { as: "text" },
      type: { as: "enum", values: ["application", "library", "fork", "config"] },
    },
    sections: [
      { heading: "Overview", field: "overview", as: "prose", required: true },
      { heading: "Role", field: "role", as: "prose" },
      { heading: "Tech Stack", field: "tech_stack", as: "list" },
      { heading: "Related Projects", field: "related_projects", as: "list" },
      { heading: "Notes", field: "notes", as: "prose" },
    ],
    order: 11,
    inMaster: { sort: "status", says: "overview" },
  },
  master: {
    ...plain,
    type: "project",
    folder: "",
    naming: { by: "name", names: ["master"], on: "replace", parted: true },
    asks: "What do all sessions, decisions and documents add up to?",
    description: "The project's memory, synthesised",
    label: "Master",
    sections: [
      { heading: "Current Status", field: "current_status", as: "prose", required: true },
      { heading: "Key Decisions", field: "key_decisions", as: "prose" },
      { heading: "Learnings & Discoveries", field: "learnings", as: "prose" },
      { heading: "Evolution & Changes", field: "evolution", as: "prose" },
      { heading: "Active Questions", field: "active_questions", as: "prose" },
    ],
    order: 10,
    feedsMaster: false,
    derived: true,
    nature: "made",
  },
  user_profile: {
    ...plain,
    type: "user",
    folder: "",
    naming: {
      by: "name",
      names: ["profile", "preferences", "communication", "technical", "observations", "feedback"],
      on: "replace",
      only: "user",
    },
    asks: "What does the person want every session to know?",
    description: "The person's profile, in every project",
    label: "User",
    order: 4,
    instructs: true,
    feedsMaster: false,
    also: ["observation"],
  },
} as const satisfies Record<string, KindRow>;
