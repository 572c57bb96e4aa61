/**
 * The words of others in a session, marked as it is read, while every result is still whole: what came from outside, and
 * where an agent tells it again. So many words in a row that stood there are worth what they were worth there. Pure.
 */

import { bringsWords, fetches, filesPrinted } from "../model/others-words.ts";
import { touchedBy } from "../transcripts/touched.ts";
import type { ToolUse, Turn } from "../transcripts/turn.ts";

/** So many words in a row are no chance. */
const RUN = 5;
/** Who has heard more than this is taken to tell it again whatever they say. */
const MOST_RUNS = 500_000;

const AGENTS: readonly string[] = ["Agent", "Task"];
/** How the words of another agent, or of another session, come in by themselves. */
const HANDED_IN = /^\s*(?:<(?:subagent_notification|teammate-message|cross-session-message)|\[Subagent hand-back\])/;
/** Its first name is the client's: what stands further down may be anybody's. */
const NOTIFIES = /^\s*<task-notification/;
const NOTICE = /^\s*<task-notification[\s\S]{0,200}?<task-id>([^<]{1,100})</;
const HOME = /^\/(?:(?:home|Users)\/[^/]+|root)(?=\/)/;

export interface Around {
  /** What lies below it is the project's own. */
  readonly project?: string | undefined;
  /** Whether a sub-agent has heard others, as its own record tells; undefined where there is none. */
  readonly agentHeard?: (agent: string) => boolean | undefined;
}

export function* heardTurns(turns: Iterable<Turn>, around: Around = {}): Generator<Turn, void, undefined> {
  const listener = new Listener(around);
  for (const turn of turns) yield listener.marked(turn);
}

class Listener {
  readonly #around: Around;
  readonly #outside = new Set<string>();
  readonly #asked = new Set<string>();
  /** Sub-agents whose turns stand among the session's own, and whether they have heard others. */
  readonly #agents = new Map<string, boolean>();
  readonly #runs = new Set<string>();

  constructor(around: Around) {
    this.#around = around;
  }

  marked(turn: Turn): Turn {
    const isHeard = this.#isHeard(turn);
    if (turn.agent !== undefined) this.#agents.set(turn.agent, isHeard || this.#agents.get(turn.agent) === true);
    for (const use of turn.uses ?? []) {
      if (AGENTS.includes(use.tool)) this.#asked.add(use.id);
      else if (readsOutside(use, this.#around.project)) this.#outside.add(use.id);
    }
    if (isHeard) for (const run of this.#fitting(turn.text)) this.#runs.add(run);
    const retells = turn.by === "agent" && this.#retells(turn.text);
    return isHeard || retells
      ? { ...turn, ...(isHeard ? { heard: true } : {}), ...(retells ? { retells } : {}) }
      : turn;
  }

  #isHeard({ by, text, result }: Turn): boolean {
    if (by === "machine") {
      return HANDED_IN.test(text) || (NOTIFIES.test(text) && this.#agentHeard(NOTICE.exec(text)?.[1]));
    }
    if (by !== "tool" || result === undefined) return false;
    return this.#outside.has(result.of) || (this.#asked.has(result.of) && this.#agentHeard(result.agent?.id));
  }

  /** Who knows nothing of it must think so. */
  #agentHeard(agent: string | undefined): boolean {
    if (agent === undefined) return true;
    return this.#agents.get(agent) ?? this.#around.agentHeard?.(agent) ?? true;
  }

  *#fitting(text: string): Generator<string, void, undefined> {
    for (const run of runsIn(text)) {
      if (this.#runs.size >= MOST_RUNS) return;
      yield run;
    }
  }

  #retells(text: string): boolean {
    if (this.#runs.size === 0) return false;
    if (this.#runs.size >= MOST_RUNS) return text !== "";
    for (const run of runsIn(text)) if (this.#runs.has(run)) return true;
    return false;
  }
}

/** One after the other: a result may be as long as a book. */
function* runsIn(text: string): Generator<string, void, undefined> {
  const last: string[] = [];
  for (const [word] of text
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    if (last.push(word) < RUN) continue;
    yield last.join(" ");
    last.shift();
  }
}

export function readsOutside(use: ToolUse, project: string | undefined): boolean {
  const { command = "", reads, searched } = touchedBy(use);
  const files = [...reads, ...searched, ...filesPrinted(command)];
  return bringsWords(use.tool) || fetches(command) || files.some((path) => isForeign(path, project));
}

function isForeign(path: string, project: string | undefined): boolean {
  if (project === undefined) return false;
  const home = HOME.exec(project)?.[0] ?? "~";
  const whole = path.replace(/^~(?=\/|$)/, home);
  return /^[/~]/.test(whole) && whole !== project && !whole.startsWith(`${project}/`);
}
