import { expect, test } from "vitest";
import { noFacts } from "../../test/support/no-facts.ts";
import { sourceOf } from "../../test/support/synthesis-sources.ts";
import { draftMaster, finishMaster } from "./master.ts";
import { checkProse, paragraphSourcesOf } from "./prose.ts";
import type { MasterSource } from "./statement.ts";

const finish = { facts: noFacts, hand: [], day: "2025-06-02", structure: "fixed", archive: "a" } as const;
const tasks = (said: Partial<MasterSource>) =>
  ["the queue is drained", "the cache is cold", "the shop is open"].map((text, n) =>
    sourceOf(`t-${n}`, { kind: "task", statements: [{ sort: "status", text }], ...said }),
  );
const passages = (sources: readonly MasterSource[]) =>
  paragraphSourcesOf(finishMaster(draftMaster({ sources, told: [], maxBytes: 16_000 }), finish));
const said = (id: string, text: string) =>
  sourceOf(id, { kind: "constraint", tags: ["cache"], statements: [{ sort: "learning", text }] });
const caches = [
  said("a", "cold caches cost a second"),
  said("b", "stale caches lie to the shop"),
  said("c", "caches are warmed by hand at 6"),
];
const draftOf = (sources: readonly MasterSource[]) => draftMaster({ sources, told: [], maxBytes: 16_000 });

test("a paragraph stands for the lines it tells as long as they say it, and hides no other", () => {
  const words = "Cold caches cost a second, and stale caches lie to the shop.";
  const [passage] = passages(caches);
  const { prose } = checkProse(passages(caches), new Map([[passage?.name ?? "", words]]));
  const over = (...sources: MasterSource[]) => finishMaster(draftOf(sources), { ...finish, prose }).body;
  expect(over(...caches)).toContain(`${words} [[a]] [[b]]\n\n- Caches are warmed by hand at 6`);
  const more = over(...caches, said("d", "a fourth cache holds the prices"));
  expect(more).toContain(words);
  expect(more).toContain("- A fourth cache holds the prices");
  const other = over(said("a", "cold caches cost nothing any more"), ...caches.slice(1));
  expect(other).not.toContain(words);
  for (const line of ["Cold caches cost nothing any more", "Stale caches lie"]) expect(other).toContain(`- ${line}`);
});

test("a paragraph on where the project stands names its sources, and tells nothing that is not to be trusted", () => {
  const { prose } = checkProse(passages(tasks({})), new Map([["status", "The queue is drained."]]));
  expect(prose.get("status")?.text).toBe("The queue is drained. [[t-0]]");
  expect(passages(tasks({ trust: "untrusted" }))).toEqual([]);
});
