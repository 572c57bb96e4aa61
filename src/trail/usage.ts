/**
 * What became of memories once they were shown unasked: how often each was, and how often somebody used it. A short log
 * of hashes and dates, for all projects; losing it costs nothing but what was learned from it.
 */

import { join } from "node:path";
import { alone, rewriteAppended } from "../disk/appended.ts";
import { replaceFileQuick } from "../disk/durable.ts";
import { appendLine, codeOf, makeFolders, readFileAt, statOf } from "../disk/files.ts";
import { hashOf } from "../model/id.ts";

type Fate = "shown" | "used";

/** Of one memory. */
interface Usage {
  readonly shown: number;
  readonly used: number;
  /** How often it was shown since it was last used, in the last day. */
  readonly lately: number;
}

interface NamedIn {
  readonly scope: string;
  readonly id: string;
}

const LARGEST = 96_000;
const MOST_KEYS = 2_000;
const DAY_MS = 86_400_000;
const LINE = /^(shown|used) ([0-9a-f]{16}) (\S+)$/;

export class UsageLog {
  readonly #folder: string;
  readonly #path: string;
  #known: { readonly size: number; readonly text: string } | undefined;
  readonly #keys = new Map<string, string>();
  /** Notes of a moment that is only tried out: written when the moment turns out to be real. */
  #heldBack: (() => void)[] | undefined;

  constructor(cairnHome: string) {
    this.#folder = cairnHome;
    this.#path = join(cairnHome, "usage.log");
  }

  /** Of a moment that is tried out: nothing is noted from here on. Answers with what notes it all the same. */
  holdBack(): () => void {
    const heldBack: (() => void)[] = [];
    this.#heldBack = heldBack;
    return () => {
      this.#heldBack = undefined;
      for (const note of heldBack) note();
    };
  }

  /** `project`: whose memories they are, but for the person's own. */
  note(fate: Fate, memories: readonly NamedIn[], project: string, at: Date): void {
    if (memories.length === 0) return;
    if (this.#heldBack !== undefined) return void this.#heldBack.push(() => this.note(fate, memories, project, at));
    try {
      makeFolders(this.#folder);
      if ((statOf(this.#path)?.size ?? 0) > LARGEST) this.#alone(() => this.#halve());
      const lines = memories.map((memory) => `${fate} ${keyOf(memory, project)} ${at.toISOString()}`);
      const text = this.#text();
      const isCut = text !== "" && !text.endsWith("\n"); // somebody died while noting: that line is lost, this one is not
      appendLine(this.#path, `${isCut ? "\n" : ""}${lines.join("\n")}`);
    } catch (cause) {
      if (codeOf(cause) === undefined) throw cause; // a disk that refuses keeps Cairn from learning, not from answering
    }
  }

  /** What is taken out for good leaves no line: a hash of a name can be guessed. A disk that refuses is told. */
  forget(memories: readonly NamedIn[], project: string): void {
    const keys = new Set(memories.map((memory) => keyOf(memory, project)));
    const isGone = (line: string) => keys.has(LINE.exec(line)?.[2] ?? "");
    const staying = (lines: Buffer) => {
      const all = lines.toString("utf8").split("\n");
      return all.some(isGone) ? Buffer.from(all.filter((line) => !isGone(line)).join("\n")) : undefined;
    };
    this.#alone(() => rewriteAppended(this.#path, staying));
    this.#known = undefined;
  }

  /** Of two who take lines out at the same moment none puts back what the other took. */
  #alone(work: () => void): void {
    alone(join(this.#folder, "locks", "usage"), work);
  }

  /** By memory; undefined where it was never shown unasked. */
  reader(project: string, now: Date): (memory: NamedIn) => Usage | undefined {
    const usages = usagesIn(this.#text(), now);
    return usages.size === 0 ? () => undefined : (memory) => usages.get(this.#keyOf(memory, project));
  }

  /** When it was last of use here, as far back as the log goes. */
  lastUse(memory: NamedIn, project: string): string | undefined {
    const key = keyOf(memory, project);
    const uses = this.#text()
      .split("\n")
      .filter((line) => line.startsWith(`used ${key} `));
    return uses.at(-1)?.split(" ")[2];
  }

  /** The same few are asked for with every prompt. */
  #keyOf(memory: NamedIn, project: string): string {
    const name = nameOf(memory, project);
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = keyOf(memory, project);
    if (this.#keys.size === MOST_KEYS) this.#keys.clear();
    this.#keys.set(name, key);
    return key;
  }

  #text(): string {
    const size = statOf(this.#path)?.size ?? 0;
    if (this.#known?.size !== size)
      this.#known = { size, text: size === 0 ? "" : (readFileAt(this.#path, 2 * LARGEST)?.toString("utf8") ?? "") };
    return this.#known.text;
  }

  #halve(): void {
    this.#known = undefined;
    const lines = this.#text().split("\n");
    replaceFileQuick(this.#path, Buffer.from(lines.slice(Math.floor(lines.length / 2)).join("\n")));
  }
}

/** A hash: what is erased for good leaves no name here. */
function keyOf(memory: NamedIn, project: string): string {
  return hashOf(nameOf(memory, project), 16);
}

function nameOf({ scope, id }: NamedIn, project: string): string {
  return `${scope === "user" ? "" : project}\n${scope}:${id}`;
}

function usagesIn(text: string, now: Date): Map<string, Usage> {
  const usages = new Map<string, Usage>();
  for (const line of text.split("\n")) {
    const [, fate, key = "", at = ""] = LINE.exec(line) ?? [];
    if (fate === undefined) continue;
    const { shown, used, lately } = usages.get(key) ?? { shown: 0, used: 0, lately: 0 };
    const isLate = now.getTime() - Date.parse(at) < DAY_MS;
    if (fate === "used") usages.set(key, { shown, used: Math.min(used + 1, shown), lately: 0 });
    else usages.set(key, { shown: shown + 1, used, lately: isLate ? lately + 1 : 0 });
  }
  return usages;
}

export interface UsagePrior {
  /** Log-odds. */
  readonly adds: number;
  readonly says: string;
  /** It has had its turns today: only who names it gets it. */
  readonly rests: boolean;
}

/** As if it had been used so often, and as often not. */
const BEFOREHAND = 1.5;
/** That an answer does not show a use says little: so often it is let pass. */
const LET_PASS = 2;
const WEIGHT = 0.5;
/** Whatever became of it before, what is said now counts for more. */
const MOST = 0.8;
const RESTS_AFTER = 4;

/** What a memory's fate says of it: shown often and never used it sinks, used it rises. Pure. */
export function usagePrior(usage: Usage | undefined): UsagePrior | undefined {
  if (usage === undefined || usage.shown === 0) return undefined;
  const { shown, used, lately } = usage;
  const unused = Math.max(0, shown - used - LET_PASS);
  const odds = WEIGHT * Math.log((used + BEFOREHAND) / (unused + BEFOREHAND));
  const rests = lately >= RESTS_AFTER;
  const times = (count: number) => (count === 1 ? "once" : `${count} times`);
  const fate = used === 0 ? "not used" : `used ${times(used)}`;
  return {
    adds: Math.max(-MOST, Math.min(MOST, odds)),
    says: `shown unasked ${times(shown)} before, ${fate}${rests ? "; it rests for a day" : ""}`,
    rests,
  };
}
