/**
 * The host's own record of a session, followed as it grows: what the person said in it, and which words came from others.
 * It is the host that writes it, so what it does not hold nobody said.
 */

import type { Cairn } from "../cairn.ts";
import { standStill } from "../disk/clock.ts";
import { closing } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";
import { agentTranscript, openTranscript, turnsOf } from "../hosts/records.ts";
import type { Position } from "../transcripts/read-transcript.ts";
import type { Turn } from "../transcripts/turn.ts";
import type { HeardWords } from "../trust/heard-words.ts";
import { Listener } from "./heard-turns.ts";
import { groundsOf, recordHere } from "./project-transcripts.ts";
import { agentsHeard } from "./session-turns.ts";

/** The host writes its record a moment after a thing has happened. */
const LAGS_MS = [20, 80, 200];

export class SessionRecord {
  readonly #cairn: Cairn;
  readonly #path: string;
  #listener: Listener;
  #said = new Set<string>();
  #last = "";
  #position: Position | undefined;

  constructor(cairn: Cairn, path: string) {
    this.#cairn = cairn;
    this.#path = path;
    this.#listener = this.#fresh();
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

  get words(): HeardWords {
    return this.#listener.words;
  }

  /** What a sub-agent at work has heard, by its own record; undefined where there is none. */
  wordsOf(agent: string): HeardWords | undefined {
    const file = agentTranscript(this.#path, agent);
    if (file === undefined) return undefined;
    const listener = this.#fresh();
    for (const turn of turnsOf(file.path)) listener.marked(turn);
    return listener.words;
  }

  /** Of a sub-agent that has heard others: whether this tells it again. Undefined while its record does not hold what it heard. */
  agentRetells(agent: string, text: string): boolean | undefined {
    const file = agentTranscript(this.#path, agent);
    let retells: boolean | undefined;
    this.#waitingFor(() => {
      const listener = this.#fresh();
      const uses: string[] = [];
      for (const turn of file === undefined ? [] : turnsOf(file.path)) {
        listener.marked(turn);
        uses.push(...(turn.uses ?? []).map(({ id }) => id));
      }
      // What it writes just now has no result yet.
      const isWhole = uses.slice(0, -1).every((use) => listener.results.has(use)) && !listener.words.isEmpty;
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

  #fresh(): Listener {
    const grounds = groundsOf(this.#cairn);
    return new Listener({ ...grounds, agentHeard: agentsHeard(this.#path, grounds) });
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

/** What is typed behind the commands for what is known of the person, and for the switches, they say themselves. */
const OF_THEMSELVES =
  /^\s*\/(?:cairn:)?(?:user|memory)\s+(\S[^\n]*)$|<command-name>\/?(?:cairn:)?(?:user|memory)<\/command-name>[\s\S]*<command-args>([^<]+)<\/command-args>/;

function promptIn({ by, text }: Turn): string | undefined {
  const [, typed, args] = by === "agent" ? [] : (OF_THEMSELVES.exec(text) ?? []);
  return by === "person" ? (typed ?? text) : (typed ?? args);
}

/** A trail has it without secrets. */
function plain(text: string): string {
  return redact(text).text.replace(/\s+/g, " ").trim();
}
