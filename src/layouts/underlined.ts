/** Headings that are underlined (`Status`, and `------` below it) written as those with a `#` are. Pure. */

import { mapLines } from "../format/markdown.ts";

const LINE = /^ {0,3}(=+|-{2,})[ \t]*$/;
/** What is a list, a quote, a table or a heading already is no line of a title. */
const NO_TITLE = /^ {0,3}(?:[-*+][ \t]|\d+[.)][ \t]|[#>|]|(?:[-*_][ \t]*){3,}$)|^ {4}|^\s*$/;
/** Also one that cannot be read: its last line underlines nothing. */
const FRONT = /^\ufeff?---[ \t]*\n(?:[\s\S]*?\n)?---[ \t]*(?:\n|$)/;
const MARK = "\0";

export function withHashHeadings(text: string): string {
  if (!/^ {0,3}(?:=+|-{2,})[ \t]*$/m.test(text)) return text;
  const bodyStart = FRONT.exec(text)?.[0].length ?? 0;
  // A mark before each line outside of fences.
  const lines = mapLines(text.slice(bodyStart), (line) => `${MARK}${line}`).split("\n");
  const words = lines.map((line) => (line.startsWith(MARK) ? line.slice(1) : undefined));
  const kept: string[] = [];
  for (const [n, line] of lines.entries()) {
    const below = LINE.exec(words[n] ?? "")?.[1];
    const title = words[n - 1];
    const isAlone = n < 2 || (words[n - 2] ?? "x").trim() === "" || LINE.test(words[n - 2] ?? "");
    if (below !== undefined && title !== undefined && isAlone && !NO_TITLE.test(title) && !LINE.test(title))
      kept[kept.length - 1] = `${below.startsWith("=") ? "#" : "##"} ${title.trim()}`;
    else kept.push(words[n] ?? line);
  }
  return `${text.slice(0, bodyStart)}${kept.join("\n")}`;
}
