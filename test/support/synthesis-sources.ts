/** Sources as values, for tests of what is computed from them. */

import type { MasterSource, Statement } from "../../src/master/statement.ts";
import type { Kind } from "../../src/model/kind.ts";

export function sourceOf(id: string, said: Partial<MasterSource> = {}): MasterSource {
  return {
    id,
    kind: "session_summary",
    title: `Session ${id}`,
    at: "2025-01-01T00:00:00Z",
    tags: [],
    trust: "derived",
    status: "active",
    fields: {},
    files: [],
    statements: [],
    paths: [],
    ...said,
  };
}

export function decisionSource(id: string, text: string, said: Partial<MasterSource> = {}): MasterSource {
  return sourceOf(id, { kind: "decision" as Kind, title: id, statements: [{ sort: "decision", text }], ...said });
}

/** A summary of one day with decision points of these words. */
export function decidedOn(day: string, ...texts: readonly string[]): MasterSource {
  const statements = texts.map((text): Statement => ({ sort: "decision", text }));
  return sourceOf(`s-${day}`, { at: `${day}T10:00:00Z`, statements });
}
