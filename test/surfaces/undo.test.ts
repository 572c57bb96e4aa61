/** Taking back: byte for byte, itself in the history, and never over what came after. */

import { appendFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type House, house, textOf } from "../support/house.ts";

async function remembered(place: House, title: string, ...more: string[]): Promise<string> {
  const { memory } = await place.ask(["remember", `${title} it is.`, "--title", title, "--kind", "project", ...more]);
  return join(place.root, memory.path);
}

test("the last change is taken back byte for byte, and the taking back can be taken back", async () => {
  const place = house();
  const file = await remembered(place, "Tea");
  const first = textOf(file);
  await place.ask(["update", "tea", "With milk."]);
  const second = textOf(file);
  const { undone } = await place.ask(["undo"]);
  expect(undone).toHaveLength(1);
  expect(textOf(file)).toBe(first);
  const { changes } = await place.ask(["history", "tea"]);
  expect(changes).toHaveLength(3);
  expect(changes[1]).toMatchObject({ change: undone[0].change, undone_by: changes[0].change });
  await place.ask(["undo", undone[0].by]);
  expect(textOf(file)).toBe(second);
});

test("undo goes back one change at a time, to before the memory was made", async () => {
  const place = house();
  const file = await remembered(place, "Tea");
  await place.ask(["update", "tea", "With milk."]);
  await place.ask(["forget", "tea"]);
  for (let n = 0; n < 3; n++) await place.ask(["undo"]);
  expect(existsSync(file)).toBe(false);
  expect((await place.cli(["undo"])).code).toBe(3);
  expect((await place.ask(["restore", "tea"])).memory.id).toBe("tea");
  expect(textOf(file)).toContain("Tea it is.");
});

test("a change that a hand edit followed is a conflict that names both, and nothing changes", async () => {
  const place = house();
  const file = await remembered(place, "Tea");
  await place.ask(["update", "tea", "With milk."]);
  appendFileSync(file, "\nAnd sugar, by hand.\n");
  const before = textOf(file);
  const { code, out } = await place.cli(["undo", "--json"]);
  const { error } = JSON.parse(out);
  expect({ code, error: error.code }).toEqual({ code: 5, error: "UNDO_CONFLICT" });
  expect(error.message).toMatch(/\b\d+\b/);
  expect(error.message).toContain("outside");
  expect(textOf(file)).toBe(before);
});

test("a change that another change followed is a conflict that names both, and nothing changes", async () => {
  const place = house();
  const file = await remembered(place, "Tea");
  await place.ask(["update", "tea", "With milk."]);
  await place.ask(["update", "tea", "And sugar."]);
  const before = textOf(file);
  const changes = (await place.ask(["history", "tea"])).changes.map(({ change }: { change: string }) => change);
  const numbers = changes.map((change: string) => change.split(":")[1]);
  const { code, out } = await place.cli(["undo", changes[1], "--json"]);
  const { error } = JSON.parse(out);
  expect({ code, error: error.code }).toEqual({ code: 5, error: "UNDO_CONFLICT" });
  for (const number of numbers.slice(0, 2)) expect(error.message).toMatch(new RegExp(`\\b${number}\\b`));
  expect(textOf(file)).toBe(before);
});

test("a hand edit is taken back only by its own number", async () => {
  const place = house();
  const file = await remembered(place, "Tea");
  const first = textOf(file);
  appendFileSync(file, "\nAnd sugar, by hand.\n");
  await remembered(place, "Coffee");
  const { changes } = await place.ask(["history", "tea"]);
  expect(changes[0]).toMatchObject({ what: "edited outside" });
  const { undone } = await place.ask(["undo"]);
  expect(undone[0].id).toBe("coffee");
  expect(textOf(file)).toContain("by hand");
  await place.ask(["undo", changes[0].change]);
  expect(textOf(file)).toBe(first);
});

test("a file deleted outside is brought back by the number of that, and by nothing else", async () => {
  const place = house();
  const file = await remembered(place, "Tea");
  await remembered(place, "Coffee");
  const text = textOf(file);
  rmSync(file);
  await place.ask(["update", "coffee", "Black."]);
  expect(existsSync(file)).toBe(false);
  const { changes } = await place.ask(["history", "tea"]);
  expect(changes[0]).toMatchObject({ what: "deleted outside" });
  await place.ask(["rebuild"]);
  expect(existsSync(file)).toBe(false);
  await place.ask(["undo", changes[0].change]);
  expect(textOf(file)).toBe(text);
});

test("what a session did is taken back as far as it can be, and what was left is listed", async () => {
  const place = house();
  const env = { CAIRN_SESSION: "session-one" };
  const kept = await remembered(place, "Mine");
  const tea = join(place.root, (await sessionRemembers("Tea")).path);
  const coffee = join(place.root, (await sessionRemembers("Coffee")).path);
  await place.ask(["update", "mine", "The session was here."], { env });
  appendFileSync(coffee, "\nBy hand.\n");
  const { undone, left } = await place.ask(["undo", "--session", "session-one"]);
  expect(undone.map(({ id }: { id: string }) => id).sort()).toEqual(["mine", "tea"]);
  expect(left).toMatchObject([{ id: "coffee", reason: expect.stringContaining("outside") }]);
  expect(existsSync(tea)).toBe(false);
  expect(textOf(coffee)).toContain("By hand.");
  expect(textOf(kept)).not.toContain("The session was here.");
  expect(await place.cli(["undo", "--session", "session-two"])).toMatchObject({ code: 3 });

  async function sessionRemembers(title: string): Promise<{ path: string }> {
    const words = ["remember", `${title} it is.`, "--title", title, "--kind", "project"];
    return (await place.ask(words, { env })).memory;
  }
});

test("plain undo takes back what was done in this project, not in another", async () => {
  const place = house();
  const other = place.folder("work", "other");
  await remembered(place, "Tea");
  await place.ask(["remember", "Theirs it is.", "--kind", "project", "--scope", "user"], { cwd: other });
  const { undone } = await place.ask(["undo"]);
  expect(undone[0].id).toBe("tea");
});

test("a memory and the one it supersedes are taken back together", async () => {
  const place = house();
  const old = await remembered(place, "Tea");
  const before = textOf(old);
  const file = await remembered(place, "Coffee", "--supersedes", "tea");
  expect(textOf(old)).not.toBe(before);
  expect((await place.ask(["undo"])).undone).toHaveLength(2);
  expect(textOf(old)).toBe(before);
  expect(existsSync(file)).toBe(false);
});
