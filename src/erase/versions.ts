/**
 * Older versions of a file taken out of the history while the file stays. The newest one vouches for it, and the one that
 * took words out still has them before it: so a clean one follows first.
 */

import type { Cairn } from "../cairn.ts";
import type { ChangeContext } from "../store/change-context.ts";
import { eraseVersionsIn } from "../store/erase.ts";
import type { LogEntry } from "../store/log.ts";
import type { Store } from "../store/store.ts";
import type { Step } from "../store/write.ts";

/** May be run again at any point. */
export async function eraseVersions(
  cairn: Cairn,
  store: Store,
  paths: readonly string[],
  isOut: (entry: LogEntry, context: ChangeContext) => boolean,
): Promise<void> {
  await cairn.change(store, (context) => ({
    steps: paths.flatMap((path) => asItIs(context, path)),
    result: undefined,
  }));
  await store.locked(cairn.by, (context) => {
    const seqs = context.history.log.entries
      .filter(({ record }) => paths.includes(record.path ?? "") && !record.erased)
      .filter((entry) => isOut(entry, context))
      .map(({ record }) => record.seq);
    if (seqs.length > 0) eraseVersionsIn(context, store.state, seqs);
  });
}

function asItIs(context: ChangeContext, path: string): Step[] {
  const base = context.open(path);
  return base === undefined ? [] : [stepOver(context, path, base, base.bytes)];
}

export function stepOver(
  context: ChangeContext,
  path: string,
  base: NonNullable<ReturnType<ChangeContext["open"]>>,
  after: Buffer,
): Step {
  const found = context.catalog.file(path);
  const about = {
    id: found === undefined ? ("" as Step["id"]) : context.names.idOf(found),
    kind: found?.written.kind ?? "log",
  };
  return { op: "update", ...about, path, base, after, trust: context.trustNow(base), why: "forgotten on request" };
}
