/** JSON that somebody else wrote, or a crash cut off: read as a value, or as nothing. Pure. */

type JsonObject = Record<string, unknown>;

/** Undefined where it is none. */
export function jsonFrom(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The texts of a list; none where it is no list. */
export function textsAmong(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** The same value with every text in it changed; the names of fields stay. */
export function withEachText<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((one) => withEachText(one, change)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withEachText(inner, change)])) as T;
}

/** Undefined where the text is no object. */
export function jsonObjectFrom(text: string): JsonObject | undefined {
  const value = jsonFrom(text);
  return isJsonObject(value) ? value : undefined;
}

/** A value as a person would write it in a line of text. */
export function plainWords(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}
