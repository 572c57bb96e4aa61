/** Names are names: none of them leads out of the roots, on any surface, and none brings Cairn down (S8). */

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { everythingIn } from "../support/bytes.ts";
import { house } from "../support/house.ts";
import { Canary } from "./canary.ts";
import { outsideOf, tryDoors } from "./doors.ts";
import { hostileNames, hostileRoots } from "./hostile-names.ts";

test("there are hostile names enough", () => {
  expect(hostileNames.length).toBeGreaterThanOrEqual(200);
});

test("no hostile name reads or writes outside the roots, and none is a crash", async () => {
  const place = house();
  const canary = new Canary(place.at("outside"));
  new Canary(join(place.home, ".ssh"));
  await place.ask(["remember", "Words.", "--title=Door", "--kind=project"]);
  const before = outsideOf(place);
  const reached = { place, library: await place.library(), client: await place.serve() };
  const wrong = await tryDoors(1, reached);
  await reached.client.close();
  expect({ wrong, err: reached.client.err }).toEqual({ wrong: [], err: "" });
  expect(canary.changes()).toEqual([]);
  expect(outsideOf(place)).toEqual(before);
  expect((await place.ask(["list"])).problems).toEqual([]);
});

test("no hostile folder is taken for the memories: not as a variable, not as a setting, not as an option", async () => {
  const place = house();
  const canary = new Canary(place.at("outside"));
  symlinkSync(place.at("nowhere"), place.at("dangling"));
  symlinkSync(place.at("loop-b"), place.at("loop-a"));
  symlinkSync(place.at("loop-a"), place.at("loop-b"));
  symlinkSync(place.home, place.at("to-home"));
  const links = ["dangling", "dangling/a", "loop-a", "loop-a/b", "to-home"].map((name) => place.at(name));
  const file = place.write("file", "");
  const before = outsideOf(place);
  for (const root of hostileRoots(place.home, [...links, file, `${file}/a`])) {
    const said = await place.cli(["remember", "Words."], { env: { CLAUDE_MEMORY_DIR: root } });
    expect({ root, code: said.code }).toEqual({ root, code: 2 });
    expect(said.err).not.toContain(place.base);
    expect({ root, set: (await place.cli(["config", "set", "memoryDir", "--", root])).code }).toEqual({ root, set: 2 });
    place.write(join(place.claude, "settings.json"), JSON.stringify({ autoMemoryDirectory: root }));
    expect({ root, code: (await place.cli(["remember", "Words."])).code }).toEqual({ root, code: 2 });
    place.write(join(place.claude, "settings.json"), "{}");
  }
  for (const root of ["/", place.home, ...links, file]) {
    expect({ root, code: (await place.cli(["remember", "x", `--memory-dir=${root}`])).code }).toEqual({
      root,
      code: 2,
    });
  }
  expect(outsideOf(place)).toEqual(before);
  expect(canary.changes()).toEqual([]);
});

test("two titles that are one name to another file system get two files there too", async () => {
  const place = house();
  const titles = [
    "Caf\u00e9",
    "Cafe\u0301",
    "CAFE",
    "cafe",
    "Stra\u00dfe",
    "STRASSE",
    "\u212bngstr\u00f6m",
    "angstrom",
  ];
  for (const [n, title] of titles.entries()) {
    await place.ask(["remember", `Words ${n} of ${title}.`, `--title=${title}`, "--kind=project"]);
    await place.ask([
      "remember",
      `Words ${n} of ${title}.`,
      `--title=${title}`,
      "--kind=analysis",
      `--files=${title}.ts`,
    ]);
  }
  const files = everythingIn(place.root).map((path) => path.normalize("NFC").toLowerCase());
  expect(new Set(files).size).toBe(files.length);
  const { memories, problems } = await place.ask(["list"]);
  expect(problems).toEqual([]);
  const ids = memories.map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const n of titles.keys()) {
    const found = await Promise.all(ids.map(async (id: string) => (await place.ask(["show", id])).memory.body));
    expect(found.some((body: string) => body.includes(`Words ${n} of `))).toBe(true);
  }
});
