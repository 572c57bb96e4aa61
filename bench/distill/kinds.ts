/** How much of what triage keeps is worth keeping, and how much of what is worth keeping it finds. */

import { type TriagedPassage, type TriageVerdict, triage } from "../../src/capture/triage.ts";
import { type TriagedKind, triagedKinds } from "../../src/capture/triaged-kinds.ts";
import { type Label, type Labels, type Place, placesOf } from "./labels.ts";
import type { Session } from "./sessions.ts";

export interface Figures {
  /** Of what was kept; null where nothing was. */
  readonly precision: number | null;
  /** Of what was labelled; null where nothing was. */
  readonly recall: number | null;
  readonly kept: number;
  readonly labelled: number;
}

export interface Judged {
  readonly kind: TriagedKind;
  readonly session: string;
  /** Kept passages, and those of them that are right; labelled ones, and those of them that were found. */
  readonly kept: number;
  readonly right: number;
  readonly labelled: number;
  readonly found: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

interface Quoted extends Label {
  readonly places: readonly Place[];
}

/** So many lines apart is the same place. */
const NEAR_LINES = 1;

export function judged({ name, turns }: Session, labels: Labels): Judged[] {
  const quoted = labels.passages.map((label) => ({ ...label, places: placesOf(label, turns) }));
  return triage(turns).map((verdict) =>
    verdict.kind === "session_summary"
      ? judgedSummary(name, verdict, labels.session_summary)
      : judgedText(
          name,
          verdict,
          quoted.filter(({ kind }) => kind === verdict.kind),
        ),
  );
}

function judgedText(session: string, { kind, keep, passages }: TriageVerdict, quoted: readonly Quoted[]): Judged {
  const kept = keep ? passages : [];
  const wrong = kept.filter((passage) => !quoted.some(({ places }) => isAtAny(passage, places)));
  const wanted = quoted.filter(({ also }) => !also);
  const missed = wanted.filter(({ places }) => !kept.some((passage) => isAtAny(passage, places)));
  return {
    kind,
    session,
    kept: kept.length,
    right: kept.length - wrong.length,
    labelled: wanted.length,
    found: wanted.length - missed.length,
    wrong: wrong.map(({ sentences }) => sentences.join(" ")),
    missed: missed.map(({ quote }) => quote),
  };
}

function judgedSummary(session: string, { kind, keep }: TriageVerdict, wanted: boolean): Judged {
  const [kept, labelled, right] = [Number(keep), Number(wanted), Number(keep && wanted)];
  const note = (is: boolean) => (is ? ["the session as a whole"] : []);
  return {
    kind,
    session,
    kept,
    right,
    labelled,
    found: right,
    wrong: note(keep && !wanted),
    missed: note(wanted && !keep),
  };
}

function isAtAny(passage: TriagedPassage, places: readonly Place[]): boolean {
  return places.some(
    ({ turn, fromLine, toLine }) =>
      passage.turn === turn && passage.fromLine - NEAR_LINES <= toLine && fromLine <= passage.toLine + NEAR_LINES,
  );
}

export function figuresOf(all: readonly Judged[]): Record<TriagedKind, Figures> {
  return Object.fromEntries(
    triagedKinds.map((kind) => {
      const own = all.filter((one) => one.kind === kind);
      const sum = (count: (one: Judged) => number) => own.reduce((total, one) => total + count(one), 0);
      const [kept, labelled] = [sum((one) => one.kept), sum((one) => one.labelled)];
      const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1_000) / 1_000);
      return [
        kind,
        {
          precision: share(
            sum((one) => one.right),
            kept,
          ),
          recall: share(
            sum((one) => one.found),
            labelled,
          ),
          kept,
          labelled,
        },
      ];
    }),
  ) as Record<TriagedKind, Figures>;
}
