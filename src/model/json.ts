/** JSON that somebody else wrote, or a crash cut off. Pure. */

/** Undefined where it is none. */
export function jsonFrom(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
