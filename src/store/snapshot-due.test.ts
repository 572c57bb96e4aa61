import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, memoryText } from "../../test/support/cairn-with.ts";
import { SnapshotNews } from "./snapshot.ts";

test("records that were added are read by each process: many of them are worth a snapshot, also where few files changed", () => {
  const news = new SnapshotNews();
  expect(news.areWorthKeeping({ size: 1_000, changed: 21 }, { added: 0 })).toBe(true);
  expect(news.areWorthKeeping({ size: 1_000, changed: 0 }, { added: 40 })).toBe(false);
  expect(news.areWorthKeeping({ size: 1_000, changed: 0 }, { added: 41 })).toBe(true);
  expect(news.areWorthKeeping({ size: 10, changed: 10 }, { added: 90 })).toBe(false);
  news.wereKept({ size: 1_000, changed: 30 }, { added: 50 });
  expect(news.areWorthKeeping({ size: 1_000, changed: 50 }, { added: 90 })).toBe(false);
  expect(news.areWorthKeeping({ size: 1_000, changed: 50 }, { added: 91 })).toBe(true);
});

test("a memory that is changed again and again has its snapshot written anew", async () => {
  const ids = Array.from({ length: 200 }, (_, n) => `part-${n}`);
  const cairn = cairnWith(Object.fromEntries(ids.map((id) => [`${id}.md`, memoryText(id, `About ${id}.`)])));
  await cairn.ask("rebuild", {});
  const { state } = await cairn.store();
  const kept = () => readFileSync(join(state, "index", "catalog"), "latin1");
  const before = kept();
  for (let n = 0; n < 6; n++) await cairn.ask("update", { id: "part-7", description: `Said ${n} times` });
  expect(kept()).not.toBe(before);
  expect((await cairn.store()).history.log.added).toBeLessThan(10);
});

test("a process that goes on writes its snapshot once for what changed, not at each silence", async () => {
  const ids = Array.from({ length: 200 }, (_, n) => `part-${n}`);
  const cairn = cairnWith(Object.fromEntries(ids.map((id) => [`${id}.md`, memoryText(id, `About ${id}.`)])));
  await cairn.ask("rebuild", {});
  const { state } = await cairn.store();
  const file = join(state, "index", "catalog");
  rmSync(file);
  const store = await cairn.store();
  const written = new Set<number>();
  for (let silence = 0; silence < 4; silence++) {
    store.look();
    store.keepSnapshot();
    written.add(statSync(file).ino);
  }
  expect(written.size).toBe(1);
});
