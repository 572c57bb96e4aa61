import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Machine, type PlaceKind, placeKinds, type World, worldOf } from "./machines.ts";

const MINUTE = 60_000;

interface Conflict {
  readonly world: World;
  readonly merger: Machine;
  /** It takes in what the merger made of both. */
  readonly other: Machine;
}

/** Two machines that both changed what they had in common, the merger later. */
async function inConflict(kind: PlaceKind, change: (machine: Machine, name: string) => Promise<unknown>) {
  const world = worldOf(kind);
  const [merger, other] = [world.machine(), world.machine()];
  await merger.cairn.ask("remember", { title: "One", text: "Base text.", kind: "decision" });
  await merger.cairn.ask("user", { action: "update", subject: "preferences", set: { detail: "short" } });
  await merger.setup();
  await other.setup();
  await change(other, "other");
  await other.sync();
  merger.cairn.clock.advance(9 * MINUTE);
  other.cairn.clock.advance(9 * MINUTE);
  await change(merger, "merger");
  expect((await merger.sync()).conflicts).toHaveLength(1);
  await other.sync();
  expect(other.files()).toEqual(merger.files());
  return { world, merger, other } satisfies Conflict;
}

const texts = (kind: PlaceKind) =>
  inConflict(kind, (machine, name) => machine.cairn.ask("update", { id: "one", body: `Text of the ${name}.` }));

const resolve = (machine: Machine, more: { take?: "ours" | "theirs" | "1" | "2" } = {}) =>
  machine.cairn.ask("team", { action: "resolve", id: "project:one", ...more });

const said = (machine: Machine) => Object.entries(machine.files()).find(([path]) => path.endsWith("one.md"))?.[1];

describe.each(placeKinds)("over a %s", (kind) => {
  test("ours is this machine's text on the machine that merged and on the one that did not", async () => {
    const { merger, other } = await texts(kind);
    for (const [machine, own, another] of [
      [merger, "Text of the merger.", "Text of the other."],
      [other, "Text of the other.", "Text of the merger."],
    ] as const) {
      const { contested = [] } = await resolve(machine);
      const text = contested.find(({ part }) => part === "text")?.versions;
      expect(text?.map(({ whose, text: words }) => [whose, words]).sort()).toEqual([
        ["ours", own],
        ["theirs", another],
      ]);
      await resolve(machine, { take: "theirs" });
      expect(said(machine)).toContain(another);
      await machine.cairn.ask("undo", {});
      await resolve(machine, { take: "ours" });
      expect(said(machine)).toContain(own);
      expect(said(machine)).not.toContain(another);
      await machine.cairn.ask("undo", {});
    }
    await resolve(other, { take: "ours" });
    await other.sync();
    await merger.sync();
    expect(merger.files()).toEqual(other.files());
    expect(said(merger)).toContain("Text of the other.");
  });

  test("a machine that had neither version is not told that one is its own, and chooses by number", async () => {
    const { world, merger } = await texts(kind);
    const third = world.machine();
    await third.setup();
    const outcome = await third.cairn.outcome("team", { action: "resolve", id: "project:one" });
    expect(outcome.ok && outcome.text).toMatch(
      /whose is not known here[\s\S]*cannot be told here\. Choose: .* --take the number of one\.$/,
    );
    expect(outcome.ok && outcome.text).not.toMatch(/ours/);
    const before = third.files();
    for (const take of ["ours", "theirs"] as const)
      expect(await third.cairn.refusal("team", { action: "resolve", id: "project:one", take })).toMatchObject({
        code: "AMBIGUOUS_ID",
        hint: expect.stringContaining("by its number"),
      });
    expect(third.files()).toEqual(before);
    const { contested = [] } = await resolve(third);
    const version = contested
      .find(({ part }) => part === "text")
      ?.versions.find(({ text }) => text.includes("the other"));
    await resolve(third, { take: `${version?.n}` as "1" | "2" });
    expect(said(third)).toContain("Text of the other.");
    await third.sync();
    await merger.sync();
    expect(said(merger)).not.toContain("Conflict");
  });
});

