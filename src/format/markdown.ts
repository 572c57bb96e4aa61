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
const STAR = 42;
const PLUS = 43;
const DASH = 45;
const DOT = 46;
const PARENTHESIS = 41;
const [ZERO, NINE] = [48, 57];
const BACKTICK = 96;
const TILDE = 126;
const BREAKS = /\r\n|[\n\r\v\f\x85\u2028\u2029]/;

export function scanMarkdown(text: string, from = 0): Scan {
  const headings: Heading[] = [];
  let open: Fence | undefined;
  for (let at = from; at < text.length; ) {
    const lineBreak = text.indexOf("\n", at);
    const next = lineBreak < 0 ? text.length : lineBreak + 1;
    const mark = pastIndent(text, at);
    open = fenceBelow(open, text, { at, mark, next });
    if (text.charCodeAt(mark) === HASH && open === undefined && mark < next) {
      const heading = headingOf(text, at, mark, next);
      if (heading !== undefined) headings.push(heading);
    }
    at = next;
  }
  return { headings, openFence: open?.isInPoint ? undefined : open?.mark };
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

/** Applies `change` to every line outside fences, and `inside` to those in them. */
export function mapLines(
  text: string,
  change: (line: string) => string,
  inside: (line: string) => string = (line) => line,
): string {
  let open: Fence | undefined;
  const lines = text.split("\n").map((line) => {
    const before = open;
    open = fenceBelow(open, line, { at: 0, mark: pastIndent(line, 0), next: line.length });
    return open === undefined && (before === undefined || before.isInPoint) ? change(line) : inside(line);
  });
  return lines.join("\n");
}

/** The same lines with nothing in those of fences: what stands there says nothing of the text around it. */
export function withoutFenced(text: string): string {
  return mapLines(
    text,
    (line) => line,
    () => "",
  );
}

/** At most three spaces: more make it code. */
function pastIndent(text: string, at: number): number {
  let mark = at;
  while (mark - at < 3 && text.charCodeAt(mark) === SPACE) mark++;
  return mark;
}

interface Fence {
  readonly mark: string;
  /** Opened behind the mark of a list's point (`- ```sh`): it ends with the point at the latest. */
  readonly isInPoint: boolean;
}

interface Line {
  readonly at: number;
  /** Where its first sign stands. */
  readonly mark: number;
  readonly next: number;
}

/** The fence that is open behind a line, if one was open before it. */
function fenceBelow(before: Fence | undefined, text: string, { at, mark, next }: Line): Fence | undefined {
  const code = text.charCodeAt(mark);
  const open = before?.isInPoint && mark === at && mark < next && code > SPACE ? undefined : before;
  if (mark >= next) return open;
  if (code === BACKTICK || code === TILDE) return fenceFrom(open, text.slice(mark, next), open?.isInPoint ?? false);
  if (open !== undefined) return open;
  const inner = pastPoint(text, mark, code);
  const opens = inner < next && (text.charCodeAt(inner) === BACKTICK || text.charCodeAt(inner) === TILDE);
  return opens ? fenceFrom(undefined, text.slice(inner, next), true) : undefined;
}

function fenceFrom(open: Fence | undefined, line: string, isInPoint: boolean): Fence | undefined {
  const mark = fenceAfter(open?.mark, line);
  return mark === open?.mark ? open : mark === undefined ? undefined : { mark, isInPoint };
}

/** Where the words of a list's point begin; the end of the text where this line is none. */
function pastPoint(text: string, mark: number, code: number): number {
  let at = mark;
  if (code === DASH || code === STAR || code === PLUS) at++;
  else {
    while (text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE) at++;
    const isNumber = at > mark && (text.charCodeAt(at) === DOT || text.charCodeAt(at) === PARENTHESIS);
    if (!isNumber) return text.length;
    at++;
  }
  const behind = at;
  while (text.charCodeAt(at) === SPACE) at++;
  return at > behind ? at : text.length;
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
