/**
 * What of a session is worth drafting: for each kind a verdict with its score, its reason and the places it rests on, by
 * what the session concluded; a summary by how much was done. Pure: the same turns and rules get the same verdicts.
 */

import { defined } from "../model/defined.ts";
import type { ToolCall, Turn } from "../transcripts/turn.ts";
import { isPersons } from "./conclusions/candidates.ts";
import { type Conclusion, conclusionsIn } from "./conclusions/conclusions.ts";
import { type TextKind, type TriagedKind, textKinds, triagedKinds } from "./triaged-kinds.ts";

export interface TriageRules {
  /** From which score on a kind is worth drafting. */
  readonly thresholds: Readonly<Record<TriagedKind, number>>;
  /** Kinds that are switched off, or not captured by themselves, and the word for it. */
  readonly off: Readonly<Partial<Record<TriagedKind, "disabled" | "not-captured">>>;
}

/** A place in the session where one thing was settled. */
export interface TriagedPassage {
  /** Its turn, counted from 0. */
  readonly turn: number;
  readonly at?: string;
  readonly voice: "person" | "agent";
  readonly score: number;
  /** Of the turn's text, from 1. */
  readonly fromLine: number;
  readonly toLine: number;
  readonly sentences: readonly string[];
  /** Who carries it: a pick, a correction, a closing report. */
  readonly by: Conclusion["carrier"];
}

/** `stated`: by the person. `said`: by the agent. `active`: much was done. The others are why it is left. */
export type Because = "stated" | "said" | "active" | "faint" | "nothing" | "disabled" | "not-captured";

export interface TriageVerdict {
  readonly kind: TriagedKind;
  readonly keep: boolean;
  readonly because: Because;
  readonly score: number;
  readonly threshold: number;
  /** Those that reach the threshold, in the order of the session; of a kind that is left, all that were found. */
  readonly passages: readonly TriagedPassage[];
  /** Only of a session's summary. */
  readonly activity?: Activity;
}

/** As the settings have them, where nobody set any. */
export const usualRules: TriageRules = {
  thresholds: {
    ...(Object.fromEntries(triagedKinds.map((kind) => [kind, 0.5])) as Record<TriagedKind, number>),
    session_summary: 0.6,
  },
  off: {},
};

/** Of a session's summary alone: what else it holds is not looked for. */
export function triageSummary(turns: Iterable<Turn>, rules: TriageRules): TriageVerdict {
  return activityVerdict(activityOf(turns), rules);
}

export function triage(given: Iterable<Turn>, rules: TriageRules = usualRules): TriageVerdict[] {
  const turns = [...given];
  const concluded = conclusionsIn(turns);
  const texts = textKinds.map((kind) => {
    const passages = concluded.filter((one) => one.kind === kind).map((one) => passageOf(one, turns));
    return textVerdict(kind, passages, rules);
  });
  return [...texts, triageSummary(turns, rules)];
}

function textVerdict(
  kind: TextKind,
  passages: readonly TriagedPassage[],
  { thresholds, off }: TriageRules,
): TriageVerdict {
  const threshold = thresholds[kind];
  const score = Math.max(0, ...passages.map((passage) => passage.score));
  const strong = passages.filter((passage) => passage.score >= threshold);
  const left = off[kind] ?? (passages.length === 0 ? "nothing" : strong.length === 0 ? "faint" : undefined);
  if (left !== undefined) return { kind, keep: false, because: left, score, threshold, passages };
  const because = strong.some(({ voice }) => voice === "person") ? "stated" : "said";
  return { kind, keep: true, because, score, threshold, passages: strong };
}

function activityVerdict(activity: Activity, { thresholds, off }: TriageRules): TriageVerdict {
  const kind = "session_summary";
  const threshold = thresholds[kind];
  const score = activityScore(activity);
  const left = off[kind] ?? (score === 0 ? "nothing" : score < threshold ? "faint" : undefined);
  return { kind, keep: left === undefined, because: left ?? "active", score, threshold, passages: [], activity };
}

function passageOf({ carrier, text, likely, turns: places }: Conclusion, turns: readonly Turn[]): TriagedPassage {
  const turn = places.at(-1) ?? 0;
  const said = turns[turn];
  const lines = said?.text.split("\n") ?? [];
  const words = bare(text);
  const within = lines.flatMap((line, n) => (bare(line) !== "" && words.includes(bare(line)) ? [n + 1] : []));
  return {
    turn,
    voice: isPersons(carrier) ? "person" : "agent",
    score: Math.round(Math.min(1, likely) * 10_000) / 10_000,
    // Where its words cannot be found line by line, the whole turn is what it rests on.
    fromLine: within[0] ?? 1,
    toLine: within.at(-1) ?? lines.length,
    sentences: [text],
    by: carrier,
    ...defined({ at: said?.at }),
  };
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** How much was done in a session: what its summary goes by. Sub-agents' own work is the one call that started them. */
interface Activity {
  readonly uses: number;
  readonly tools: number;
  /** How often the person said something and was answered. */
  readonly exchanges: number;
}

export function activityOf(turns: Iterable<Turn>): Activity {
  const count = new ActivityCount();
  for (const turn of turns) count.add(turn);
  return count.sum();
}

/** Counts turn by turn, for who holds none of them. */
class ActivityCount {
  readonly #tools = new Set<string>();
  #uses = 0;
  #exchanges = 0;
  #isAsked = false;

  add({ by, text, agent, uses = NO_USES }: Turn): void {
    if (agent !== undefined) return;
    this.#uses += uses.length;
    for (const { tool } of uses) this.#tools.add(tool);
    if (by === "person" && text.trim() !== "") this.#isAsked = true;
    else if (by === "agent" && this.#isAsked && (text !== "" || uses.length > 0)) {
      this.#exchanges++;
      this.#isAsked = false;
    }
  }

  sum(): Activity {
    return { uses: this.#uses, tools: this.#tools.size, exchanges: this.#exchanges };
  }
}

const NO_USES: readonly ToolCall[] = [];

const WEIGHTS = { use: 0.05, tool: 0.1, exchange: 0.02 } as const;

export function activityScore({ uses, tools, exchanges }: Activity): number {
  const { use, tool, exchange } = WEIGHTS;
  return Math.round(Math.min(1, use * uses + tool * tools + exchange * exchanges) * 10_000) / 10_000;
}
