/** The same things as every host must hand them on, by our names; each client's folder has them in its own words. */

import type { Answer, HostEvent, Moment } from "../../src/hosts/moment.ts";

export const SESSION = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
export const PARENT = "11c1b6a0-96a5-4c5f-9a53-2f0a6b1c0c11";

export const FILE = "/x/notes.md";
export const OLD = "as it was";
export const NEW = "as it is now";

/** What was said, as the client writes it. */
export interface Payloads {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** One client's words for everything in `told`, in the same order; null where it has no such thing. */
export interface Said {
  readonly events: { readonly [M in Moment]: readonly (Payloads | null)[] };
  /** What the client never says of a moment it has, by our names; and what it calls a kind of sub-agent. */
  readonly unsaid?: {
    readonly unattended?: true;
    readonly idleSeconds?: true;
    readonly tells?: true;
    readonly note?: true;
    readonly turn?: true;
    readonly lastMessage?: true;
    readonly use?: true;
    readonly agent?: true;
    readonly questionsOff?: true;
    readonly kinds?: Readonly<Record<string, string>>;
  };
  /** What it takes no answer on: that part of an answer must not be printed. */
  readonly deaf?: { readonly [M in Moment]?: readonly (keyof Answer | "allow" | "ask")[] };
  /** A file written whole with `NEW`, and `OLD` in it changed to `NEW`; both before the tool is used. */
  readonly writes: { readonly whole: Payloads; readonly part: Payloads };
  /** What the recorded session has no occasion for: fields that were seen in others, and are written down by hand. */
  readonly unrecorded?: readonly string[];
  /** A variable by which a command knows whose agent runs it. */
  readonly mark: string;
  /** A tool of each sort. */
  readonly tools: {
    readonly shell: string;
    readonly reader: string;
    readonly searcher?: string;
    readonly agent: string;
    readonly outside: readonly string[];
    readonly own: string;
  };
  /** What the client reads in an answer. */
  read(moment: Moment, text: string): Answer;
}

type Told = { readonly [M in Moment]: readonly Partial<HostEvent<M>>[] };

const session = SESSION;
const use = { session, use: "toolu_1", agent: "", questionsOff: false };

export const told: Told = {
  "session-start": [
    { session, source: "startup", unattended: false },
    { session, source: "resume", unattended: false, idleSeconds: 4_000 },
    { session, source: "fork", parent: PARENT },
    { session, source: "clear" },
    { session, source: "compact" },
    { session, source: "startup", unattended: true },
  ],
  prompt: [
    { session, turn: "p1", text: "mend the login test", by: "person" },
    { session, turn: "p2", by: "machine", tells: true },
  ],
  "before-tool": [
    { ...use, cwd: "/x/src", deed: { is: "read", path: "/x/a.ts" } },
    { ...use, deed: { is: "search", path: "/x/src" } },
    { ...use, deed: { is: "own", operation: "recall" } },
    { ...use, questionsOff: true, deed: { is: "own", operation: "forget" } },
  ],
  permission: [{ ...use, deed: { is: "own", operation: "remember" } }],
  "after-tool": [
    { ...use, deed: { is: "command", text: "npm test" } },
    { ...use, agent: "a1", deed: { is: "hearing" } },
    { ...use, deed: { is: "agent", kind: "scout" } },
    { ...use, deed: { is: "output" } },
    { ...use, deed: { is: "plan", text: "Port it, then test it." } },
    {
      ...use,
      deed: {
        is: "answers",
        answered: [{ question: "Which queue?", options: ["Redis: is there", "Kafka: is not"], answer: "Redis" }],
      },
    },
    {
      ...use,
      deed: {
        is: "todos",
        all: true,
        todos: [
          { id: "0", text: "port it", done: true },
          { id: "1", text: "test it", done: false },
        ],
      },
    },
  ],
  "tool-failed": [{ ...use, deed: { is: "command", text: "npm test" }, error: "Exit code 1" }],
  "before-compaction": [{ session }],
  stop: [
    { session, turn: "p1", lastMessage: "Done.", again: false },
    { session, turn: "p1", lastMessage: "Done.", again: true },
  ],
  "agent-start": [
    { session, agent: "a1", kind: "general-purpose", writes: true },
    { session, agent: "a2", kind: "Explore", writes: false },
  ],
  "agent-stop": [
    { session, agent: "a1", kind: "general-purpose", lastMessage: "Found it.", note: "/y/agent-a1.meta.json" },
  ],
  "session-end": [{ session, reason: "other" }],
};

/** What may be said at a moment, and must reach the client. */
export const answers: readonly (readonly [Moment, Answer])[] = [
  ["session-start", { context: "What is known.", toPerson: "Two drafts wait." }],
  ["prompt", { context: "It waits for a clock." }],
  ["before-tool", { verdict: { is: "allow", because: "Cairn's own" } }],
  ["before-tool", { verdict: { is: "deny", because: "not asked for" } }],
  ["before-tool", { verdict: { is: "ask", because: "on the person's word" } }],
  ["before-tool", { input: { words: "without the secret" }, context: "One was taken out." }],
  ["permission", { verdict: { is: "allow", because: "" } }],
  ["after-tool", { context: "Kept." }],
  ["after-tool", { result: { content: "One memory was kept." } }],
  ["before-compaction", { instructions: "Keep the plan." }],
  ["stop", { toPerson: "One memory was kept." }],
  ["agent-start", { context: "Where the memory is." }],
];

/** The same, without what this client cannot say. */
export function expectedOf(told: object, { unsaid = {} }: Said): object {
  const { kinds = {}, ...never } = unsaid;
  const entries = Object.entries(told).filter(([key]) => !Object.hasOwn(never, key));
  return Object.fromEntries(entries.map(([key, value]) => [key, key === "kind" ? (kinds[value] ?? value) : value]));
}

/** What of an answer this client takes. */
export function takenBy({ deaf = {} }: Said, moment: Moment, answer: Answer): Answer {
  const not = deaf[moment] ?? [];
  const isTaken = ([key, value]: [string, unknown]) =>
    !not.includes(key as keyof Answer) && !(key === "verdict" && not.includes((value as { is: "allow" }).is));
  return Object.fromEntries(Object.entries(answer).filter(isTaken));
}
