/** `doctor`: what works, what does not, and what to do; it says plainly what it could not check. */

import type { Cairn } from "../cairn.ts";
import { notDone } from "../disk/files.ts";
import { checkRoundTrip } from "../doctor/canary.ts";
import { Check, type Checking, type Finding, type Group, groups, wrong } from "../doctor/check.ts";
import { fixesFor } from "../doctor/fix.ts";
import { checkStore } from "../doctor/root.ts";
import { checkForeignStores, checkInstallation, checkSearch, checkSessions, checkState } from "../doctor/state.ts";
import { hosts } from "../hosts/registry.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { checkSync } from "../sync/in-force.ts";
import { checkSetup } from "../team/setup.ts";
import { invoke, operation } from "./operation.ts";
import { findOperation } from "./registry.ts";
import { asTyped } from "./show/as-typed.ts";

/** Those that are not about one root. */
const checks: Readonly<Partial<Record<Group, readonly Checking[]>>> = {
  ...Object.fromEntries(hosts().map((host) => [host.title, [checkInstallation(host)]])),
  sessions: [checkSessions],
  state: [checkState, checkSearch, checkSync],
  project: [checkForeignStores],
  team: [checkSetup],
  "round trip": [(cairn) => checkRoundTrip(cairn, ask)],
};

export const doctor = operation({
  name: "doctor",
  summary: "Check that everything is sound, and say what to do if not.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  preview: { dryRun: true },
  examples: ["cairn doctor", "cairn doctor --fix", "cairn doctor --break-lock"],
  input: z.strictObject({
    accept: z.boolean().default(false).describe("Take the folders of memories as they are now, empty or not"),
    fix: z.boolean().default(false).describe("Mend what can be mended without losing anything; it is shown first"),
    dryRun: z.boolean().default(false).describe("With fix: only say what would be mended"),
    breakLock: z
      .boolean()
      .default(false)
      .describe("Remove a lock that another machine or container left, if nothing there is writing"),
  }),
  output: z.object({ sound: z.boolean(), checks: z.array(Check), fixes: z.array(z.string()).optional() }),
  fails: ({ sound }) => !sound,

  /** Where there is nothing to mend, nothing is asked. */
  async confirm({ fix, dryRun }, cairn) {
    if (!fix || dryRun) return undefined;
    const { own } = await ownStores(cairn);
    return (await fixesFor(cairn, own)).length === 0 ? undefined : "Mend this?";
  },

  async run({ accept, breakLock, fix, dryRun }, cairn) {
    const { stores, own } = await ownStores(cairn);
    if (accept) {
      await cairn.prepareWrite();
      for (const store of own) cairn.noteStore(store, true);
    }
    if (breakLock) for (const store of own) store.breakLock();
    const fixes = fix ? await fixesFor(cairn, own) : [];
    if (!dryRun) for (const { mend } of fixes) await mend();
    const found: Check[] = [];
    for (const group of groups) found.push(...(await groupOf(group, cairn, stores)));
    const sound = found.every(({ state }) => state !== "wrong");
    return { sound, checks: found, ...(fix ? { fixes: fixes.map(({ what }) => what) } : {}) };
  },

  /** What needs doing first, the worst before the rest, each with what to do; then what is well, a line for each part. */
  show({ sound, checks: all, fixes }, { dryRun }) {
    const marks = { warning: "warning", wrong: "WRONG  " };
    const bad = (["wrong", "warning"] as const).flatMap((state) =>
      all
        .filter((check) => check.state === state)
        .flatMap(({ what, found, next }) => [
          `${marks[state]}  ${what}: ${found}`,
          ...(next === "" ? [] : [`         ${asTyped(next)}`]),
        ]),
    );
    const good = groups.flatMap((group) => {
      const well = all.filter((check) => check.group === group && check.state === "ok");
      const told = well.map(({ what, found }) =>
        what === group ? found : `${what.replace(`${group} `, "")}: ${found}`,
      );
      return told.length === 0 ? [] : [`ok       ${group}: ${told.join("; ")}`];
    });
    const verdict = sound ? (bad.length === 0 ? "All is well." : "It works.") : "Something is wrong; it comes first:";
    const done = dryRun ? "Would mend" : "Mended";
    const mended = fixes?.length === 0 ? ["Nothing to mend."] : (fixes ?? []).map((what) => `${done}: ${what}`);
    return [...mended, verdict, ...bad, ...good].join("\n");
  },
});

/** The output, or why there is none. */
async function ask(cairn: Cairn, name: string, input: object): Promise<Record<string, unknown> | CairnError> {
  const op = await findOperation(name, "library");
  if (op === undefined) throw new Error(`there is no ${name}`);
  const outcome = await invoke(op, input, cairn, { confirmed: true });
  return outcome.ok ? (outcome.output as Record<string, unknown>) : outcome.error;
}

async function ownStores(cairn: Cairn): Promise<{ stores: Stores; own: Store[] }> {
  const stores = await cairn.stores(undefined, { lenient: true });
  return { stores, own: stores.own() };
}

async function groupOf(group: Group, cairn: Cairn, stores: Stores): Promise<Check[]> {
  const found = await Promise.all((checks[group] ?? []).map((check) => unlessClosed(group, () => check(cairn))));
  const own = stores.own().filter(({ root }) => root.scope === group);
  const roots = await Promise.all(own.map((store) => unlessClosed(group, () => checkStore(cairn, store))));
  return [...found.flat(), ...roots.flat()].map((check) => ({ group, ...check }));
}

/** What the disk refuses is what is wrong; the rest is still looked at. */
async function unlessClosed(group: Group, look: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (cause) {
    const error = notDone(cause);
    if (!(error instanceof CairnError)) throw error;
    return [wrong(group, error.message, error.hint)];
  }
}
