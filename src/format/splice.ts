/** Changing a text by ranges, so that every other character stays. */

export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies splices that do not overlap. */
export function spliced(text: string, ...splices: readonly Splice[]): string {
  let result = text;
  for (const { from, to, text: inserted } of [...splices].sort((a, b) => b.from - a.from)) {
    result = result.slice(0, from) + inserted + result.slice(to);
  }
  return result;
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Past the break of the line on which an offset lies. */
export function nextLine(text: string, at: number): number {
  const lineBreak = text.indexOf("\n", at);
  return lineBreak < 0 ? text.length : lineBreak + 1;
}

/** The end of the line on which an offset lies, before its break. */
export function lineEnd(text: string, at: number): number {
  const lineBreak = text.indexOf("\n", at);
  if (lineBreak < 0) return text.length;
  return lineBreak > at && text[lineBreak - 1] === "\r" ? lineBreak - 1 : lineBreak;
}

/** Back over blanks and breaks, not past `from`. */
export function backOverBlanks(text: string, at: number, from: number): number {
  let end = at;
  while (end > from && " \t\r\n".includes(text[end - 1] as string)) end--;
  return end;
}

/** The end of the last line that says something, its trailing blanks included; `from` when none does. */
export function contentEnd(text: string, from: number, to: number): number {
  const end = backOverBlanks(text, to, from);
  return end === from ? from : Math.min(lineEnd(text, end), to);
}

/** The start of the first line that says something; `to` when none does. */
export function contentStart(text: string, from: number, to: number): number {
  let start = from;
  while (start < to && text.slice(start, nextLine(text, start)).trim() === "") start = nextLine(text, start);
  return Math.min(start, to);
}
