/** The ends of a text, in time that grows with the text alone: a pattern such as `x+$` looks at a long run again and again. Pure. */

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
