/**
 * The history of a root that moves to where another one has its own: its records are copied behind that root's, each
 * saying where it comes from, so a second time copies none twice. They changed no file there, so none is ever in doubt.
 */

import { defined } from "../model/defined.ts";
import type { History } from "./history.ts";
import type { LogEntry, NewRecord } from "./log.ts";
import { secure } from "./settle.ts";
import { isDeparture, isVersion } from "./version.ts";

/** At once, as a group of changes is. */
const MOST = 100;

interface Joining {
  readonly from: History;
  /** The name of its state folder. */
  readonly root: string;
  readonly to: History;
  /** Paths that stay in the old root, and their history with them. */
  readonly staying: ReadonlySet<string>;
}

/** Under both locks, before any file moves. Returns the old numbers of what the new root has now. */
export function joinHistory(joining: Joining): number[] {
  const { from, to } = joining;
  const copies = copiesIn(joining);
  secure(to.log, copies);
  const known = new Map(copies.map(({ record }) => [record.from?.seq as number, record.seq]));
  const wanted = [...from.log.entries].filter((entry) => !known.has(entry.record.seq) && isWanted(joining, entry));
  for (let done = 0; done < wanted.length; done += MOST) {
    const next = to.log.lastSeq + 1;
    const part = wanted.slice(done, done + MOST);
    for (const [n, { record }] of part.entries()) known.set(record.seq, next + n);
    to.log.append(
      part.map((entry) => copied(joining, entry, known)),
      { durable: true },
    );
    to.noteOwn();
  }
  return [...known.keys()];
}

/** What an earlier move copied, and may not have come as far as syncing. */
function copiesIn({ to, root }: Joining): LogEntry[] {
  return to.log.entries.filter(({ record }) => record.from?.root === root && to.entry(record.seq) !== undefined);
}

/** Every version that counts, and the stones of what was taken out for good; where the new root has its own, that stands. */
function isWanted({ from, to, staying }: Joining, { record }: LogEntry): boolean {
  if (from.entry(record.seq) === undefined) return false;
  if (record.op === "forget") return record.erased === true && (record.stones?.length ?? 0) > 0;
  const { path } = record;
  if (record.erased || path === undefined || staying.has(path) || !isVersion(record.op)) return false;
  return to.versionsOf(path).every((version) => version.record.from !== undefined || isDeparture(version));
}

function copied({ from, root }: Joining, entry: LogEntry, known: ReadonlyMap<number, number>): NewRecord {
  const { v: _v, seq, nb: _nb, na: _na, tmp: _tmp, of, ...said } = entry.record;
  const about = of === undefined ? undefined : known.get(of);
  return {
    ...said,
    ...defined({ of: about }),
    from: { root, seq },
    texts: from.log.textsOf(entry),
  };
}
