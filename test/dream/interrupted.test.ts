import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { logged } from "../support/dream-flips.ts";
import { dieAlong, dream, killedAt, world } from "./interrupted.ts";

test("a dream that dies anywhere is run again, and ends as if nothing had happened", () => dieAlong(6));

test("what a dream that died had written is taken back like that of any other", async () => {
  const whole = await world();
  const changes = await killedAt(whole, Number.POSITIVE_INFINITY, () => dream(whole));
  for (const share of [0.4, 0.6, 0.8]) {
    const cairn = await world();
    const before = Object.fromEntries(
      cairn
        .paths()
        .filter((path) => path.includes("/"))
        .map((path) => [path, cairn.read(path)]),
    );
    await killedAt(cairn, Math.round(changes * share), () => dream(cairn));
    const outcome = await cairn.outcome("undo", { dream: true });
    if (outcome.ok) expect(outcome.output.left).toEqual([]);
    const after = Object.fromEntries(
      cairn
        .paths()
        .filter((path) => path.includes("/"))
        .map((path) => [path, cairn.read(path)]),
    );
    expect([share, after]).toEqual([share, before]);
  }
});

test("an entry that was acknowledged is there after a crash, and one that was not is there whole or not at all", async () => {
  const whole = cairnWith();
  await logged(whole, "First of all.");
  const append = (cairn: TestCairn) => () =>
    cairn.outcome("log", { action: "append", text: "Second, with a line\nbelow it." });
  const changes = await killedAt(whole, Number.POSITIVE_INFINITY, append(whole));
  for (let n = 1; n <= changes; n++) {
    const cairn = cairnWith();
    await logged(cairn, "First of all.");
    let isOk = false;
    await killedAt(cairn, n, async () => {
      isOk = (await append(cairn)()).ok;
    });
    const texts = (await cairn.ask("log", {})).entries.map(({ text }) => text);
    const both = ["First of all.", "Second, with a line\nbelow it."];
    expect([n, isOk ? [both] : [both.slice(0, 1), both]]).toEqual([n, expect.arrayContaining([texts])]);
    await logged(cairn, "Third.");
    expect([n, (await cairn.ask("log", {})).entries.at(-1)?.text]).toEqual([n, "Third."]);
    cairn.remove();
  }
});
