import { expect, test } from "vitest";
import { fail, fakeCairn, greet, wipe } from "../../test/support/sample-operations.ts";
import { CairnError, type ErrorKind } from "../model/error.ts";
import { errorOutput, invoke, type Operation, type Outcome } from "./operation.ts";

const TOKEN = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;

async function check(op: Operation, raw: unknown, options = {}): Promise<Outcome> {
  return invoke(op, raw, fakeCairn(), options);
}

async function refusal(op: Operation, raw: unknown): Promise<CairnError> {
  const outcome = await check(op, raw);
  if (outcome.ok) throw new Error("was not refused");
  return outcome.error;
}

test("an operation is run with its defaults filled in, and its answer is shown", async () => {
  expect(await check(greet, { name: "Ada", times: 2 })).toMatchObject({
    ok: true,
    output: { said: ["Hello, Ada", "Hello, Ada"], input: { tone: "warm", tags: [], polite: true } },
    text: "Hello, Ada\nHello, Ada",
  });
});

test.each([
  [{}, "name", "name is missing.", "name: Whom to greet."],
  [{ name: 5 }, "name", "name must be text.", "name: Whom to greet."],
  [{ name: "" }, "name", "name must not be empty.", "name: Whom to greet."],
  [{ name: "Ada", times: 1.5 }, "times", "times must be a whole number.", "times: How often."],
  [{ name: "Ada", times: 9 }, "times", "times must be at most 3.", "times: How often."],
  [{ name: "Ada", times: Number.NaN }, "times", "times must be a number.", "times: How often."],
  [{ name: "Ada", tone: "wram" }, "tone", "There is no tone of that name.", "Did you mean warm?"],
  [{ name: "Ada", tone: "shrill" }, "tone", "tone must be one of warm, cool.", "tone: In which voice."],
  [{ name: "Ada", tags: ["a", 1] }, "tags.1", "tags.1 must be text.", "tags: Words to add."],
  [{ name: "Ada", loud: "yes" }, "loud", "loud must be true or false.", "loud: Shout."],
])("input %j is refused by the name of its field", async (raw, field, message, hint) => {
  expect(await refusal(greet, raw)).toMatchObject({
    kind: "invalid-input",
    code: "INPUT_ERROR",
    field,
    message,
    hint,
  });
});

test("a misspelt field is refused with the fields there are", async () => {
  const misspelt = await refusal(greet, { nmae: "Ada" });
  expect(misspelt).toMatchObject({ message: "greet has no field called nmae.", field: "nmae" });
  expect(misspelt.hint).toMatch(/^Did you mean name\? Fields: name, times, /);
});

test("a field by another word is taken for the one it is about, where that is left out", async () => {
  expect((await refusal(greet, { whom: "Ada" })).hint).toMatch(/^Did you mean name\? Fields: name, /);
  expect((await refusal(greet, { name: "Ada", whom: "Eva" })).hint).toMatch(/^Fields: name, /);
});

test.each([null, "text", 5, [1], undefined])("input %j is refused, not crashed on", async (raw) => {
  expect(await refusal(greet, raw)).toMatchObject({ kind: "invalid-input", code: "INPUT_ERROR" });
});

test("what destroys asks first, and does nothing until it is confirmed", async () => {
  expect(await refusal(wipe, { what: "all" })).toMatchObject({
    kind: "conflict",
    code: "CONFIRMATION_NEEDED",
    message: "Destroy all for good?",
  });
  expect(await check(wipe, { what: "all" }, { confirmed: true })).toMatchObject({ ok: true, text: "Wiped all." });
  expect(await check(wipe, { what: "all", gently: true })).toMatchObject({ ok: true });
});

test.each(["not-found", "ambiguous", "conflict", "unavailable"] satisfies ErrorKind[])(
  "a refusal (%s) is an outcome",
  async (how) => {
    expect(await refusal(fail, { how })).toMatchObject({
      kind: how,
      message: "It went wrong.",
      hint: "Try something else.",
    });
  },
);

test("a bug is not an outcome: it is thrown", async () => {
  await expect(check(fail, { how: "bug", words: "oops" })).rejects.toThrow(TypeError);
});

test("no part of an error holds a secret", async () => {
  const said = await refusal(fail, { how: "not-found", words: `No memory is called ${TOKEN}.` });
  const asked = await refusal(wipe, { what: TOKEN });
  const field = await refusal(greet, { name: "Ada", [TOKEN]: 1 });
  for (const error of [said, asked, field]) {
    expect(JSON.stringify(errorOutput(error))).not.toContain(TOKEN);
    expect(JSON.stringify(errorOutput(error))).toContain("REDACTED");
  }
});

test("an error in JSON has its field only where there is one", () => {
  const plain = new CairnError("OCC_CONFLICT", "No.", { hint: "Yes." });
  expect(errorOutput(plain)).toEqual({
    error: { code: "OCC_CONFLICT", kind: "conflict", message: "No.", hint: "Yes." },
  });
  const named = new CairnError("OCC_CONFLICT", "No.", { field: "x" });
  expect(errorOutput(named)).toMatchObject({ error: { field: "x" } });
});
