/** Taken out for good means: not a byte of it is left below the home folder, also when killed half way. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { rngFrom } from "../secrets/rng.ts";
import { everythingIn, sightings } from "../support/bytes.ts";
import { house } from "../support/house.ts";
import { seed } from "../support/seed.ts";
import { eraseAndDie, live, remains } from "./erasing.ts";

test("a memory with a long history, taken out for good, is in no byte below the home folder; the others stay", async () => {
  const place = house();
  const [gone, kept] = [await live(place, 1), await live(place, 2)];
  const server = await place.serve();
  await server.call("show", { id: gone.id });
  expect(remains(place, gone).length).toBeGreaterThan(10);
  const before = (await place.ask(["history", kept.id])).total;
  const { action, warnings } = await place.ask(["forget", gone.id, "--hard", "--yes"]);
  expect(action).toBe("erased");
  expect(warnings.join()).toContain("git history");
  expect(remains(place, gone)).toEqual([]);
  await server.call("list");
  await server.call("remember", { text: "Something else.", kind: "project" });
  await server.close();
  await place.ask(["rebuild"]);
  expect(remains(place, gone)).toEqual([]);
  expect((await place.ask(["history", kept.id])).total).toBe(before);
  expect((await place.ask(["show", kept.id])).memory.body).toContain("mu2quartz");
  expect((await place.cli(["show", gone.id])).code).toBe(3);
  expect((await place.cli(["restore", gone.id])).code).toBe(3);
});

test("in no note of a view either: every view there is was printed before, and none after it", async () => {
  const place = house();
  await place.ask(["config", "set", "views", "MEMORY.md,_index.md,_index-archive.md"]);
  const gone = await live(place, 6, { briefly: true });
  await place.ask(["rebuild"]);
  const { hash } = (await place.ask(["show", gone.id])).memory;
  const held = () => sightings([place.home], [hash]).map(({ path }) => path);
  expect(held().map((path) => basename(path))).toContain("_index.md.json");
  await place.ask(["forget", gone.id, "--hard", "--yes"]);
  expect([held(), remains(place, gone)]).toEqual([[], []]);
});

test("in nothing a synthesis keeps for the next one: no word, no hash and no mark of it is left, and what it concludes has no words at all", async () => {
  const place = house();
  const [gone, kept] = [await live(place, 7, { briefly: true }), await live(place, 8, { briefly: true })];
  await place.ask(["synthesize", "--yes"]);
  const { hash } = (await place.ask(["show", gone.id])).memory;
  const held = (needles: readonly string[]) => sightings([place.home], needles).map(({ path }) => basename(path));
  const concluded = textsNamed(place.home, "taken-in-concluded.json");
  const mark = /"points":"([a-z0-9]{12}) ([a-z0-9]{12})\|/.exec(concluded.join());
  expect(mark).not.toBeNull();
  expect([...gone.words, ...kept.words, hash].filter((word) => concluded.join().includes(word))).toEqual([]);
  expect(held([hash]).some((name) => name.startsWith("taken-in-"))).toBe(true);
  await place.ask(["forget", gone.id, "--hard", "--yes"]);
  expect([held([hash, ...(mark ?? []).slice(1)]), remains(place, gone)]).toEqual([[], []]);
  await place.ask(["synthesize", "--yes"]);
  expect([held([hash]), remains(place, gone)]).toEqual([[], []]);
});

function textsNamed(folder: string, name: string): string[] {
  return everythingIn(folder)
    .filter((path) => basename(path) === name)
    .map((path) => readFileSync(path, "utf8"));
}

test("what is purged after its grace is in no byte below the home folder; what is not due stays", async () => {
  const place = house();
  const [due, kept] = [await live(place, 3), await live(place, 4)];
  await place.ask(["forget", due.id]);
  await place.ask(["config", "set", "delete.grace_period_days", "0"]);
  expect((await place.ask(["gc", "--purge", "--dry-run"])).purged).toEqual([`project:${due.id}`]);
  expect((await place.cli(["gc", "--purge"])).code).toBe(5);
  expect(remains(place, due).length).toBeGreaterThan(10);
  expect((await place.ask(["gc", "--purge", "--yes"])).purged).toEqual([`project:${due.id}`]);
  expect(remains(place, due)).toEqual([]);
  expect((await place.ask(["show", kept.id])).memory.status).toBe("active");
});

test("a copy that a killed import left of it goes, too", async () => {
  const place = house();
  const gone = await live(place, 9, { briefly: true });
  const copy = join(place.home, ".claude", "cairn", "scratch", "own-1");
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, "zebra.md"), gone.words.join("\n"));
  await place.ask(["forget", gone.id, "--hard", "--yes"]);
  expect(remains(place, gone)).toEqual([]);
});

test("the tombstone does not stand in the way of a new memory of that name, and tells nothing", async () => {
  const place = house();
  const gone = await live(place, 5, { briefly: true });
  await place.ask(["forget", gone.id, "--hard", "--yes"]);
  const again = await place.ask(["remember", "New words.", "--title", "Zebra 5 Quartz", "--kind", "decision"]);
  expect(again.memory.id).toBe(gone.id);
});

test("killed at random moments of it, the next command finishes it, or it was never begun", async () => {
  const place = house();
  const rng = rngFrom(seed);
  const ends = { erased: 0, "never begun": 0 };
  for (let n = 0; n < 5; n++) {
    const life = await live(place, 100 + n, { briefly: true });
    if (eraseAndDie(place, life.id, 60 + rng.int(240), rng.int(2) === 0)) continue;
    expect((await place.run(["list"])).code).toBe(0);
    const shown = await place.cli(["show", life.id]);
    ends[shown.code === 0 ? "never begun" : "erased"]++;
    if (shown.code !== 0) expect(remains(place, life)).toEqual([]);
    else expect(shown.out).toContain(`alpha${100 + n}quartz`);
  }
  console.log(`killed while erasing: ${JSON.stringify(ends)}`);
  expect((await place.ask(["list"])).problems).toEqual([]);
});
