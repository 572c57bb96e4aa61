/** Variables that tell an agent's shell from a person's, by whatever names agents give them. Pure. */

type Environment = Readonly<Record<string, string | undefined>>;

/** Is one of them set in any of these? Nobody looks further than to the first. */
export function isMarked(environments: Iterable<Environment>, marks: readonly RegExp[]): boolean {
  for (const env of environments) {
    const set = Object.keys(env).filter((name) => !["", "0", "false", undefined].includes(env[name]));
    if (set.some((name) => marks.some((mark) => mark.test(name)))) return true;
  }
  return false;
}
