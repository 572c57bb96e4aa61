/** A word as it is typed at a shell: quoted only where it has to be. Pure. */

const PLAIN = /^[\w/.+@%:,=-]+$/;

export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
