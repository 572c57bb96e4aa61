/** The one importer of zod: every schema in Cairn is built with this `z`. Beside it, what fields of operations often say of themselves. */

import { z } from "zod";

export { z };

/** Accepted by a tool, and not named in its schema: each word there costs every session. */
export function notInTools<T extends z.ZodType>(field: T): T {
  return field.meta({ mcp: { hidden: true } });
}

/**
 * It does nothing but with one of these, and alone it is refused (`idleInput`): values of the field `action`, or names of
 * other fields.
 */
export function goesWith<T extends z.ZodType>(words: readonly string[], field: T, about: string): T {
  return field.describe(`With ${words.join(" and ")}: ${about}`).meta({ goesWith: words });
}

/** A text that the command line reads from a file. */
export function textFile(about: string) {
  return z
    .string()
    .optional()
    .describe(about)
    .meta({ cli: { file: true } });
}
