/** The sessions of all hosts on this machine: their trails, which of them are at work, and what went wrong at a moment. */

import { basename, join } from "node:path";
import type { Clock } from "../disk/clock.ts";
import { replaceFileQuick } from "../disk/durable.ts";
import { appendLine, codeOf, makeFolders, readFileAt, statOf } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import type { Caller } from "../model/trust.ts";
import { jsonObjectFrom } from "../text/json.ts";
import { wholeStart } from "../text/lines.ts";
import { type TrailsSeen, trailsSeen } from "./elsewhere.ts";
import type { SessionState } from "./session-state.ts";
import type { Doomed } from "./shown-left.ts";
import type { TrailLine } from "./step.ts";
import { Trail } from "./trail.ts";
import { type Days, type TrailNote, Trails } from "./trails.ts";
import { UsageLog } from "./usage.ts";

/** Of the newest on this machine; further back only until one is found that somebody spoke in, and not without end. */
const LOOKED_AT = 50;
const MOST_LOOKED_AT = 500;

interface SessionsParts {
  readonly cairnHome: string;
  /** The host that called this process, and all there are: a trail's name begins with one. */
  readonly host: string;
  readonly hosts: readonly string[];
  readonly clock: Clock;
  /** As the host calls the session this process works for. */
  readonly who: { readonly session?: string };
}

/** A session as its trail has it. */
export interface KnownSession {
  readonly session: string;
  readonly state: SessionState;
}

/** How a session is called that a person began at a terminal: it runs in no client. */
export const AT_TERMINAL = "terminal-";

export class Sessions {
  readonly mishaps: Mishaps;
  readonly usage: UsageLog;
  readonly #trails: Trails;
  readonly #hosts: readonly string[];
  #host: string;
  readonly #clock: Clock;
  readonly #known = new Map<string, Trail>();
  /** Lines that could not be written, as far as that was noted. */
  #held = 0;
  #who: { readonly session?: string };
  /** In a rehearsal: so many sessions elsewhere have been at work since. */
  #besides = 0;

  constructor({ cairnHome, host, hosts, clock, who }: SessionsParts) {
    this.#trails = new Trails(cairnHome);
    this.mishaps = new Mishaps(cairnHome);
    this.usage = new UsageLog(cairnHome);
    this.#host = host;
    this.#clock = clock;
    this.#hosts = [...hosts].sort((a, b) => b.length - a.length);
    this.#who = who;
  }

  /** The session this process works for: as the host last called it, else as it was called when the process began. */
  get who(): { readonly session?: string } {
    return this.#who;
  }

  /** The host that called last. */
  get host(): string {
    return this.#host;
  }

  /** The host calls by this name. A server outlives a session, and its environment goes on naming the first. */
  calledBy(session: string, host: string): void {
    this.#host = host;
    this.#who = { session };
  }

  /** Nothing is kept of a session that is off the record, whoever asks: somebody in it, or one who names it. */
  refuseOffTheRecord(named?: string): void {
    const off = [this.#who.session, named].some((one) => one !== undefined && this.trail(one).state().offTheRecord);
    if (!off) return;
    throw new CairnError("SECURITY_ERROR", "This session is off the record: nothing was kept.", {
      hint: "If the person wants it kept, end that first: off-the-record with end (at the command line: --end).",
    });
  }

  /** The same before a change: what a person types at a terminal is of the session they began there. */
  refuseChange(surface: Caller, names: readonly string[]): void {
    this.refuseOffTheRecord();
    const typedIn = surface === "cli" && this.#who.session === undefined ? this.#atTerminal(names) : undefined;
    if (typedIn === undefined || !this.trail(typedIn).state().offTheRecord) return;
    throw new CairnError("SECURITY_ERROR", "You are off the record in this project: nothing was kept.", {
      hint: `To have things kept again: cairn off-the-record --end --session ${typedIn}`,
    });
  }

  /** The last one of the project, by its name, which says when it began. */
  #atTerminal(names: readonly string[]): string | undefined {
    const all = this.#trails.named(`-${AT_TERMINAL}`).map((name) => name.slice(name.indexOf(AT_TERMINAL)));
    const found = all
      .sort()
      .reverse()
      .map((name) => name.replace(/\.jsonl$/, ""));
    return found.find((session) => this.trail(session).stateIn(names)?.project !== undefined);
  }

