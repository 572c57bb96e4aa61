/** What holds of a session now: the fold of its trail. It has no other home, so nothing can disagree with it. Pure. */

import { defined } from "../model/defined.ts";
import { blockersAfterTalk, blockersLeft } from "../text/blockers.ts";
import { wholeStart } from "../text/lines.ts";
import { type Folded, foldedOf, withThread } from "./later-thread.ts";
import type { Gone, ShownMemory } from "./shown-step.ts";
import type {
  Agent,
  Checkpoint,
  Command,
  EditStep,
  Failure,
  HeardStep,
  KeptStep,
  PromptStep,
  RanStep,
  Todo,
  TrailLine,
} from "./step.ts";
import { noThread, type Thread } from "./thread.ts";

export interface SessionState {
  readonly project?: string;
  readonly branch?: string;
  readonly started?: string;
  readonly lastActivity?: string;
  /** Sessions whose conversation this one goes on with, oldest first. */
  readonly ancestors: readonly string[];
  /** When the agent last ended a turn. */
  readonly answered?: string;
  /** When the person last began one. */
  readonly prompted?: string;
  /** The turn under way, and since when. */
  readonly turn?: { readonly id: string; readonly at: string } | undefined;
  readonly turns: number;
  /** Nobody sits before it. */
  readonly unattended: boolean;
  /** How often its model was asked to keep what was settled, and which matters that told. */
  readonly asks: { readonly count: number; readonly matters: readonly string[] };
  /** What a drafter was last handed, by the hashes of its words. */
  readonly page?: { readonly agent: string; readonly keys: readonly string[] };
  /** What was handed in, by the same. */
  readonly drafted: readonly string[];
  /** The drafts the person was last shown, in their order. */
  readonly listed: readonly string[];
  /** What capture kept by itself and nobody was told of yet. */
  readonly kept: Pick<KeptStep, "memories" | "waiting">;
  /** How many of them have been looked through for what is worth keeping. */
  readonly captured: number;
  readonly compactions: number;
  readonly offTheRecord: boolean;
  readonly stopped: boolean;
  readonly ended: boolean;
  /** The newest moment that was answered, and how long that took. */
  readonly ran?: Omit<RanStep, "is" | "server">;
  /** The warm process that answered last, since the session was begun or taken up. */
  readonly server?: number | undefined;
  /** What each context has been shown since it began or was compacted, as `scope:id`; the session's own has no name. */
  readonly shown: Readonly<Record<string, readonly string[]>>;
  /** What has happened and must not happen twice. */
  readonly once: readonly string[];
  /** The newest last. */
  readonly prompts: readonly string[];
  /** What the person said to begin the turn under way, where all of it is kept. */
  readonly said?: string | undefined;
  readonly files: readonly string[];
  readonly failures: readonly Pick<Failure, "at" | "what" | "text">[];
  readonly agents: readonly Omit<Agent, "is">[];
  /** Who has read text of others: agents by their ids; the session itself, in this turn, without a name. */
  readonly heard: readonly string[];
  /** The tools' uses by which the session itself has, in this turn, where the host names them. */
  readonly heardUses: readonly string[];
  /** Somebody has, in whatever turn: what the agent says since may be told again. */
  readonly hasHeard: boolean;
  /** Files outside the project that hold only what the session wrote before it had heard others in that turn. */
  readonly written: readonly string[];
  /** Oldest first. */
  readonly todos: readonly Todo[];
  readonly checkpoint?: Omit<Checkpoint, "is">;
  /** What it is about, and how it stands: folded when it is asked for, so a copy of the state is dear. */
  readonly thread: Thread;
  /** What was done since something was kept, or the agent reminded to. */
  readonly unkept: { readonly edits: number; readonly commits: number; readonly since?: string };
}

export const nothingYet: SessionState = {
  ancestors: [],
  turns: 0,
  captured: 0,
  unattended: false,
  asks: { count: 0, matters: [] },
  drafted: [],
  listed: [],
  kept: { memories: [], waiting: 0 },
  compactions: 0,
  offTheRecord: false,
  stopped: false,
  ended: false,
  shown: {},
  once: [],
  prompts: [],
  files: [],
  failures: [],
  agents: [],
  heard: [],
  heardUses: [],
  hasHeard: false,
  written: [],
  todos: [],
  thread: noThread,
  unkept: { edits: 0, commits: 0 },
};

/** How Cairn stands in a project. */
export const standings = ["active", "inactive", "disabled"] as const;
export type SessionStanding = (typeof standings)[number];

