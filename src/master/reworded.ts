/**
 * Which line of the master a person's own line stands for: of those with a source it names, in its section, that stand there
 * no longer, the one it shares most words with. All others stay, and a line that only names a source replaces nothing. Pure.
 */

import { capital, forms, type MasterLine, textInForm } from "./lines.ts";
import type { HandLine } from "./previous.ts";
import { headings } from "./print-master.ts";
import { telling } from "./subject.ts";

export function withoutReworded(lines: readonly MasterLine[], hand: readonly HandLine[]): MasterLine[] {
  const replaced = new Set(hand.flatMap((own) => (own.ids.length === 0 ? [] : (rewordedBy(own, lines) ?? []))));
  return lines.filter((line) => !replaced.has(line));
}

function rewordedBy(
  { section, text, ids, beside = [] }: HandLine,
  lines: readonly MasterLine[],
): MasterLine | undefined {
  const missing = lines.filter(
    ({ part, sources, ...line }) =>
      headings[part] === section && ids.includes(sources[0] ?? "") && !isAmong(beside, line),
  );
  const words = new Set(telling(text.replace(/\[\[[^\]]*\]\]/g, " ")));
  const shared = missing.map((line) => telling(line.text).filter((word) => words.has(word)).length);
  const most = Math.max(0, ...shared);
  return most === 0 && missing.length > 1 ? undefined : missing[shared.indexOf(most)];
}

/** What comes after a line's words. */
const REST = /^\s+(?:\(|\[\[|— because )/;

function isAmong(printed: readonly string[], line: Pick<MasterLine, "text">): boolean {
  const starts = forms.map((form) => `- ${capital(textInForm(line, form))}`);
  return printed.some((one) => starts.some((start) => one.startsWith(start) && REST.test(one.slice(start.length))));
}
