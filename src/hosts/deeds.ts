/** What clients' tools have alike: one of Cairn's own, and an input with the new text in it changed. Pure. */

import type { Deed } from "./moment.ts";
import { type Payload, textIn } from "./payload.ts";

export function ownDeed(operation: string, input: Payload): Deed {
  const named = ["project", "id", "agent"].map((name) => [name, textIn(input, name)]).filter(([, text]) => text);
  return { is: "own", operation, ...Object.fromEntries(named) };
}

/** `fields`: where the text stands that it writes. What an edit looks for stays as it is: it must still be found. */
export function newTextChanged(
  input: Payload,
  fields: readonly string[],
): (change: (text: string) => string) => Payload {
  return (change) =>
    Object.fromEntries(
      Object.entries(input).map(([key, value]) => [
        key,
        typeof value === "string" && fields.includes(key) ? change(value) : value,
      ]),
    );
}
