/** The profile of a person in another store: merged value by value by the one plan for it, never over what is there. */

import type { Cairn } from "../cairn.ts";
import { hasSecret } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { type Category, isCategory } from "../person/categories.ts";
import { importParts, readImport, takenFrom } from "../person/exchange.ts";
import { printPortable } from "../person/portable.ts";
import { personStore, profileIn } from "../person/profile.ts";
import type { FoundRecord } from "./layout.ts";
import type { BroughtReport } from "./report.ts";

export async function bringInPerson(
  cairn: Cairn,
  records: readonly FoundRecord[],
  { dryRun, run }: { readonly dryRun: boolean; readonly run: string },
  report: BroughtReport,
): Promise<void> {
  const store = await personStore(cairn);
  const there = new Set(profileIn(store).map(({ category }) => category));
  for (const { from, memory } of records) {
    const category = memory.id;
    if (!isCategory(category)) {
      report.skip({ path: from, reason: `a profile has no part called ${category}` });
      continue;
    }
    try {
      const taken = await bringInPart(cairn, category, `# ${memory.title}\n\n${memory.body}`, { dryRun, run });
      if (hasSecret(memory.body)) report.hide(from, ["secret"]);
      for (const { what, text } of taken) {
        if (what === "left") report.skip({ path: from, reason: text });
        if (what === "kept") report.lose(from, `${text}: yours stays`);
      }
      const isNew = taken.some(({ what }) => what === "added" || what === "replaced");
      const action = isNew ? (there.has(category) ? "updated" : "created") : "unchanged";
      report.count(action);
      if (action !== "unchanged")
        report.name({ action, id: category, kind: "user_profile", scope: "user", title: memory.title, from });
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      report.skip({ path: from, reason: error.message });
    }
  }
}

/** A part of a bundle that may be restored as it stands: nothing in it is of the sort that is kept of nobody. */
export function isRestorable(cairn: Cairn, { memory, exact }: FoundRecord): boolean {
  if (exact === undefined || !isCategory(memory.id)) return false;
  return readImport(cairn, "", printPortable(new Map([[memory.id, memory.body]]))).left.length === 0;
}

async function bringInPart(
  cairn: Cairn,
  category: Category,
  body: string,
  { dryRun, run }: { readonly dryRun: boolean; readonly run: string },
) {
  const { parts, left } = readImport(cairn, "", printPortable(new Map([[category, body]])));
  const store = await personStore(cairn);
  const taken = [...takenFrom(store, { parts }, false), ...left];
  if (!dryRun && taken.some(({ what }) => what === "added")) await importParts(cairn, store, { parts, run }, false);
  return taken;
}
