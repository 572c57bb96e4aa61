/**
 * The sentences of a session in which a cue was found and stands: not negated, not asked, not merely considered, not
 * part of another phrase. Whose words they are decides what they weigh. Pure.
 */

import { kindRow } from "../model/kind.ts";
import { negations } from "../model/triage-cues.ts";
import type { Turn } from "../transcripts/turn.ts";
import { CueMatcher, type Found } from "./cue-matcher.ts";
import { type Picked, pickOf } from "./pick.ts";
import { isBrought, isMachineText, paragraphsOf } from "./prose.ts";
import { type TextKind, textKinds } from "./triaged-kinds.ts";
import { type Sentence, sentencesOf } from "./words.ts";

/** What a voice's words weigh. The person's alone can settle a thing; what was printed or pasted never does. */
export const voices = { person: 2, agent: 1, pasted: 0.25 } as const;
export type Voice = keyof typeof voices;

/** How many sentences before and after are near. */
export const NEAR = 2;
/** A cue is turned round by a negation this many words before it. */
const NEGATED_WITHIN = 3;

export interface Hit {
  readonly kind: TextKind;
  /** The turn's place in the session, and the sentence's in the turn. */
  readonly turn: number;
  readonly sentence: number;
  readonly voice: Voice;
  readonly text: string;
  readonly fromLine: number;
  readonly toLine: number;
  readonly isOutright: boolean;
  readonly cue: string;
  readonly boosters: readonly string[];
  /** What was picked, where it is a pick among what the agent had offered. */
  readonly picked?: Picked;
}

type Role = "outright" | "outrightByPerson" | "primary" | "boosters" | "against" | "doubts";
interface Tag {
  readonly kind: TextKind;
  readonly role: Role;
}

const ROLES: readonly Role[] = ["outright", "outrightByPerson", "primary", "boosters", "against", "doubts"];
const NEGATIONS = new Set(negations);

interface Line extends Sentence {
  readonly voice: Voice;
  readonly line: number;
  readonly found: readonly Found<Tag>[];
}

let matcher: CueMatcher<Tag> | undefined;

/** Made when first wanted: a command that triages nothing does not pay for it. */
function cueMatcher(): CueMatcher<Tag> {
  matcher ??= new CueMatcher(
    textKinds.flatMap((kind) =>
      ROLES.flatMap((role) => (kindRow(kind).cues?.[role] ?? []).map((cue) => [cue, { kind, role }] as const)),
    ),
  );
  return matcher;
}

export function hitsIn(turns: readonly Turn[]): Hit[] {
  const hits: Hit[] = [];
  let offered = "";
  for (const [at, turn] of turns.entries()) {
    if (turn.agent !== undefined || (turn.by !== "person" && turn.by !== "agent") || turn.text === "") continue;
    if (isMachineText(turn.text)) continue;
    hits.push(...hitsOf(linesOf(turn), at));
    const picked = turn.by === "person" ? pickOf(turn.text, offered) : undefined;
    if (picked !== undefined) hits.push(pickHit(turn, at, picked));
    offered = turn.by === "agent" ? turn.text : "";
  }
  return hits;
}

function linesOf(turn: Turn): Line[] {
  const own: Voice = turn.by === "person" && !isBrought(turn.text) ? "person" : "agent";
  return paragraphsOf(turn.text).flatMap(({ text, line, isPasted }) =>
    sentencesOf(text).map((sentence) => ({
      ...sentence,
      voice: isPasted ? "pasted" : own,
      line,
      found: cueMatcher().find(sentence.words),
    })),
  );
}

function hitsOf(lines: readonly Line[], turn: number): Hit[] {
  return lines.flatMap((line, sentence) =>
    textKinds.flatMap((kind) => {
      const cue = cueOf(line, kind);
      if (cue === undefined) return [];
      const near = lines.slice(Math.max(0, sentence - NEAR), sentence + NEAR + 1);
      return [
        {
          kind,
          turn,
          sentence,
          voice: line.voice,
          text: line.text,
          fromLine: line.line + line.fromLine,
          toLine: line.line + line.toLine,
          isOutright: cue.tag.role !== "primary",
          cue: cue.cue,
          boosters: boostersOf(near, kind, line, cue),
        },
      ];
    }),
  );
}

/** The strongest cue of a kind that stands in a sentence; at most one counts. */
function cueOf(line: Line, kind: TextKind): Found<Tag> | undefined {
  const own = line.found.filter(({ tag }) => tag.kind === kind);
  if (own.length === 0 || line.isQuestion || own.some(({ tag }) => tag.role === "doubts")) return undefined;
  const against = own.filter(({ tag }) => tag.role === "against");
  const standing = own.filter(
    (found) =>
      (found.tag.role === "outright" ||
        found.tag.role === "primary" ||
        (found.tag.role === "outrightByPerson" && line.voice === "person")) &&
      !against.some((other) => other.from < found.to && found.from < other.to) &&
      !isNegated(line.words, found.from),
  );
  return standing.find(({ tag }) => tag.role !== "primary") ?? standing[0];
}

function isNegated(words: readonly string[], from: number): boolean {
  return words.slice(Math.max(0, from - NEGATED_WITHIN), from).some((word) => NEGATIONS.has(word.replaceAll("'", "")));
}

/** Words that boost a cue stand near it, and are not the cue itself. */
function boostersOf(near: readonly Line[], kind: TextKind, own: Line, cue: Found<Tag>): string[] {
  const found = near.flatMap((line) =>
    line.found.filter(
      ({ tag, from, to }) =>
        tag.kind === kind && tag.role === "boosters" && !(line === own && from < cue.to && cue.from < to),
    ),
  );
  return [...new Set(found.map((booster) => booster.cue))];
}

function pickHit(turn: Turn, at: number, picked: Picked): Hit {
  return {
    kind: "decision",
    turn: at,
    sentence: 0,
    voice: "person",
    text: turn.text.trim().split("\n", 1)[0]!,
    fromLine: 1,
    toLine: 1,
    isOutright: true,
    cue: "a pick among what was offered",
    boosters: [],
    picked,
  };
}
