/** What may be shown at all, decided before anything is ranked: status, kind, scope, tag and date. */

import type { Corpus, OpenPart } from "../index/corpus.ts";
import { tagTerm } from "../index/keys.ts";
import { leafFlag } from "../index/unit.ts";
import type { Visible } from "./rank-leaves.ts";
import { docsWith } from "./scan.ts";

export interface Filter {
  readonly kinds?: readonly string[];
  readonly scopes?: readonly string[];
  /** Every one of them. */
  readonly tags?: readonly string[];
  /** Milliseconds; by the last update. */
  readonly since?: number;
  /** Retired, archived and superseded ones too. */
  readonly includeRetired?: boolean;
}

const HIDDEN = leafFlag.retired | leafFlag.archived | leafFlag.superseded;

export function filterOf(corpus: Corpus, filter: Filter): Visible {
  const hidden = leafFlag.deleted | (filter.includeRetired ? 0 : HIDDEN);
  const ofRow = corpus.parts.map((part) => rowTest(part, filter));
  const tagged = (filter.tags ?? []).map((tag) => docsWith(corpus, tagTerm(tag)));
  return (part, leaf) => {
    if ((part.leaves.flags[leaf]! & hidden) !== 0) return false;
    const doc = part.leaves.doc[leaf]!;
    if (!(ofRow[part.nth]?.(doc) ?? true)) return false;
    return tagged.every((docs) => docs[part.nth]!.has(doc));
  };
}

/** Undefined where there is nothing to ask of a row. */
function rowTest({ segment }: OpenPart, { kinds, scopes, since }: Filter): ((doc: number) => boolean) | undefined {
  if (kinds === undefined && scopes === undefined && since === undefined) return undefined;
  const { names } = segment;
  const kindNumbers = kinds && new Set(kinds.map((kind) => names.kinds.indexOf(kind)));
  const scopeNumbers = scopes && new Set(scopes.map((scope) => names.scopes.indexOf(scope)));
  const fromMinute = since === undefined ? 0 : Math.floor(since / 60_000);
  return (doc) => {
    const row = segment.facts(doc);
    if (kindNumbers && !kindNumbers.has(row.kind)) return false;
    if (scopeNumbers && !scopeNumbers.has(row.scope)) return false;
    return row.updated >= fromMinute;
  };
}
