/**
 * JSON that is safe to show: no control, direction or invisible character in it reaches a terminal as itself, and no tag
 * in it a model that reads it.
 */

/** As the printer for terminals has it; here the escape is JSON's own, so a reader gets back what was there. */
const UNSEEN = /[<\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (char) =>
    Array.from({ length: char.length }, (_, i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );
}
