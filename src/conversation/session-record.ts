/**
 * The host's own record of a session, followed as it grows: what the person said in it, and which words came from others.
 * It is the host that writes it, so what it does not hold nobody said.
 */

import type { Cairn } from "../cairn.ts";
import { standStill } from "../disk/clock.ts";
import { closing } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";
import { agentTranscript, openTranscript } from "../hosts/records.ts";
import type { Position } from "../transcripts/read-transcript.ts";
import type { Turn } from "../transcripts/turn.ts";
import type { HeardWords } from "../trust/heard-words.ts";
import { Listener } from "./heard-turns.ts";
import { groundsOf, recordHere } from "./project-transcripts.ts";
import { aroundOf } from "./session-turns.ts";

/** The host writes its record a moment after a thing has happened. */
const LAGS_MS = [20, 80, 200];

export class SessionRecord {
  readonly #cairn: Cairn;
  readonly #path: string;
  #listener = new Listener({});
  #said = new Set<string>();
  #last = "";
  #position: Position | undefined;

  constructor(cairn: Cairn, path: string) {
    this.#cairn = cairn;
    this.#path = path;
  }

  /** Reads only what was added since the last look. */
  look(): void {
    const opened = openTranscript(this.#path, this.#position);
    if (opened === undefined) return;
    closing(opened, () => {
      if (opened.fromStart) {
        this.#listener = this.#fresh(opened.format);
        this.#said = new Set();
      }
      for (const turn of opened.turns()) {
        this.#listener.marked(turn);
        const said = turn.agent === undefined ? promptIn(turn) : undefined;
        if (said === undefined) continue;
        this.#last = plain(said);
        this.#said.add(this.#last);
      }
      this.#position = opened.position();
    });
  }

  /** What the person said last. */
  get last(): string {
    return this.#last;
  }

  /** Whether the person said this, as one prompt. */
  hasPrompt(text: string): boolean {
    return this.#waitingFor(() => this.#said.has(plain(text)));
  }

  /** Whether the results of all these uses stand in it. */
  hasResults(uses: readonly string[]): boolean {
    return this.#waitingFor(() => uses.every((use) => this.#listener.results.has(use)));
  }

  /** Whether the session, or one of these sub-agents, is using a tool just now: the use stands in it, and no result. */
  isUnderWay(use: string, agents: readonly string[] = []): boolean {
    const isIn = ({ uses, results }: Listener) => uses.has(use) && !results.has(use);
    const isAgents = (agent: string) => isIn(this.#heardIn(agentTranscript(this.#path, agent)?.path));
    return this.#waitingFor(() => isIn(this.#listener) || agents.some(isAgents));
  }

  get words(): HeardWords {
    return this.#listener.words;
  }

  /** What a sub-agent at work has heard, by its own record; undefined where there is none. */
  wordsOf(agent: string): HeardWords | undefined {
    const file = agentTranscript(this.#path, agent);
    if (file === undefined) return undefined;
    return this.#heardIn(file.path).words;
  }

  /** Of a sub-agent that has heard others: whether this tells it again. Undefined while its record does not hold what it heard. */
  agentRetells(agent: string, text: string): boolean | undefined {
    const file = agentTranscript(this.#path, agent);
    let retells: boolean | undefined;
    this.#waitingFor(() => {
      const listener = this.#heardIn(file?.path);
      // What it writes just now has no result yet.
      const isWhole =
        [...listener.uses].slice(0, -1).every((use) => listener.results.has(use)) && !listener.words.isEmpty;
      if (isWhole) retells = listener.words.tellsAgain(text);
      return isWhole || file === undefined;
    });
    return retells;
  }

  #waitingFor(isThere: () => boolean): boolean {
    for (const ms of LAGS_MS) {
      if (isThere()) return true;
      standStill(ms);
      this.look();
    }
    return isThere();
  }

  /** A whole record, from its beginning. */
  #heardIn(path: string | undefined): Listener {
    const opened = path === undefined ? undefined : openTranscript(path);
    if (opened === undefined) return new Listener({});
    return closing(opened, () => {
      const listener = this.#fresh(opened.format);
      for (const turn of opened.turns()) listener.marked(turn);
      return listener;
    });
  }

  #fresh(format: string): Listener {
    return new Listener(aroundOf(this.#path, groundsOf(this.#cairn), format));
  }
}

const followed = new WeakMap<Cairn, Map<string, SessionRecord>>();

/** As it stands now; undefined where the host keeps none. */
export function recordOfSession(cairn: Cairn, session: string): SessionRecord | undefined {
  const known = followed.get(cairn) ?? new Map<string, SessionRecord>();
  followed.set(cairn, known);
  const record = known.get(session) ?? recordFound(cairn, session);
  if (record === undefined) return undefined;
  known.set(session, record);
  record.look();
  return record;
}

function recordFound(cairn: Cairn, session: string): SessionRecord | undefined {
  const file = recordHere(cairn, session);
  return file === undefined ? undefined : new SessionRecord(cairn, file.path);
}

/** What is typed behind the commands for what is known of the person, for the switches, and to have it kept, they say. */
const TYPED = /^\s*\/(?:cairn:)?(user|memory|save)\s+(\S[^\n]*)$/;
/** The same as the client writes it, and nothing before it: further down it may be anybody's. */
const RECORDED =
  /^\s*(?:<command-message>[^<]*<\/command-message>\s*)?<command-name>\/?(?:cairn:)?(user|memory|save)<\/command-name>\s*(?:<command-message>[^<]*<\/command-message>\s*)?<command-args>([^<]+)<\/command-args>/;

/** With the word for it where something is to be kept, as one says it otherwise. */
function promptIn({ by, text }: Turn): string | undefined {
  if (by === "agent") return undefined;
  const [, command, words] = TYPED.exec(text) ?? (by === "person" ? undefined : RECORDED.exec(text)) ?? [];
  if (words === undefined) return by === "person" ? text : undefined;
  return command === "save" ? `save ${words}` : words;
}

/** A trail has it without secrets. */
function plain(text: string): string {
  return redact(text).text.replace(/\s+/g, " ").trim();
}