/** At work by itself, unless it is switched off, or was stopped in the session that is under way. */
export function sessionStandingOf(
  { stopped, ended }: SessionState,
  { enabled }: { readonly enabled: boolean },
): SessionStanding {
  if (!enabled) return "disabled";
  return stopped && !ended ? "inactive" : "active";
}

/** So many of each are kept, the newest: what a session sums up must still be one line. */
const most = {
  once: 60,
  prompts: 4,
  files: 30,
  failures: 6,
  agents: 50,
  heard: 50,
  written: 50,
  shown: 100,
  matters: 60,
  todos: 20,
} as const;
const SHORT = 300;
const COMMIT = /\bgit\b[^|;&]*\bcommit\b/;

/** From the last sum on: it has all that was before. */
export function foldAll(lines: readonly TrailLine[], from: SessionState = nothingYet): SessionState {
  const sum = lines.findLastIndex(({ is }) => is === "state");
  return lines.length === 0 ? from : withThread(lines.slice(Math.max(0, sum)).reduce(fold, foldedOf(from)));
}

/** What Cairn notes for itself is no activity: a session was last at work when somebody last said or did something in it. */
const ownNotes: ReadonlySet<TrailLine["is"]> = new Set(["end", "once", "captured", "ran"]);

function fold({ rest, thread }: Folded, line: TrailLine): Folded {
  // What an older Cairn summed up lacks what is newer.
  if (line.is === "state") return { ...foldedOf(line.state), rest: { ...nothingYet, ...foldedOf(line.state).rest } };
  const lastActivity = ownNotes.has(line.is) ? (rest.lastActivity ?? line.at) : line.at;
  return {
    rest: { ...rest, lastActivity, ...changeBy(rest, line) },
    thread: thread.after(line, rest.heard.includes("")),
  };
}

function changeBy(state: Folded["rest"], line: Exclude<TrailLine, { is: "state" }>): Partial<Folded["rest"]> {
  switch (line.is) {
    case "start":
      return begun(state, line);
    case "open":
      return {
        turn: { id: line.turn, at: line.at },
        turns: state.turns + 1,
        ...(line.by === "machine" ? {} : { prompted: line.at }),
        ended: false,
        said: undefined,
        ...(line.by === "machine" ? {} : { heard: without(state.heard ?? [], ""), heardUses: [] }),
      };
    case "close":
      return {
        answered: line.at,
        said: undefined,
        ...defined({ branch: line.branch }),
        ...(state.turn?.id === line.turn ? { turn: undefined } : {}),
        ...freedBy(state, line.said),
      };
    case "prompt":
      return { prompts: newest(state.prompts, wholeStart(line.text, SHORT), most.prompts), said: wholeOf(line) };
    case "edit":
      return {
        files: newest(without(state.files, line.path), line.path, most.files),
        unkept: { ...state.unkept, edits: state.unkept.edits + 1 },
        written: withWritten(state, line),
      };
    case "failure":
      return {
        failures: newest(
          state.failures,
          { at: line.at, what: line.what, text: wholeStart(line.text, SHORT) },
          most.failures,
        ),
      };
    case "agent":
      return { agents: withAgent(state.agents, line) };
    case "heard":
      return {
        heard: newest(without(state.heard ?? [], line.agent ?? ""), line.agent ?? "", most.heard),
        heardUses: withUse(state.heardUses, line),
        hasHeard: true,
      };
    case "shown":
      return { shown: withShown(state.shown, line.agent, [...line.memories.flatMap(nameOf), ...(line.wishes ?? [])]) };
    case "once":
      return { once: newest(state.once, line.key, most.once) };
    case "flag":
      return line.flag === "stopped" ? { stopped: line.on } : { offTheRecord: line.on };
    case "compacted":
      return { compactions: state.compactions + 1, shown: { ...state.shown, "": [] } };
    case "end":
      return { ended: true, turn: undefined, said: undefined };
    case "todos":
      return { todos: withTodos(line.all ? [] : state.todos, line.todos) };
    case "checkpoint":
      return { checkpoint: withWords(state.checkpoint, line), unkept: settled(line.at) };
    case "settled":
      return { unkept: settled(line.at) };
    case "kept":
      return { kept: { memories: line.memories, waiting: line.waiting } };
    case "ask":
      return {
        asks: { count: state.asks.count + 1, matters: [...state.asks.matters, ...line.matters].slice(-most.matters) },
      };
    case "page":
      return { page: { agent: line.agent, keys: line.keys } };
    case "drafted":
      return { drafted: [...new Set([...state.drafted, ...line.keys])].slice(-most.matters) };
    case "listed":
      return { listed: line.keys };
    case "captured":
      return { captured: line.turns };
    case "ran":
      return {
        ran: { at: line.at, moment: line.moment, ms: line.ms },
        ...defined({ server: line.server }),
      };
    case "command":
      return {
        written: withWritten(state, line),
        ...(COMMIT.test(line.text) ? { unkept: { ...state.unkept, commits: state.unkept.commits + 1 } } : {}),
      };
    case "asked":
    case "plan":
    case "answers":
    case "remark":
    case "trimmed":
      return {};
  }
}

