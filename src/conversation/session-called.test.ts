import { expect, test } from "vitest";
import { CairnError } from "../model/error.ts";
import { sessionCalled } from "./session-found.ts";

const known = ["760f230b-1", "760f99aa-2", "760f", "ab"];

function check(named: string): string | undefined {
  try {
    return sessionCalled(named, known);
  } catch (error) {
    if (error instanceof CairnError) return `${error.kind}: ${error.hint}`;
    throw error;
  }
}

test.each([
  ["760f230b-1", "760f230b-1"],
  ["760f2", "760f230b-1"],
  ["760f", "760f"],
  ["ab", "ab"],
  ["a", undefined],
  ["760", undefined],
  ["760e", undefined],
])("of the sessions there are, %j means %j", (named, meant) => expect(check(named)).toBe(meant));

test("where two could be meant, both are named", () => {
  const ids = ["760f230b", "760f99aa"];
  expect(() => sessionCalled("760f", ids)).toThrow(
    expect.objectContaining({ kind: "ambiguous", hint: "Say which: 760f230b, 760f99aa." }),
  );
});
