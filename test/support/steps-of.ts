/**
 * A session's trail rebuilt from its turns: the same steps, in the same order, that capture would have written of what
 * both can see. When the host began and ended, its lists of things to do, what was shown and what Cairn decided are not
 * rebuilt. Pure.
 */

import { touchedBy } from "../../src/hosts/touched.ts";
import { defined } from "../../src/model/defined.ts";
import type { TrailLine } from "../../src/trail/step.ts";
import type { ToolCall, ToolResult, Turn } from "../../src/transcripts/turn.ts";

interface AgentSeen {
  kind: string;
  said: string;
  begun: boolean;
}

/** Turns of the session and of its sub-agents, in the order of time. */
export function* stepsOf(turns: Iterable<Turn>): Generator<TrailLine, void, undefined> {
  const open = new Map<string, ToolCall>();
  const agents = new Map<string, AgentSeen>();
  let [at, printed] = ["", -1];
  for (const turn of turns) {
    at = turn.at ?? at;
    if (turn.agent !== undefined) yield* agentSteps(turn, agents, at);
    for (const use of turn.uses ?? []) open.set(use.id, use);
    if (turn.compacted) yield { is: "compacted", at };
    // An answer to the agent's question came back by a tool: no prompt of its own.
    else if (turn.by === "person" && turn.from !== printed) yield { is: "prompt", at, text: turn.text };
    if (turn.result === undefined) continue;
    printed = turn.from;
    const use = open.get(turn.result.of);
    open.delete(turn.result.of);
    if (turn.result.agent !== undefined) yield* endOfAgent(turn.result.agent, agents, at);
    if (use !== undefined) yield* toolSteps(use, turn, turn.result, at);
  }
  for (const [id, { kind, begun }] of agents) if (begun) yield* endOfAgent({ id, kind }, agents, at);
}

/** Sort and last words are known from what the agent says itself. */
function* agentSteps(
  { agent = "", agentKind, by, text }: Turn,
  agents: Map<string, AgentSeen>,
  at: string,
): Generator<TrailLine> {
  const seen = agents.get(agent) ?? { kind: "", said: "", begun: false };
  agents.set(agent, seen);
  seen.kind = agentKind ?? seen.kind;
  if (by === "agent" && agentKind !== undefined && text.trim() !== "") seen.said = text;
  if (seen.begun || seen.kind === "") return;
  seen.begun = true;
  yield { is: "agent", at, agent, kind: seen.kind, ended: false };
}

function* endOfAgent(
  { id, kind }: { id: string; kind: string },
  agents: Map<string, AgentSeen>,
  at: string,
): Generator<TrailLine> {
  const seen = agents.get(id);
  agents.delete(id);
  yield { is: "agent", at, agent: id, kind, ended: true };
  if (seen !== undefined && seen.said !== "") yield { is: "remark", at, text: `${kind}: ${seen.said}`, agent: id };
}

function* toolSteps(use: ToolCall, turn: Turn, { isError }: ToolResult, at: string): Generator<TrailLine> {
  const by = defined({ agent: turn.agent });
  const { command, edits } = touchedBy(use);
  if (isError) {
    const ran = defined({ command });
    return yield { is: "failure", at, what: use.tool, text: turn.text, ...ran, ...by };
  }
  if (command !== undefined) yield { is: "command", at, text: command, ...by };
  for (const path of edits) yield { is: "edit", at, path, ...by };
}

/** Several files of one session as one: whichever says the earlier thing next. What has no time follows what it stands behind. */
export function* inOrder(...files: readonly Iterable<Turn>[]): Generator<Turn, void, undefined> {
  const heads = files.map((file) => new Head(file[Symbol.iterator]()));
  for (;;) {
    const left = heads.filter(({ turn }) => turn !== undefined);
    const next = left.reduce<Head | undefined>((a, b) => (a === undefined || b.at < a.at ? b : a), undefined);
    if (next?.turn === undefined) return;
    yield next.turn;
    next.step();
  }
}

class Head {
  turn: Turn | undefined;
  at = "";
  readonly #turns: Iterator<Turn>;

  constructor(turns: Iterator<Turn>) {
    this.#turns = turns;
    this.step();
  }

  step(): void {
    const { done, value } = this.#turns.next();
    this.turn = done === true ? undefined : value;
    // A file's times may go back a little; what stands behind is said later.
    if (this.turn?.at !== undefined && this.turn.at > this.at) this.at = this.turn.at;
  }
}
