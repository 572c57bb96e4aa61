/** `disable`: the switch that stays off. Nothing happens at any moment and no agent can keep anything, until `start`. */

import { refuseDisabling } from "../conversation/trust-of-words.ts";
import { z } from "../model/schema.ts";
import { operation } from "./operation.ts";

export const disable = operation({
  name: "disable",
  summary: "Switch Cairn off for this project until it is started again.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  examples: ["cairn disable", "cairn disable --everywhere"],
  input: z.strictObject({
    everywhere: z.boolean().default(false).describe("In every project but those you have switched on with start"),
  }),
  output: z.object({ project: z.string(), everywhere: z.boolean(), path: z.string() }),

  async run({ everywhere }, cairn) {
    refuseDisabling(cairn);
    const { key } = cairn.places.project;
    if (everywhere) await cairn.settings.reset(["enabled"], { project: key });
    await cairn.settings.set("enabled", false, everywhere ? {} : { project: key });
    const store = (await cairn.stores(undefined, { lenient: true })).of("project");
    await cairn.printViews(store, { wait: true });
    return { project: key, everywhere, path: store.root.path };
  },

  show: ({ project, everywhere, path }) =>
    [
      `Cairn is switched off ${everywhere ? "everywhere" : `for ${project}`}. cairn start switches it on again${everywhere ? ", for the project you are in" : ""}.`,
      `Nothing was deleted: the memories are in ${path}`,
    ].join("\n"),
});
