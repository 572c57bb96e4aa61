/**
 * A paragraph in place of lines. It stands only for those it tells, and only as long as each of them says what it said when
 * the paragraph was made: otherwise the lines are printed as they are. Pure.
 */

import { inventedIn } from "../capture/verify.ts";
import type { MasterLine } from "./lines.ts";

export interface Paragraph {
  readonly text: string;
  /** What each line it tells said; see `lineKeyOf`. */
  readonly tells: ReadonlySet<string>;
}

/** By the name of a theme or part. */
export type Prose = ReadonlyMap<string, Paragraph>;

export const noProse: Prose = new Map();

export function lineKeyOf({ part, text, reason, sources }: MasterLine): string {
  return JSON.stringify([part, text, reason ?? "", sources]);
}

/** Of these lines, those of which the words leave nothing out that counts: no name, no number, no denial. */
export function toldIn(words: string, lines: readonly MasterLine[]): MasterLine[] {
  return lines.filter(({ text }) => inventedIn([text], words).length === 0);
}

/** The paragraphs all of whose lines are among those that may be told now. */
export function stillTrue(prose: Prose, tellable: readonly MasterLine[]): Prose {
  if (prose.size === 0) return prose;
  const now = new Set(tellable.map(lineKeyOf));
  return new Map([...prose].filter(([, { tells }]) => [...tells].every((said) => now.has(said))));
}
