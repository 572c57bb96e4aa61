/** How often a text says no, in the languages of which Cairn knows the words: two that differ in it say two things. Pure. */

const SPACED =
  "not|never|no|none|nor|neither|cannot|can't|don't|doesn't|didn't|won't|isn't|aren't|wasn't|weren't|shouldn't|mustn't|without|" +
  "nicht|nie|niemals|kein|keine|keinen|keinem|keiner|keines|ohne|" +
  "pas|jamais|aucune?|sans|nunca|jamás|ningun[oa]?|ningún|sin|não|mai|senza|nessun[oa]?";
const DENIES = new RegExp(
  `(?<!\\p{L})(?:${SPACED}|instead of|rather than)(?!\\p{L})|(?:ない|ません|ず(?=[、。に]|$)|なく|禁止)|(?:不|没有|别|勿|禁止)`,
  "giu",
);

export function denialsIn(text: string): number {
  return (text.replaceAll("’", "'").match(DENIES) ?? []).length;
}
