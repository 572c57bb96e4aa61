/**
 * `labels.json` beside transcripts: what of each session a reader found worth keeping, as quotations. A passage marked
 * `also` may be found and need not be: it says again what another one says, or readers would differ.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TextKind, TriagedKind } from "../../src/capture/triaged-kinds.ts";
import type { Turn } from "../../src/transcripts/turn.ts";

export interface Label {
  readonly kind: TextKind;
  readonly quote: string;
  readonly also?: boolean;
}

export interface Labels {
  readonly passages: readonly Label[];
  readonly session_summary: boolean;
  /** Not looked at while the cues were written. */
  readonly heldOut?: boolean;
}

/** A shorter quotation is all that was said. */
const SHORTEST = 3;

export interface Place {
  readonly kind: TriagedKind;
  readonly turn: number;
  readonly fromLine: number;
  readonly toLine: number;
  readonly also: boolean;
}

export function labelsIn(folder: string): ReadonlyMap<string, Labels> | undefined {
  const path = join(folder, "labels.json");
  if (!existsSync(path)) return undefined;
  const { sessions } = JSON.parse(readFileSync(path, "utf8")) as { sessions: Record<string, Labels> };
  return new Map(Object.entries(sessions));
}

/** Everywhere the quotation stands. One that stands nowhere is a mistake of the labels, and is said. */
export function placesOf({ kind, quote, also = false }: Label, turns: readonly Turn[]): Place[] {
  const wanted = flat(quote).text;
  const places = turns.flatMap(({ text, by }, turn) => {
    const { text: inOne, lines } = by === "person" || by === "agent" ? flat(text) : { text: "", lines: [] };
    const at = wanted.length > SHORTEST ? inOne.indexOf(wanted) : inOne === wanted ? 0 : -1;
    return at === -1 ? [] : [{ kind, turn, fromLine: lines[at]!, toLine: lines[at + wanted.length - 1]!, also }];
  });
  if (places.length === 0) throw new Error(`Nobody says: ${quote}`);
  return places;
}

/** Blanks as one, and the line of every sign that is left. */
function flat(text: string): { text: string; lines: number[] } {
  const lines: number[] = [];
  let kept = "";
  let line = 1;
  for (const sign of text) {
    const isBlank = /\s/.test(sign);
    if (!isBlank || (kept !== "" && !kept.endsWith(" "))) {
      kept += isBlank ? " " : sign;
      for (let unit = 0; unit < sign.length; unit++) lines.push(line);
    }
    if (sign === "\n") line++;
  }
  return { text: kept.trimEnd(), lines };
}
