import { expect, test } from "vitest";
import { sidedParts, textsTaken } from "./conflict-sides.ts";

const file = (description: string, text: string) => `---\nname: a\ndescription: ${description}\n---\n# A\n\n${text}\n`;
const version = (at: string, text: string) => ({ at, text });

/** Ann wrote it, then changed all of it; Bob changed its text alone. */
const contested = new Map([
  ["description", [version("t1", "base"), version("t2", "ann's")]],
  ["text", [version("t1", "Bob's."), version("t2", "Ann's.")]],
]);
const authored = [
  { by: "Ann", text: file("base", "Base.") },
  { by: "Bob", text: file("base", "Bob's.") },
  { by: "Ann", text: file("ann's", "Ann's.") },
];

test("a side is by who said all of it, not by who once wrote what it left alone", () => {
  const parts = sidedParts(contested, { ours: [], authored });
  for (const { versions } of parts)
    expect(versions.map(({ n, by, whose }) => [n, by, whose])).toEqual([
      [1, "Bob", "unknown"],
      [2, "Ann", "unknown"],
    ]);
});

test("a side that is known in one part is known by its time in the others", () => {
  const parts = sidedParts(contested, { ours: [file("something else", "Bob's.")], authored: [] });
  expect(parts.map(({ versions }) => versions.map(({ whose }) => whose))).toEqual([
    ["ours", "theirs"],
    ["ours", "theirs"],
  ]);
  expect([...textsTaken(parts, "theirs").chosen]).toEqual([
    ["description", "ann's"],
    ["text", "Ann's."],
  ]);
});

test("two sides of one time are told apart by whose they are; of several others none is theirs by name", () => {
  const same = new Map([
    ["description", [version("t", "a"), version("t", "z")]],
    ["text", [version("t", "A."), version("t", "Z.")]],
  ]);
  const crossed = sidedParts(same, { ours: [file("z", "A.")], authored: [] });
  expect([...textsTaken(crossed, "1").chosen.values()]).toEqual(["z", "A."]);
  expect([...textsTaken(crossed, "theirs").chosen.values()]).toEqual(["a", "Z."]);
  const three = new Map([["text", [version("t1", "A."), version("t2", "B."), version("t3", "C.")]]]);
  const parts = sidedParts(three, { ours: [file("x", "B.")], authored: [] });
  expect(textsTaken(parts, "theirs").unclear).toEqual(["text"]);
  expect([...textsTaken(parts, "3").chosen.values()]).toEqual(["C."]);
});
