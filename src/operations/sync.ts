/** `sync`: your memories on several machines, kept in step over a private git repository or a folder. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { goesWith, z } from "../model/schema.ts";
import { SyncOutput, syncActs, syncLines } from "../sync/acts.ts";
import { placeInForce, placeWritten } from "../sync/in-force.ts";
import { operation } from "./operation.ts";

const actions = ["now", "setup", "status", "off"] as const;

const Input = z.strictObject({
  action: z.enum(actions).default("now").describe("What to do"),
  place: goesWith(
    ["setup"],
    z.string().max(1_000).optional(),
    "a private git repository, or a folder both machines see; left out, the one that is set up",
  ).meta({ cli: { value: "<git remote or folder>" } }),
  project: goesWith(["setup"], z.array(z.string().max(200)).optional(), "these projects; without it, this one"),
  all: goesWith(["setup"], z.boolean().default(false), "every project"),
  dryRun: z.boolean().default(false).describe("Only show what would be done"),
});

export const syncMachines = operation({
  name: "sync",
  summary: "Keep your memories in step between your machines, over a private git repository or a folder.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: ["action", "place"],
  examples: [
    "cairn sync setup git@example.org:me/memory.git",
    "cairn sync setup ~/Shared --all --yes",
    "cairn sync setup --project api",
    "cairn sync",
    "cairn sync status",
    "cairn sync off",
    "CAIRN_SYNC=https://example.org/me/memory.git cairn sync",
  ],
  preview: { dryRun: true },
  input: Input,
  output: SyncOutput,

  confirm({ action, dryRun, place }, cairn) {
    refuseIdle({ action, place }, cairn);
    if (dryRun || action === "now" || action === "status") return undefined;
    if (action === "off" && placeInForce(cairn) === undefined) return undefined; // there is nothing to stop
    return action === "setup" ? "Keep your memories in step like this?" : "Stop it?";
  },

  async run(input, cairn) {
    refuseIdle(input, cairn);
    return syncActs[input.action](cairn, input);
  },

  fails: ({ unreachable }) => unreachable !== undefined && unreachable.what !== "offline",

  show: (output) => syncLines(output),
});

function refuseIdle({ action, place }: Pick<z.output<typeof Input>, "action" | "place">, cairn: Cairn): void {
  if (action === "setup" && (place ?? "").trim() === "" && placeWritten(cairn) === undefined)
    throw new CairnError("INPUT_ERROR", "Where? A private git repository, or a folder both machines see.", {
      field: "place",
      hint: "cairn sync setup <git remote or folder>",
    });
}
