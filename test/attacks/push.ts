/** Brings made-up secrets in, by one way after the other, and notes what came back. */

import type { Bait, Bloodhound } from "./leaks.ts";
import type { Reached, Route } from "./routes.ts";

export interface Pushed {
  readonly inputs: number;
  /** Kept, and nobody was told that something was taken out of it. */
  readonly untold: string[];
  /** Came back with the secret in it. */
  readonly echoed: string[];
}

let names = 0;

/** Each secret by `ways` of the routes, another set each time: over all, every way meets every context. */
export async function push(
  scent: readonly Bait[],
  routes: Readonly<Record<string, Route>>,
  ways: number,
  hound: Bloodhound,
  reached: Reached,
): Promise<Pushed> {
  const all = Object.entries(routes);
  const pushed = { inputs: 0, untold: [] as string[], echoed: [] as string[] };
  for (const [n, { text, class: what, context }] of scent.entries()) {
    for (let way = 0; way < ways; way++) {
      const [name, route] = all[(n * ways + way) % all.length]!;
      const { words, told } = await route(text, names++, reached);
      pushed.inputs++;
      if (!told) pushed.untold.push(`${name}: ${what} in ${context}`);
      pushed.echoed.push(...hound.inText(words).map((leak) => `${name}: ${leak}`));
    }
  }
  return pushed;
}
