/**
 * In a small program: what is wanted is not in it, so the whole program has to answer. The build puts `leaveFor` in the
 * place of every module a small program does not have (`scripts/plain.mjs`).
 */

let wanted: string | undefined;

/** Whoever catches this has caught nothing: it is noted. */
export function leaveFor(path: string): never {
  wanted ??= path;
  throw new Error(`${path} is not in this part of the program`);
}

/** Then nothing it says counts. */
export function isLeft(): boolean {
  return wanted !== undefined;
}
