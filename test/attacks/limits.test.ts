/** Too much of everything: bounded time and memory, and a clear word about it (S17). */

import { closeSync, ftruncateSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { house } from "../support/house.ts";

const MB = 1_000_000;

/** As little memory as a small machine would leave it. */
const SMALL = { NODE_OPTIONS: "--max-old-space-size=128" };

test("a title of a megabyte, ten thousand tags or a text of two megabytes is refused with the field's name", async () => {
  const place = house();
  const library = await place.library();
  const tags = Array.from({ length: 10_000 }, (_, n) => `tag-${n}`);
  const refused: [string, () => Promise<unknown>][] = [
    ["title", () => library.remember({ title: "t".repeat(MB), text: "x" })],
    ["tags", () => library.remember({ title: "Tags", text: "x", tags })],
    ["tags", () => library.remember({ title: "Tag", text: "x", tags: ["t".repeat(MB)] })],
    ["aliases", () => library.remember({ title: "Aliases", text: "x", aliases: tags })],
    ["text", () => library.remember({ title: "Text", text: "x ".repeat(MB) })],
    ["files", () => library.remember({ title: "Files", text: "x", files: tags })],
    ["id", () => library.show({ id: "i".repeat(MB) })],
    ["reason", () => library.forget({ id: "x", reason: "r".repeat(MB) })],
  ];
  for (const [field, act] of refused) {
    const error = await act().then(
      () => undefined,
      (thrown: unknown) => thrown as { kind: string; field: string; message: string },
    );
    expect({ field, kind: error?.kind, said: error?.field }).toEqual({ field, kind: "invalid-input", said: field });
    expect(error?.message.length).toBeLessThan(500);
  }
  expect((await library.list()).total).toBe(0);
});

test("a memory grown by many additions stops at its limit, and says so", async () => {
  const place = house();
  const library = await place.library();
  await library.remember({ title: "Grows", text: "Start.", kind: "project" });
  const outcomes: string[] = [];
  for (let n = 0; n < 4; n++) {
    const more = `${n} ${"word ".repeat(80_000)}`;
    outcomes.push(
      await library.update({ id: "grows", append: more }).then(
        ({ action }) => action,
        (error) => error.kind,
      ),
    );
  }
  expect(outcomes.at(0)).toBe("updated");
  expect(outcomes.at(-1)).toMatch(/invalid-input|conflict/);
  const { memory } = await library.show({ id: "grows" });
  expect(memory.body.length).toBeGreaterThan(300_000);
  expect((await library.list()).problems).toEqual([]);
});

test("a file of a gigabyte in the root is a problem, not a memory, and costs nothing", async () => {
  const place = house();
  await place.ask(["remember", "Small words.", "--kind", "project"]);
  const file = openSync(join(place.root, "giant.md"), "w");
  ftruncateSync(file, 1_000 * MB);
  closeSync(file);
  const { code, out } = await place.run(["list", "--json"], { env: SMALL, limitMs: 300_000 });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ total: 1, problems: [{ path: "giant.md" }] });
  for (const words of [["remember", "More words.", "--kind", "project"], ["rebuild"], ["doctor"]]) {
    expect({ words, code: (await place.run(words, { env: SMALL, limitMs: 300_000 })).code }).toEqual({
      words,
      code: 0,
    });
  }
});

test("folders deeper than anyone needs are a problem, and so are many of them", async () => {
  const place = house();
  mkdirSync(join(place.root, ...Array(60).fill("deep")), { recursive: true });
  place.write(join(place.root, ...Array(60).fill("deep"), "bottom.md"), "# Bottom\n");
  for (let n = 0; n < 300; n++) mkdirSync(join(place.root, `wide-${n}`));
  place.write(join(place.root, "top.md"), "# Top\n");
  const { code, out } = await place.run(["list", "--json"], { env: SMALL, limitMs: 300_000 });
  const { memories, problems } = JSON.parse(out);
  expect({ code, ids: memories.map(({ id }: { id: string }) => id) }).toEqual({ code: 0, ids: ["top"] });
  expect(problems.length).toBeGreaterThan(0);
});

test("standard input without an end is cut off with a clear word", async () => {
  const place = house();
  const { code, err } = await place.run(["remember", "--body-file", "-"], { input: "x".repeat(5 * MB), env: SMALL });
  expect(code).toBe(2);
  expect(err).toMatch(/larger than|too long/);
});

test("a line without an end does not fill the server", async () => {
  const place = house();
  const client = await place.serve({ env: SMALL });
  client.say(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"x":"${"y".repeat(9 * MB)}"}}`);
  expect((await client.call("list")).isError).toBe(false);
  expect(client.strays.map((line) => JSON.parse(line).error.code)).toEqual([-32600]);
  expect(await client.close()).toBe(0);
});
