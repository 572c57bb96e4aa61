/** How much was done in a session: what its summary goes by. Sub-agents' own work is the one call that started them. Pure. */

import type { ToolCall, Turn } from "../transcripts/turn.ts";

export interface Activity {
  readonly uses: number;
  readonly tools: number;
  /** How often the person said something and was answered. */
  readonly exchanges: number;
}

export function activityOf(turns: Iterable<Turn>): Activity {
  const count = new ActivityCount();
  for (const turn of turns) count.add(turn);
  return count.sum();
}

/** Counts turn by turn, for who holds none of them. */
export class ActivityCount {
  readonly #tools = new Set<string>();
  #uses = 0;
  #exchanges = 0;
  #isAsked = false;

  add({ by, text, agent, uses = NO_USES }: Turn): void {
    if (agent !== undefined) return;
    this.#uses += uses.length;
    for (const { tool } of uses) this.#tools.add(tool);
    if (by === "person" && text.trim() !== "") this.#isAsked = true;
    else if (by === "agent" && this.#isAsked && (text !== "" || uses.length > 0)) {
      this.#exchanges++;
      this.#isAsked = false;
    }
  }

  sum(): Activity {
    return { uses: this.#uses, tools: this.#tools.size, exchanges: this.#exchanges };
  }
}

const NO_USES: readonly ToolCall[] = [];

const WEIGHTS = { use: 0.05, tool: 0.1, exchange: 0.02 } as const;

export function activityScore({ uses, tools, exchanges }: Activity): number {
  const { use, tool, exchange } = WEIGHTS;
  return Math.round(Math.min(1, use * uses + tool * tools + exchange * exchanges) * 10_000) / 10_000;
}
