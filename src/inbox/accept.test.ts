import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import type { DraftKey } from "../model/draft.ts";
import { History } from "../store/history.ts";
import { Log, type NewRecord } from "../store/log.ts";
import { settleWritten } from "./accept.ts";

const base = mkdtempSync(join(tmpdir(), "cairn-accept-"));
afterAll(() => rmSync(base, { recursive: true }));

const at = "2026-11-15T10:00:00.000Z";
const keyOf = (n: number) => `${n}`.padStart(32, "0") as DraftKey;

/** A log of which hardly anything is at hand; the change of the first draft stands in it, the second's was undone. */
function longHistory(): History {
  const log = new Log(join(base, "log"), { atHand: 1 });
  const change = (n: number): NewRecord => ({
    op: "update",
    at,
    id: "alpha",
    kind: "project",
    path: `${n}.md`,
    after: "x",
  });
  const drafts = [1, 2].map((n) => ({ ...change(n), draft: keyOf(n) }));
  log.append([...drafts, { ...change(2), of: 2 }, ...Array.from({ length: 4_000 }, (_, n) => change(n + 3))], {
    durable: false,
  });
  const history = new History(log);
  history.refresh();
  return history;
}

test("drafts that were written are settled, and for very many a long log is gone through once", () => {
  const history = longHistory();
  const settledAmong = (count: number) => {
    const settled: string[] = [];
    const keys = () => Array.from({ length: count }, (_, n) => keyOf(n + 1));
    settleWritten({ history }, { keys, settleWritten: (key) => void settled.push(key) });
    return settled;
  };
  expect(settledAmong(3)).toEqual([keyOf(1)]);
  const least = (count: number) => Math.min(...[1, 2, 3].map(() => processorMsOf(() => settledAmong(count))));
  expect(least(60)).toBeLessThan(least(3) * 5);
});
