/** A turn as sentences, each in its voice and with every cue that was found in it, whether it stands or not. Pure. */

import { isBrought, isLong, paragraphsOf } from "../text/prose.ts";
import type { Turn } from "../transcripts/turn.ts";
import { CueMatcher, type FoundCue } from "./cue-matcher.ts";
import { cuesOf, type TextKind, textKinds } from "./triaged-kinds.ts";
import type { Voice } from "./voices.ts";
import { type Sentence, sentencesOf } from "./words.ts";

type Role =
  | "outright"
  | "outrightByPerson"
  | "outrightByAgent"
  | "setsRight"
  | "cured"
  | "bounds"
  | "follows"
  | "anchors"
  | "primary"
  | "boosters"
  | "against"
  | "doubts";
export interface Tag {
  readonly kind: TextKind;
  readonly role: Role;
}

const ROLES: readonly Role[] = [
  "outright",
  "outrightByPerson",
  "outrightByAgent",
  "setsRight",
  "cured",
  "bounds",
  "follows",
  "anchors",
  "primary",
  "boosters",
  "against",
  "doubts",
];

export interface Line {
  readonly sentence: Sentence;
  readonly voice: Voice;
  /** Of the paragraph's first line. */
  readonly line: number;
  readonly found: readonly FoundCue<Tag>[];
}

let matcher: CueMatcher<Tag> | undefined;

/** Made when first wanted: a command that triages nothing does not pay for it. */
function cueMatcher(): CueMatcher<Tag> {
  matcher ??= new CueMatcher(
    textKinds.flatMap((kind) =>
      ROLES.flatMap((role) => (cuesOf(kind)[role] ?? []).map((cue) => [cue, { kind, role }] as const)),
    ),
  );
  return matcher;
}

export function linesOf(turn: Turn): Line[] {
  const isPage = turn.by === "person" && (turn.brought === true || isBrought(turn.text));
  const lines: Line[] = [];
  for (const { text, line, isPasted } of paragraphsOf(turn.text)) {
    const spoken = turn.by === "agent" ? "agent" : isPage || isLong(text) ? "brought" : "person";
    for (const sentence of sentencesOf(text)) {
      lines.push({ sentence, voice: isPasted ? "pasted" : spoken, line, found: cueMatcher().find(sentence.words) });
    }
  }
  return lines;
}
