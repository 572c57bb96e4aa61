/** Whether and how often a text says no, in the languages of which Cairn knows the words: two that differ in it say two things. Pure. */

/** Said of what somebody or something does. */
const OF_DEEDS =
  "not|never|no longer|cannot|\\p{L}+n't|without|" +
  "nicht|nie|niemals|kein|keine|keinen|keinem|keiner|keines|ohne|" +
  "pas|jamais|aucune?|sans|nunca|jamás|ningun[oa]?|ningún|sin|não|mai|senza|nessun[oa]?";
/** Said of things and choices too: a port that has no name is not denied. */
const OF_THINGS = "no|none|nor|neither|instead of|rather than";
const UNSPACED = "(?:ない|ません|ず(?=[、。に]|$)|なく|禁止)|(?:不|没有|别|勿|禁止)";
const DENIALS = wordsOrSigns(`${OF_DEEDS}|${OF_THINGS}`);
const NO = wordsOrSigns(OF_DEEDS);

export function denialsIn(text: string): number {
  return [...straight(text).matchAll(DENIALS)].length;
}

/** It denies that something is done or holds. */
export function saysNo(text: string): boolean {
  return straight(text).search(NO) >= 0;
}

function wordsOrSigns(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})|${UNSPACED}`, "giu");
}

function straight(text: string): string {
  return text.replaceAll("’", "'");
}
