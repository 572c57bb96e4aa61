/**
 * Whether a value has the shape of one of Cairn's own small files. Every command reads some of them, and a schema takes
 * longer to build than all of them to read.
 */

import { isJsonObject } from "../text/json.ts";

type Check = (value: unknown) => boolean;

/** What each key must be; keys that are not named may be anything. */
export type Shape<T> = { readonly [K in keyof T as string extends K ? never : K]-?: Check };

export const isText: Check = (value) => typeof value === "string";
export const isFlag: Check = (value) => typeof value === "boolean";
export const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

export function maybe(check: Check): Check {
  return (value) => value === undefined || check(value);
}

export function listShape(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** Keys are names of any sort. */
export function recordShape(check: Check): Check {
  return (value) => isJsonObject(value) && Object.values(value).every(check);
}

export function shaped<T>(shape: Shape<T>): Check {
  return (value) => hasShape(shape, value);
}

export function hasShape<T>(shape: Shape<T>, value: unknown): value is T {
  return isJsonObject(value) && Object.entries<Check>(shape).every(([key, check]) => check(value[key]));
}