  /** The sessions that left a trail of a project, by any name it had, the one that was at work last first. */
  of(names: readonly string[], among = this.all()): KnownSession[] {
    const found: KnownSession[] = [];
    for (const [n, { session, trail }] of among.slice(0, MOST_LOOKED_AT - this.#besides).entries()) {
      if (n + this.#besides >= LOOKED_AT && found.some(({ state }) => state.turns > 0)) break;
      const state = this.#trails.isPassedOver(basename(trail.path)) ? undefined : trail.stateIn(names);
      if (state?.project !== undefined) found.push({ session, state });
    }
    return found;
  }

  /** The one that was at work last. */
  latest(names: readonly string[]): KnownSession | undefined {
    return this.of(names)[0];
  }

  /** Named as the host names it. */
  trail(session: string): Trail {
    const known = this.#known.get(session) ?? this.#trailOf(session);
    this.#known.set(session, known);
    return known;
  }

  /** Which of them this project's sessions have nothing to do with. */
  trailsSeen(names: readonly string[]): { seen: Omit<TrailsSeen, "room">; elsewhere: TrailNote[] } {
    const seen = trailsSeen(this.#trails.folder, names);
    const away = new Map(seen.elsewhere);
    return { seen, elsewhere: this.#trails.all().filter(({ name }) => away.has(name)) };
  }

  /** These are of other projects and need no look. */
  passOver(notes: readonly TrailNote[]): void {
    this.#trails.passOver(notes);
  }

  /** What is written of it from now on is put here, and into no file. `besides`: as if so many had been at work elsewhere. */
  rehearse(session: string, besides = 0): string[] {
    this.#besides = besides;
    return this.#rehearsed(session);
  }

  /** In a rehearsal: as if this session had noted these lines, too. */
  suppose(session: string, lines: readonly TrailLine[]): void {
    this.#rehearsed(session);
    for (const line of lines) this.trail(session).append(line);
  }

  #rehearsed(session: string): string[] {
    const rehearsed: string[] = [];
    const trail = new Trail(this.#trailOf(session).path, { rehearsed });
    this.#known.set(session, trail);
    this.#trails.put(trail);
    return rehearsed;
  }

  /** Another host's, where that one has left a trail; else of the host that calls. */
  #trailOf(session: string): Trail {
    const own = this.#trails.of(this.#host, session);
    const others = this.#hosts.filter((host) => host !== this.#host);
    if (others.length === 0 || own.exists) return own;
    return others.map((host) => this.#trails.of(host, session)).find(({ exists }) => exists) ?? own;
  }

  /** The host whose session it is, by its name; undefined where it left no trail. */
  hostOf(session: string): string | undefined {
    return this.#hosts.find((host) => this.#trails.of(host, session).exists);
  }

  /** Is a session of the project in the middle of a turn, other than this one? */
  isTurnOpen(names: readonly string[], except?: string): boolean {
    const own = except === undefined ? undefined : this.trail(except);
    return this.#trails.isTurnOpen(names, this.#clock.now(), own);
  }

  /** Of what is taken out for good nothing stays in a trail. */
  scrub(texts: readonly string[], memories: Doomed["memories"]): void {
    this.#trails.scrub(texts, memories);
  }

  /** Of trails that nobody has added to for so long what was shown stays, and later nothing. Returns how many changed or went. */
  prune(days: Days): number {
    return this.#trails.prune(days, BigInt(this.#clock.now().getTime()) * 1_000_000n);
  }

  /** Every session that left a trail, the newest first, named as the host names it or by its hash. */
  all(except?: string): { readonly session: string; readonly trail: Trail }[] {
    const own = except === undefined ? undefined : this.trail(except);
    return this.#trails.all(own).flatMap(({ name, path }) => {
      const host = this.#hosts.find((one) => name.startsWith(`${one}-`));
      if (host === undefined) return [];
      return [{ session: name.slice(host.length + 1, -".jsonl".length), trail: this.#trails.at(path) }];
    });
  }

  /** At a moment of the host's nothing may fail loudly: what goes wrong is noted, and the moment passes. */
  async quietly<T>(moment: string, act: () => T | Promise<T>): Promise<T | undefined> {
    const note = (error: string) => this.mishaps.note({ at: this.#clock.now().toISOString(), moment, error });
    try {
      const done = await act();
      const held = [...this.#known.values()].reduce((sum, trail) => sum + trail.held, 0);
      if (held > this.#held) note("the disk does not take what a session leaves behind");
      this.#held = held;
      return done;
    } catch (error) {
      note(String(error));
      return undefined;
    }
  }
}

/** What went wrong where nobody could be told: a few lines for `doctor`, the newest last. Losing them costs nothing. */
interface Mishap {
  readonly at: string;
  readonly moment: string;
  readonly error: string;
}

const LARGEST = 64_000;
const LONGEST = 500;
const LONGEST_READ = 20_000;

class Mishaps {
  readonly #path: string;
  readonly #folder: string;

  constructor(cairnHome: string) {
    this.#folder = cairnHome;
    this.#path = join(cairnHome, "mishaps.jsonl");
  }

  note({ at, moment, error }: Mishap): void {
    try {
      makeFolders(this.#folder);
      if ((statOf(this.#path)?.size ?? 0) > LARGEST) this.#halve();
      appendLine(
        this.#path,
        JSON.stringify({ at, moment, error: wholeStart(redact(error.slice(0, LONGEST_READ)).text, LONGEST) }),
      );
    } catch (cause) {
      if (codeOf(cause) === undefined) throw cause; // a disk that refuses has nowhere to note that it does
    }
  }

  /** Newest last. */
  all(): Mishap[] {
    const text = readFileAt(this.#path, 2 * LARGEST)?.toString("utf8") ?? "";
    return text.split("\n").flatMap(mishapIn);
  }

  #halve(): void {
    const lines = (readFileAt(this.#path, 2 * LARGEST)?.toString("utf8") ?? "").split("\n");
    replaceFileQuick(this.#path, Buffer.from(lines.slice(Math.floor(lines.length / 2)).join("\n")));
  }
}

/** None where the line is half written or no mishap. */
function mishapIn(line: string): Mishap[] {
  const { at, moment, error } = (jsonObjectFrom(line) ?? {}) as Partial<Mishap>;
  return at === undefined || moment === undefined || error === undefined ? [] : [{ at, moment, error }];
}
