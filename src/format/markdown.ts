/** The little Cairn knows of Markdown: lines, headings of the first two levels, and fences, inside which nothing counts. */

export type Eol = "\n" | "\r\n";

export interface Heading {
  readonly level: 1 | 2;
  readonly text: string;
  /** The line: where it starts, where it ends without its break, where the next one starts. */
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

interface Scan {
  readonly headings: readonly Heading[];
  /** The fence still open at the end, as it was opened. */
  readonly openFence: string | undefined;
}

const SPACE = 32;
const HASH = 35;
const BACKTICK = 96;
const TILDE = 126;
const BREAKS = /\r\n|[\n\r\v\f\x85\u2028\u2029]/;

export function scanMarkdown(text: string, from = 0): Scan {
  const headings: Heading[] = [];
  let openFence: string | undefined;
  for (let at = from; at < text.length; ) {
    const lineBreak = text.indexOf("\n", at);
    const next = lineBreak < 0 ? text.length : lineBreak + 1;
    const mark = pastIndent(text, at);
    const code = text.charCodeAt(mark);
    if (mark < next && (code === BACKTICK || code === TILDE)) openFence = fenceAfter(openFence, text.slice(mark, next));
    else if (code === HASH && openFence === undefined && mark < next) {
      const heading = headingOf(text, at, mark, next);
      if (heading !== undefined) headings.push(heading);
    }
    at = next;
  }
  return { headings, openFence };
}

/** All on one line, trimmed. */
export function joinedLine(text: string): string {
  if (!BREAKS.test(text)) return text.trim();
  return text
    .split(BREAKS)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

/** A body as it is read: breaks are `\n`, no blank lines around it, no fence left open. */
export function tidyBody(text: string): string {
  const tidy = trimBlankLines(withEol(text, "\n"));
  const { openFence } = scanMarkdown(tidy);
  return openFence === undefined ? tidy : `${tidy}\n${openFence}`;
}

export function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

export function eolOf(text: string): Eol {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}

export function withEol(text: string, eol: Eol): string {
  const plain = text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
  return eol === "\n" ? plain : plain.replaceAll("\n", eol);
}

/** Applies `change` to every line outside fences. */
export function mapLines(text: string, change: (line: string) => string): string {
  let openFence: string | undefined;
  const lines = text.split("\n").map((line) => {
    const mark = pastIndent(line, 0);
    const code = line.charCodeAt(mark);
    const before = openFence;
    if (code === BACKTICK || code === TILDE) openFence = fenceAfter(openFence, line.slice(mark));
    return before === undefined && openFence === undefined ? change(line) : line;
  });
  return lines.join("\n");
}

/** At most three spaces: more make it code. */
function pastIndent(text: string, at: number): number {
  let mark = at;
  while (mark - at < 3 && text.charCodeAt(mark) === SPACE) mark++;
  return mark;
}

function headingOf(text: string, start: number, mark: number, next: number): Heading | undefined {
  const level = text.charCodeAt(mark + 1) === HASH ? 2 : 1;
  const after = text[mark + level];
  if (after !== undefined && !" \t\r\n".includes(after)) return undefined;
  let end = next;
  while (end > mark && (text[end - 1] === "\n" || text[end - 1] === "\r")) end--;
  return { level, text: text.slice(mark + level, end).trim(), start, end, next };
}

function fenceAfter(open: string | undefined, line: string): string | undefined {
  const mark = line.charAt(0);
  let length = 1;
  while (line[length] === mark) length++;
  if (length < 3) return open;
  const rest = line.slice(length);
  if (open !== undefined) return open[0] === mark && length >= open.length && rest.trim() === "" ? undefined : open;
  return mark === "`" && rest.includes("`") ? undefined : mark.repeat(length);
}
