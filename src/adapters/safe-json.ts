/** JSON that is safe to show: no control, direction or invisible character in it reaches a terminal as itself. */

/** Controls from DEL on, soft hyphen, marks of direction, zero-width characters and tags; JSON escapes those below itself. */
const UNSAFE =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, (found) =>
    Array.from({ length: found.length }, (_, i) => escaped(found, i)).join(""),
  );
}

function escaped(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;
}
