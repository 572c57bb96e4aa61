/** A text as its lines, with and without their breaks, so that joined again they are the text. Pure. */

export function linesWithEnds(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/** Without its break: an editor may have given every line another one. */
export function bare(line: string): string {
  return line.replace(/\r?\n$/, "");
}

export function bareLines(text: string): string[] {
  return linesWithEnds(text).map(bare);
}

/** How most lines end here. */
export function endOf(lines: readonly string[]): string {
  const long = lines.filter((line) => line.endsWith("\r\n")).length;
  return long * 2 > lines.length ? "\r\n" : "\n";
}

/** The last line ends too, so that another can follow it. */
export function closed(lines: readonly string[], end: string): string[] {
  const last = lines.at(-1);
  return last === undefined || last.endsWith("\n") ? [...lines] : [...lines.slice(0, -1), last + end];
}

/** In one line of at most that many characters. */
export function inShort(text: string, longest: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= longest ? flat : `${wholeStart(flat, longest - 1)}…`;
}

/** At most so many units of it from its start, and no half of a character: written to a file that would be another one. */
export function wholeStart(text: string, longest: number): string {
  const start = text.slice(0, longest);
  return text.length > longest ? start.replace(/[\ud800-\udbff]$/, "") : start;
}

/** Without those signs at its end. */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Without those signs at its start and its end. */
export function withoutEdges(text: string, signs: string): string {
  let from = 0;
  while (from < text.length && signs.includes(text.charAt(from))) from++;
  return withoutEnd(text.slice(from), signs);
}

/** What stands before the first such mark; all of it where there is none. */
export function upTo(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}
