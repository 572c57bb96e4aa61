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