test("a text edited by hand here is ours too, and so is one that lay here before the conflict came", async () => {
  const world = worldOf("folder");
  const [merger, other, onlooker] = [world.machine(), world.machine(), world.machine()];
  await merger.cairn.ask("remember", { title: "One", text: "Base text.", kind: "decision" });
  for (const machine of [merger, other, onlooker]) await machine.setup();
  const [path = ""] = Object.keys(other.files());
  const inner = path.replace("project/", "");
  other.cairn.write(inner, other.files()[path]!.replaceAll("Base text.", "By hand."));
  await other.sync();
  await onlooker.sync();
  merger.cairn.clock.advance(9 * MINUTE);
  await merger.cairn.ask("update", { id: "one", body: "Text of the merger." });
  await merger.sync();
  for (const machine of [other, onlooker]) {
    await machine.sync();
    await resolve(machine, { take: "ours" });
    expect(said(machine)).toContain("By hand.");
  }
});

const sheetOf = (machine: Machine) => readFileSync(join(machine.cairn.userRoot, "preferences.md"), "utf8");
const DESCRIBED = /^description: (.*)$/m;

describe.each(["ours", "theirs"] as const)("taking %s", (take) => {
  test("the description goes with the text, also where one machine alone had changed it", async () => {
    const { merger, other } = await inConflict("folder", (machine, name) =>
      machine.cairn.ask(
        "update",
        name === "other"
          ? { id: "one", append: "And more of the other's." }
          : { id: "one", body: "Text of the merger.", description: "The merger's words" },
      ),
    );
    const before = said(other);
    await resolve(other, { take });
    const [text = "", description] = [said(other), DESCRIBED.exec(said(other) ?? "")?.[1]];
    expect(before).toContain("### description · ");
    expect(text).not.toContain("Conflict");
    if (take === "ours") expect([text.includes("And more of"), description]).toEqual([true, "Base text."]);
    else expect([text.includes("Text of the merger."), description]).toEqual([true, "The merger's words"]);
    await other.sync();
    await merger.sync();
    expect(merger.files()).toEqual(other.files());
  });

  test("two values of one preference are one conflict, and one line is left of it", async () => {
    const { merger, other } = await preferences();
    const sheet = () => sheetOf(other);
    expect(sheet()).toMatch(/^ {2}conflict: \[field detail\]$/m);
    expect(sheet().match(/^- \*\*detail\*\*.*$/gm)).toHaveLength(1);
    await other.cairn.ask("team", { action: "resolve", id: "user:preferences", take });
    const value = take === "ours" ? "full" : "normal";
    expect(sheet().match(/detail\S*: \w+/g)).toEqual([`detail: ${value}`, `detail**: ${value}`]);
    expect(sheet()).not.toMatch(/conflict:|## Conflict/);
    await other.sync();
    await merger.sync();
    expect(sheetOf(merger)).toBe(sheetOf(other));
  });
});

const preferences = () =>
  inConflict("folder", (machine, name) =>
    machine.cairn.ask("user", {
      action: "update",
      subject: "preferences",
      set: { detail: name === "other" ? "full" : "normal" },
    }),
  );

test("setting a preference that is in conflict settles it, whichever value is set, and the others see it", async () => {
  for (const value of ["full", "normal", "short"]) {
    const { merger, other } = await preferences();
    await other.cairn.ask("user", {
      action: "update",
      subject: "preferences",
      set: { detail: value, naming: "camelCase" },
    });
    const text = sheetOf(other);
    expect(text).not.toMatch(/conflict:|## Conflict/);
    expect(DESCRIBED.exec(text)?.[1]).toBe(`"detail: ${value}; naming: camelCase"`);
    expect(text.match(/^- \*\*detail\*\*.*$/gm)).toEqual([`- **detail**: ${value}`]);
    await other.sync();
    await merger.sync();
    expect(sheetOf(merger)).toBe(sheetOf(other));
  }
});