/**
 * What a session begins with that goes on with another's conversation: all of it, or, where the context was cleared,
 * what was done and is to be done, but no word of what was said or shown.
 */
export function heirOf(state: SessionState, from: string, { cleared }: { readonly cleared: boolean }): SessionState {
  const { heard, hasHeard, written, shown, prompts, failures, files, todos, ancestors, offTheRecord } = state;
  const { checkpoint, thread } = state;
  return {
    ...nothingYet,
    files,
    todos,
    ancestors: [...ancestors, from],
    ...defined({ checkpoint }),
    thread: cleared ? { ...noThread, ...defined({ heard: thread.heard }) } : thread,
    ...(cleared ? {} : { heard, hasHeard, written, shown: { "": shown[""] ?? [] }, prompts, failures, offTheRecord }),
  };
}

/** Of a prompt that is not kept whole nobody can tell whose words it holds. */
function wholeOf({ text, whole }: PromptStep): string | undefined {
  return whole === undefined ? text : undefined;
}

function settled(at: string): SessionState["unkept"] {
  return { edits: 0, commits: 0, since: at };
}

function withTodos(old: SessionState["todos"], changed: readonly Todo[]): SessionState["todos"] {
  const todos = new Map(old.map((todo) => [todo.id, todo]));
  for (const { id, text, done } of changed) {
    todos.set(id, { id, text: wholeStart(text || todos.get(id)?.text || "", SHORT), done });
  }
  return [...todos.values()].filter(({ text }) => text !== "").slice(-most.todos);
}

/** What is not said anew still holds. */
function withWords(old: SessionState["checkpoint"], { is: _, ...line }: Checkpoint): Omit<Checkpoint, "is"> {
  const blockers = line.blockers === undefined ? undefined : blockersLeft(old?.blockers ?? [], line.blockers);
  return { ...old, ...line, ...(blockers === undefined ? {} : { blockers }) };
}

/** What its agent calls out of the way, unless others may have put that into its mouth. */
function freedBy({ checkpoint, heard }: Folded["rest"], said: string | undefined): Partial<Folded["rest"]> {
  if (checkpoint?.blockers === undefined || said === undefined || heard.includes("")) return {};
  return { checkpoint: { ...checkpoint, blockers: blockersAfterTalk(checkpoint.blockers, said) } };
}

function begun(state: Folded["rest"], line: TrailLine & { is: "start" }): Partial<Folded["rest"]> {
  const { at, project, branch, unattended = false, source } = line;
  // Another process: whoever worked for the one before works no more.
  const agents = source === "compact" ? state.agents : state.agents.map((agent) => ({ ...agent, ended: true }));
  const since = { started: state.started ?? at, project, ended: false, server: undefined, unattended, agents };
  return { ...since, ...defined({ branch }) };
}

function withWritten(
  { heard, written }: Folded["rest"],
  { wrote = [], agent = "" }: EditStep | Command,
): readonly string[] {
  if (wrote.length === 0) return written;
  const others = written.filter((path) => !wrote.includes(path));
  return heard.includes(agent) ? others : [...others, ...wrote].slice(-most.written);
}

function withUse(uses: readonly string[], { use, agent }: HeardStep): readonly string[] {
  return use === undefined || agent !== undefined ? uses : newest(without(uses, use), use, most.heard);
}

function withAgent(agents: SessionState["agents"], { is: _, ...agent }: Agent): SessionState["agents"] {
  return newest(
    agents.filter((other) => other.agent !== agent.agent),
    agent,
    most.agents,
  );
}

function withShown(shown: SessionState["shown"], context = "", names: readonly string[]): SessionState["shown"] {
  const before = new Map(Object.entries(shown)).get(context) ?? []; // any word may be an agent's name
  return { ...shown, [context]: [...before, ...names].slice(-most.shown) };
}

function nameOf(memory: ShownMemory | Gone): string[] {
  return "gone" in memory ? [] : [`${memory.scope}:${memory.id}`];
}

function newest<T>(all: readonly T[], one: T, count: number): T[] {
  return [...all, one].slice(-count);
}

function without(all: readonly string[], one: string): string[] {
  return all.filter((other) => other !== one);
}
