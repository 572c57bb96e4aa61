/** How many words a text has, also where its script sets no spaces between them. Pure. */

/** A word of these scripts is about two characters long. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}ー]+/gu;
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
const PER_WORD = 2;

export function wordCount(text: string): number {
  const spaced = text.replace(MARKS, "").replace(UNSPACED, " ");
  return unspacedWords(text) + (spaced.match(WORD)?.length ?? 0);
}

/** Only those of such a script. */
export function unspacedWords(text: string): number {
  const runs = text.replace(MARKS, "").match(UNSPACED) ?? [];
  return runs.reduce((sum, run) => sum + Math.ceil([...run].length / PER_WORD), 0);
}
