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

/** Undefined where the text is no object. */
export function jsonObjectFrom(text: string): JsonObject | undefined {
  const value = jsonFrom(text);
  return isJsonObject(value) ? value : undefined;
}
