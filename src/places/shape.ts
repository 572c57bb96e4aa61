/**
 * Whether a value has the shape of one of Cairn's own small files. Every command reads some of them, and a schema takes
 * longer to build than all of them to read.
 */

export type Check = (value: unknown) => boolean;

/** What each key must be; keys that are not named may be anything. */
export type Shape<T> = { readonly [K in keyof T as string extends K ? never : K]-?: Check };

export const isText: Check = (value) => typeof value === "string";
export const isFlag: Check = (value) => typeof value === "boolean";
export const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

export function maybe(check: Check): Check {
  return (value) => value === undefined || check(value);
}

export function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

export function hasShape<T>(shape: Shape<T>, value: unknown): value is T {
  if (typeof value !== "object" || value === null) return false;
  const held = value as Readonly<Record<string, unknown>>;
  return Object.entries<Check>(shape).every(([key, check]) => check(held[key]));
}
