/** `rebuild`: look at every file anew, take note of what other programs did, and print the views again. */

import { setTimeout as pause } from "node:timers/promises";
import type { Cairn } from "../cairn.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import { z } from "../model/schema.ts";
import { Counts, countsByKind, countsInWords } from "../recall/memories-here.ts";
import { agentNamed, ScopeField } from "../recall/memory-output.ts";
import type { Store } from "../store/store.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

const SETTLED_MS = 2_100;

const Rebuilt = z.object({
  scope: ScopeField,
  memories: z.number(),
  kinds: Counts,
  adopted: z.number(),
  views: z.record(z.string(), z.string()),
});

export const rebuild = operation({
  name: "rebuild",
  summary: "Look at every file anew, build the search index and print the views again.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  examples: ["cairn rebuild", "cairn rebuild --accept-empty"],
  input: z.strictObject({
    acceptEmpty: z
      .boolean()
      .default(false)
      .describe("A folder of memories that is empty or gone was emptied on purpose"),
    agent: agentNamed("Also this agent's root"),
  }),
  output: z.object({ roots: z.array(Rebuilt), problems: z.number(), indexed: z.number() }),

  async run({ acceptEmpty, agent }, cairn) {
    const stores = await cairn.stores(agent, { lenient: acceptEmpty });
    const own = stores.own();
    const present = own.filter((store) => store.rootFolder.exists());
    if (acceptEmpty) await acceptAll(cairn, own);
    const roots = [];
    for (const store of present) roots.push(await rebuildOne(cairn, store));
    const { finder } = await cairn.finder(agent);
    return { roots, problems: stores.problems().length, indexed: finder.rebuild() };
  },

  show({ roots, problems }) {
    const lines = roots.map(({ scope, kinds, adopted, views }) => {
      const noted = adopted === 0 ? "" : `; ${counted(adopted, "change")} made outside noted`;
      const printed = Object.entries(views).map(([view, how]) => `${view} ${how}`);
      return [`${scope}: ${countsInWords(kinds)}${noted}`, ...(printed.length === 0 ? [] : [printed.join(", ")])].join(
        "; ",
      );
    });
    return (
      [...lines, ...(problems === 0 ? [] : [`! ${counted(problems, "problem")}: see list`])].join("\n") ||
      "Nothing is remembered here yet."
    );
  },
});

async function acceptAll(cairn: Cairn, stores: readonly Store[]): Promise<void> {
  await cairn.prepareWrite();
  for (const store of stores) cairn.noteStore(store, true);
}

async function rebuildOne(cairn: Cairn, store: Store): Promise<z.infer<typeof Rebuilt>> {
  cairn.progress(`Looking at the ${store.root.scope} memories`);
  store.catalog.sweep();
  const all = store.memories();
  const memories = all.filter((memory) => !keepsAPlace(memory));
  const scope = store.root.scope;
  if (all.length === 0) return { scope, memories: 0, kinds: {}, adopted: 0, views: {} };
  await cairn.prepareWrite();
  let adopted = 0;
  for (let noted = store.adopt(); noted > 0; noted = store.adopt()) adopted += noted;
  cairn.noteStore(store, true);
  return {
    scope,
    memories: memories.length,
    kinds: countsByKind(memories),
    adopted,
    views: await viewsOf(cairn, store),
  };
}

/** Asked for by a person, so it waits until a file that was touched a moment ago has settled. */
async function viewsOf(cairn: Cairn, store: Store): Promise<Record<string, string>> {
  const printed = await cairn.printViews(store, { wait: true, dropDead: true });
  if (!Object.values(printed).includes("too-fresh")) return printed;
  await pause(SETTLED_MS);
  return { ...printed, ...(await cairn.printViews(store, { wait: true, dropDead: true })) };
}
