/** What was shown in which session at which moment: the lines that `why` reads. */

import type { Memory } from "../../model/memory.ts";
import { sha256Of } from "../../model/sha256.ts";
import type { Packed } from "../../recall/pack.ts";
import type { Around } from "./moment.ts";

/** Changes whenever the same memories would be printed otherwise. */
export const printer = 1;

export interface ShownNow {
  readonly packed: Packed;
  /** In the order in which they were packed. */
  readonly hits: readonly { readonly memory: Memory; readonly why: readonly string[] }[];
}

export function noteShown(
  { trail, at }: Around,
  when: { readonly moment: string; readonly turn?: string; readonly agent?: string; readonly budgetTokens: number },
  now: ShownNow,
): void {
  const { moment, turn = "", agent = "", budgetTokens } = when;
  const { packed, hits } = now;
  const memories = packed.places
    .flatMap((place) => hits[place] ?? [])
    .map(({ memory: { scope, id, path, hash }, why }) => ({ scope, id, path, hash, why }));
  const print = sha256Of(packed.text);
  trail.append({
    is: "shown",
    at,
    moment,
    ...(turn === "" ? {} : { turn }),
    ...(agent === "" ? {} : { agent }),
    budgetTokens,
    tokens: packed.tokens,
    memories,
    print,
    printer,
  });
}
