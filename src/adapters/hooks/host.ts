/** What Cairn must know of a host to be called by its hooks: how it says things, and how it wants to be told. */

import type { Answer, HostEvent, Moment } from "../../session/moment.ts";

/** A hook's payload as the host has it. */
export type Payload = Readonly<Record<string, unknown>>;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Host {
  /** What is said at each moment, by our names. Nothing in a payload is taken for granted. */
  readonly events: { readonly [M in Moment]: (payload: Payload, env: Environment) => HostEvent<M> };
  /** Empty where there is nothing to say. */
  print(moment: Moment, answer: Answer): string;
  /** What is printed where there is nothing to say. */
  readonly silence: string;
  /** The most characters of one answer. */
  readonly units: number;
}

/** Empty where there is no such text. */
export function textIn(payload: Payload, key: string): string {
  const value = payload[key];
  return typeof value === "string" ? value : "";
}

/** A hook that names a field of the payload may be handed an object as its JSON. */
export function recordIn(payload: Payload, key: string): Payload {
  const value = payload[key];
  return typeof value === "string" ? parsed(value) : isRecord(value) ? value : {};
}

/** Empty where the text is no object. */
export function parsed(text: string): Payload {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {}; // no payload, no moment
    throw error;
  }
}

export function isRecord(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
