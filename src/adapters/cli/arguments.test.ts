import { expect, test } from "vitest";
import { fail, greet, wipe } from "../../../test/support/sample-operations.ts";
import { CairnError } from "../../model/error.ts";
import { type Field, fieldsOf } from "../../operations/fields.ts";
import type { Operation } from "../../operations/operation.ts";
import { type Parsed, parseArguments, splitCommand, wantsJson } from "./arguments.ts";

/** Words are told apart by spaces, or given one by one. */
function check(line: string | string[], op: Operation = greet): Parsed {
  const words = typeof line === "string" ? line.split(" ").filter((word) => word !== "") : line;
  return parseArguments(words, fieldsOf(op));
}

function refusal(line: string | string[], op?: Operation): CairnError {
  try {
    check(line, op);
  } catch (error) {
    if (error instanceof CairnError) return error;
  }
  throw new Error(`${line} was not refused`);
}

test.each<[string, object]>([
  ["", {}],
  ["Ada", { name: "Ada" }],
  ["--name Ada", { name: "Ada" }],
  ["--name=Ada=Eva", { name: "Ada=Eva" }],
  ["--name=", { name: "" }],
  ["Ada --times 2", { name: "Ada", times: 2 }],
  ["--times -2", { times: -2 }],
  ["--times 1e3", { times: 1000 }],
  ["--times NaN", { times: "NaN" }],
  ["--times Infinity", { times: "Infinity" }],
  ["--times 0x10", { times: "0x10" }],
  ["--loud", { loud: true }],
  ["--no-polite", { polite: false }],
  ["--loud=false --polite=true", { loud: false, polite: true }],
  ["--loud=maybe", { loud: "maybe" }],
  ["--loud --no-loud", { loud: false }],
  ["--tags a,b --tags c", { tags: ["a", "b", "c"] }],
  ["--tags a\\,b,c", { tags: ["a,b", "c"] }],
  ["--tags ,", { tags: [] }],
  ["--tags []", { tags: [] }],
  ["--field x=1 --field y=a=b", { field: { x: "1", y: "a=b" } }],
  ["-- --loud", { name: "--loud" }],
  ["-", { name: "-" }],
  ["-5", { name: "-5" }],
  ["--secret-key k", { secretKey: "k" }],
])("%j becomes %j", (line, input) => {
  expect(check(line).input).toEqual(input);
});

test("arguments without a flag fill the places in order; a list takes the rest", () => {
  expect(check("a b c --gently", wipe).input).toEqual({ what: "a", more: ["b", "c"], gently: true });
});

test("a field read from a file is told apart from its value", () => {
  expect(check("Ada --body-file notes.md")).toMatchObject({ input: { name: "Ada" }, files: { body: "notes.md" } });
  expect(check("Ada --body-file -").files).toEqual({ body: "-" });
});

test("a lone dash in the place of a file is standard input, where the field says whose text that is", () => {
  const places = [{ name: "subject", position: 0, cli: { dash: "text" } }];
  const fields = places.map((one) => ({ ...one, flag: one.name, kind: "text" }) as unknown as Field);
  expect(parseArguments(["-"], fields)).toMatchObject({ input: { subject: "-" }, files: { text: "-" } });
  expect(parseArguments(["me.md"], fields).files).toEqual({});
  const own = [{ ...fields[0]!, name: "text" }];
  expect(parseArguments(["-"], own)).toMatchObject({ input: {}, files: { text: "-" } });
});

test("flags of every operation may stand anywhere", () => {
  expect(check("--json Ada --cwd /x --yes -h").globals).toEqual({ json: "true", cwd: "/x", yes: "true", help: "true" });
});

test.each([
  ["--tmes 2", "There is no flag called --tmes.", /^Did you mean --times\?/],
  ["--quite-other", "There is no flag called --quite-other.", /^Flags: --name, --times,/],
  ["-x", "There is no flag called -x.", /^Flags: /],
  ["--no-times", "There is no flag called --no-times.", /Flags: /],
  ["--times", "--times needs a value.", /^--times: How often\. .*--times=-VALUE/],
  ["--name --loud", "--name needs a value.", /^--name: Whom to greet\. .*--name=-VALUE/],
  ["--json=5", "--json takes no value.", /^$/],
  ["--times 1 --times 2", "--times was given twice.", /once/],
  ["Ada --name Eva", "name was given twice.", /once/],
  ["Ada Eva", '"Eva" is one word too many here.', /quotes/],
  ["--field x", "--field needs a name and a value.", /name=value/],
  ["--field =x", "--field needs a name and a value.", /name=value/],
])("%j is refused and says what to do", (line, message, hint) => {
  const error = refusal(line);
  expect(error).toMatchObject({ kind: "invalid-input", code: "INPUT_ERROR", message });
  expect(error.hint).toMatch(hint);
});

test("text where flags alone are taken is not called one word, and the flags are named", () => {
  const fields = [{ name: "task", position: -1, flag: "task", kind: "text", cli: {} } as unknown as Field];
  const asked = (...words: string[]) => expect(() => parseArguments(words, fields));
  const hint = "It takes flags only: --task.";
  asked("Half way").toThrow(expect.objectContaining({ message: 'There is no place for "Half way" here.', hint }));
  asked("half").toThrow(expect.objectContaining({ message: '"half" is one word too many here.', hint }));
});

test("who names two where one belongs is not told to quote them", () => {
  const fields = ["action", "name"].map(
    (name, position) => ({ name, position, flag: name, kind: "text", cli: {} }) as unknown as Field,
  );
  const asked = () => parseArguments(["relate", "web", "api"], fields);
  expect(asked).toThrow(expect.objectContaining({ hint: "Add --help to see what it takes." }));
});

test("who put quotes around the text is not told to", () => {
  expect(refusal(["Ada", "Eva and Ida"]).hint).toBe("Add --help to see what it takes.");
});

test("text that begins with a dash is not taken for a misspelt flag, and goes after --", () => {
  expect(check(["--", "--dash text"]).input).toEqual({ name: "--dash text" });
  expect(refusal(["--dash text"]).hint).toBe("Text that begins with a dash goes after --, which ends the flags.");
  expect(refusal(["--quite-other"]).hint).toMatch(/goes after --, which ends the flags\.$/);
});

test("a hidden flag is not among those that are named", () => {
  expect(refusal("--quite-other").hint).not.toContain("secret");
});

test("a name from a prototype is a value like any other", () => {
  const { input } = check("--field __proto__=x", greet);
  expect(Object.entries(input["field"] as object)).toEqual([["__proto__", "x"]]);
  expect(refusal("--constructor x", fail).message).toBe("There is no flag called --constructor.");
});

test.each<[string[], string | undefined, string[]]>([
  [[], undefined, []],
  [["list", "--json"], "list", ["--json"]],
  [["--json", "list", "x"], "list", ["--json", "x"]],
  [["--cwd", "list", "show", "x"], "show", ["--cwd", "list", "x"]],
  [["--cwd=list", "show"], "show", ["--cwd=list"]],
  [["--help"], undefined, ["--help"]],
  [["--", "list"], undefined, ["--", "list"]],
])("of %j the operation is %j", (argv, command, rest) => {
  expect(splitCommand(argv)).toEqual({ command, rest });
});

test("JSON is wanted only before the end of the flags", () => {
  expect(wantsJson(["greet", "--json"])).toBe(true);
  expect(wantsJson(["greet", "--", "--json"])).toBe(false);
});
