/**
 * Judges what of a session is worth drafting: for each kind a verdict with its score, its reason and the lines it rests
 * on. Pure: the same turns and rules always get the same verdicts, and every verdict says why.
 */

import { defined } from "../model/defined.ts";
import type { Turn } from "../transcripts/turn.ts";
import { type Activity, ActivityCount, activityScore } from "./activity.ts";
import { type Hit, NEAR, SessionHits } from "./hits.ts";
import type { Picked } from "./pick.ts";
import { activityWeights, type Cues } from "./triage-cues.ts";
import { cuesOf, type TextKind, type TriagedKind, textKinds } from "./triaged-kinds.ts";
import { type Voice, voices } from "./voices.ts";

export interface TriageRules {
  /** From which score on a kind is worth drafting. */
  readonly thresholds: Readonly<Record<TriagedKind, number>>;
  /** Kinds that are switched off, or not captured by themselves, and the word for it. */
  readonly off: Readonly<Partial<Record<TriagedKind, "disabled" | "not-captured">>>;
}

/** A place in the session where one thing was said. */
export interface TriagedPassage {
  /** Its turn, counted from 0. */
  readonly turn: number;
  readonly at?: string;
  readonly voice: Voice;
  readonly score: number;
  /** Of the turn's text, from 1. */
  readonly fromLine: number;
  readonly toLine: number;
  /** The sentences in which the cues stand, in order. */
  readonly sentences: readonly string[];
  readonly cues: readonly string[];
  readonly boosters: readonly string[];
  readonly picked?: Picked;
}

/** `stated`: by the person. `said`: by the agent. `active`: much was done. The others are why it is left. */
export type Because = "stated" | "said" | "active" | "faint" | "nothing" | "disabled" | "not-captured";

export interface TriageVerdict {
  readonly kind: TriagedKind;
  readonly keep: boolean;
  readonly because: Because;
  readonly score: number;
  readonly threshold: number;
  /** Those that reach the threshold, in the order of the session; of a kind that is left, the strongest few. */
  readonly passages: readonly TriagedPassage[];
  /** Only of a session's summary. */
  readonly activity?: Activity;
}

const MOST_BOOSTED = 2;
const MOST_PLAIN = 3;
const FAINT_SHOWN = 3;
/** What nobody said in so many words stays below every usual threshold. */
const MOST_BY_POINTING = 0.35;

export const usualRules: TriageRules = {
  thresholds: {
    ...(Object.fromEntries(textKinds.map((kind) => [kind, cuesOf(kind).threshold])) as Record<TextKind, number>),
    session_summary: activityWeights.threshold,
  },
  off: {},
};

/** Turn by turn: of a session that is read as it is judged, no more is held than what was found. */
export function triage(turns: Iterable<Turn>, rules: TriageRules = usualRules): TriageVerdict[] {
  const hits = new SessionHits();
  const activity = new ActivityCount();
  for (const turn of turns) {
    hits.add(turn);
    activity.add(turn);
  }
  const texts = textKinds.map((kind) => textVerdict(kind, passagesOf(hits.of(kind)), rules));
  return [...texts, activityVerdict(activity.sum(), rules)];
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
  if (left !== undefined) return { kind, keep: false, because: left, score, threshold, passages: strongest(passages) };
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

/** Cues of one kind near each other in one turn speak of one thing. */
function passagesOf(hits: readonly Hit[]): TriagedPassage[] {
  const groups: Hit[][] = [];
  for (const hit of hits) {
    const last = groups.at(-1)?.at(-1);
    const isNear = last !== undefined && last.turn === hit.turn && Math.abs(hit.sentence - last.sentence) <= NEAR;
    if (isNear) groups.at(-1)!.push(hit);
    else groups.push([hit]);
  }
  return groups.map(passageOf);
}

function passageOf(hits: readonly Hit[]): TriagedPassage {
  const [first] = hits as readonly [Hit];
  const sentences = [...new Set(hits.map(({ text }) => text))];
  const picked = hits.find((hit) => hit.picked !== undefined)?.picked;
  return {
    turn: first.turn,
    voice: loudest(hits),
    score: scoreOf(hits),
    fromLine: Math.min(...hits.map(({ fromLine }) => fromLine)),
    toLine: Math.max(...hits.map(({ toLine }) => toLine)),
    sentences,
    cues: [...new Set(hits.map(({ cue }) => cue))],
    boosters: [...new Set(hits.flatMap(({ boosters }) => boosters))],
    ...defined({ picked, at: first.said }),
  };
}

/**
 * Of the most that an agent's cues can reach. A cue that says it outright counts as one with a booster, and
 * with a booster as two; beyond two, and without one, it counts plain.
 */
export function scoreOf(hits: readonly Pick<Hit, "kind" | "voice" | "isOutright" | "boosters">[]): number {
  const [first] = hits;
  if (first === undefined) return 0;
  const cues = cuesOf(first.kind);
  let [raw, boosted, plain] = [0, 0, 0];
  const strongestFirst = [...hits].sort((a, b) => weightOf(b) - weightOf(a));
  for (const hit of strongestFirst) {
    const { isOutright, boosters } = hit;
    let strong = (isOutright ? 1 : 0) + (boosters.length > 0 ? 1 : 0);
    for (; strong > 0 && boosted < MOST_BOOSTED; strong--, boosted++) raw += cues.boosted * weightOf(hit);
    const isLeft = strong > 0 || (!isOutright && boosters.length === 0);
    if (isLeft && plain < MOST_PLAIN) {
      raw += cues.plain * weightOf(hit);
      plain++;
    }
  }
  const most = hits.some(({ isOutright }) => isOutright) ? 1 : MOST_BY_POINTING;
  return rounded(Math.min(most, raw / mostOf(cues)));
}

/** What three plain and two boosted cues add. */
function mostOf({ plain, boosted }: Cues): number {
  return MOST_PLAIN * plain + MOST_BOOSTED * boosted;
}

function weightOf({ voice, isOutright }: Pick<Hit, "voice" | "isOutright">): number {
  return voices[voice][isOutright ? "outright" : "pointing"];
}

function loudest(hits: readonly Hit[]): Voice {
  return [...hits].sort((a, b) => weightOf(b) - weightOf(a))[0]!.voice;
}

function strongest(passages: readonly TriagedPassage[]): TriagedPassage[] {
  return [...passages].sort((a, b) => b.score - a.score || a.turn - b.turn).slice(0, FAINT_SHOWN);
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
