/** Texts of a shape that no secret has. Told at once, where loading the table of secrets takes longer than a hook has. Pure. */

const SHORT = /^[\w.-]{0,12}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** False says nothing: then it must be looked for. */
export function isHarmless(text: string): boolean {
  return SHORT.test(text) || UUID.test(text) || TIME.test(text);
}
