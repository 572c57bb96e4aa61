import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonFault, parseJson } from "../text/json-text.ts";
import { LIST, NotAnObject, put, takeOut, valueAt } from "./json-edit.ts";

const path = ["enabledPlugins", "cairn@cairn"];

/** What is put in is there, and taken out again leaves every byte as it was. */
function check(text: string, after: string, at = path, value: unknown = true): void {
  const done = put(text, at, value);
  expect(done.text).toBe(after);
  expect(takeOut(done.text, done.undo)).toBe(text);
}

test.each([
  ["{}", '{\n  "enabledPlugins": {\n    "cairn@cairn": true\n  }\n}'],
  ["{ }\n", '{\n  "enabledPlugins": {\n    "cairn@cairn": true\n  }\n}\n'],
  ['{"a":1}', '{"a":1,"enabledPlugins":{"cairn@cairn":true}}'],
  ['{ "a": 1 }', '{ "a": 1, "enabledPlugins": { "cairn@cairn": true } }'],
  ['{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"enabledPlugins": {\n\t\t"cairn@cairn": true\n\t}\n}\n'],
  ['{\r\n    "a": 1\r\n}', '{\r\n    "a": 1,\r\n    "enabledPlugins": {\r\n        "cairn@cairn": true\r\n    }\r\n}'],
  ['\uFEFF{\n  "a": [1,\n2]\n}', '\uFEFF{\n  "a": [1,\n2],\n  "enabledPlugins": {\n    "cairn@cairn": true\n  }\n}'],
  [
    '{\n  "enabledPlugins": {\n    "other@x": true\n  },\n  "z": 1\n}',
    '{\n  "enabledPlugins": {\n    "other@x": true,\n    "cairn@cairn": true\n  },\n  "z": 1\n}',
  ],
  ['{"enabledPlugins":{}}', '{"enabledPlugins":{"cairn@cairn":true}}'],
  ['{\n  "enabledPlugins": {}\n}', '{\n  "enabledPlugins": {\n    "cairn@cairn": true\n  }\n}'],
  ['{ "enabledPlugins": { "cairn@cairn": false } }', '{ "enabledPlugins": { "cairn@cairn": true } }'],
  ['{\n  "a": 1 // why\n}', '{\n  "a": 1, // why\n  "enabledPlugins": {\n    "cairn@cairn": true\n  }\n}'],
  ['{\n  "a": 1,\n}', '{\n  "a": 1,\n  "enabledPlugins": {\n    "cairn@cairn": true\n  },\n}'],
  ["{\n  // nothing yet\n}", '{\n  // nothing yet\n  "enabledPlugins": {\n    "cairn@cairn": true\n  }\n}'],
  ["{ /* nothing */ }", '{ /* nothing */\n  "enabledPlugins": {\n    "cairn@cairn": true\n  }\n}'],
])("into %j the plugin is put, and taken out again", (text, after) => check(text, after));

const inList = ["hooks", "Stop", LIST];

test.each([
  ["{}", '{\n  "hooks": {\n    "Stop": [\n      {\n        "a": 1\n      }\n    ]\n  }\n}'],
  ['{"hooks":{"Stop":[]}}', '{"hooks":{"Stop":[{"a":1}]}}'],
  ['{"hooks":{"Stop":[{"b":2}]}}', '{"hooks":{"Stop":[{"b":2},{"a":1}]}}'],
  ['{ "hooks": { "Stop": [7, ] } } // mine', '{ "hooks": { "Stop": [7, { "a": 1 }, ] } } // mine'],
  [
    '{\n  "hooks": {\n    "Stop": [\n      7 // mine\n    ]\n  }\n}\n',
    '{\n  "hooks": {\n    "Stop": [\n      7, // mine\n      {\n        "a": 1\n      }\n    ]\n  }\n}\n',
  ],
])("into a list of %j one is put, and taken out again", (text, after) => check(text, after, inList, { a: 1 }));

test("one of a list that was changed since is left to who changed it, and no other is taken for it", () => {
  const { text, undo } = put('{"hooks":{"Stop":[{"a":2}]}}', inList, { a: 1 });
  expect(takeOut(text.replace('"a":1', '"a":3'), undo)).toBeUndefined();
  expect(() => put('{"hooks":{"Stop":{}}}', inList, 1)).toThrow(NotAnObject);
});

test.each([
  ["", 1],
  ["[1]", undefined],
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  "a": 1,,\n}', 2],
  ["{ // open", 1],
  ['{"a": /* open }', 1],
])("%j takes nothing, and says where it is wrong", (text, line) => {
  try {
    put(text, path, true);
    expect.unreachable();
  } catch (error) {
    expect(error instanceof JsonFault ? error.line : error instanceof NotAnObject ? undefined : error).toBe(line);
  }
});

test.each([
  ['{ "a": 1 }', undefined],
  ['{\n  "a": [1, 2,]\n}', 2],
  ['{\n\n  // why\n  "a": 1,\n}', 3],
])("%j is strict up to line %j", (text, line) => {
  expect(parseJson(text).loose?.line).toBe(line);
});

test("a value that stood there and was changed since is left to who changed it", () => {
  const { text, undo } = put('{"m":{"path":"old"}}', ["m"], { path: "new" });
  expect(takeOut(text, undo)).toBe('{"m":{"path":"old"}}');
  expect(takeOut(text.replace("new", "theirs"), undo)).toBeUndefined();
});

test("an object made for the value stays when others have moved in", () => {
  const { text, undo } = put("{}", path, true);
  const joined = put(text, ["enabledPlugins", "other@x"], true).text;
  expect(JSON.parse(takeOut(joined, undo)!)).toEqual({ enabledPlugins: { "other@x": true } });
  expect(takeOut("{}", undo)).toBeUndefined();
});

/** JSON as people and programs write it: any indent, either line end, comments and trailing commas here and there. */
const written = fc
  .record({
    value: fc.dictionary(fc.constantFrom("a", "b", "enabledPlugins", "c d"), fc.jsonValue({ maxDepth: 2 })),
    plugins: fc.option(fc.dictionary(fc.constantFrom("x@y", "z", "cairn@cairn"), fc.boolean())),
    indent: fc.constantFrom(0, 1, 2, 4, "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
    ends: fc.constantFrom("", "\n", " ", "\n\n"),
    start: fc.constantFrom("", "\uFEFF", "\n", "// head\n"),
    notes: fc.array(fc.tuple(fc.nat(), fc.constantFrom(" ", "\n", "/* n */", "// n\n", "\t")), { maxLength: 4 }),
  })
  .map(({ value, plugins, indent, eol, ends, start, notes }) => {
    const whole = { ...value, ...(plugins === null ? {} : { enabledPlugins: plugins }) };
    let text = JSON.stringify(whole, null, indent);
    for (const [n, note] of notes) text = putBetween(text, n, note);
    return start + (text + ends).replaceAll("\n", eol);
  })
  .filter((text) => typeof (valueAt(text, ["enabledPlugins"]) ?? {}) === "object")
  .filter((text) => !Array.isArray(valueAt(text, ["enabledPlugins"])) && valueAt(text, ["enabledPlugins"]) !== null);

/** Where a token ends, outside of strings. */
function putBetween(text: string, n: number, note: string): string {
  const places = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)].map((found) => found.index + found[0].length);
  const at = places[n % places.length] ?? text.length;
  return text.slice(0, at) + note + text.slice(at);
}

test("whatever the file looks like, putting in and taking out are each other's opposite", () => {
  fc.assert(
    fc.property(written, fc.jsonValue({ maxDepth: 2 }), (text, value) => {
      const before = parseJson(text).root.value as Record<string, object>;
      const done = put(text, path, value);
      const plugins = { ...before["enabledPlugins"], "cairn@cairn": JSON.parse(JSON.stringify(value)) };
      expect(parseJson(done.text).root.value).toEqual({ ...before, enabledPlugins: plugins });
      expect(takeOut(done.text, done.undo)).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});

test("whatever stands in a list, one put into it and taken out again leaves every byte", () => {
  const parts = {
    list: fc.option(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 })),
    indent: fc.constantFrom(0, 2, "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
    notes: fc.array(fc.tuple(fc.nat(), fc.constantFrom(" ", "\n", "/* n */", "// n\n")), { maxLength: 3 }),
  };
  fc.assert(
    fc.property(fc.record(parts), fc.jsonValue({ maxDepth: 2 }), ({ list, indent, eol, notes }, value) => {
      const bare = JSON.stringify({ a: 1, hooks: list === null ? {} : { Stop: list, z: 0 } }, null, indent);
      const text = notes.reduce((so, [n, note]) => putBetween(so, n, note), bare).replaceAll("\n", eol);
      const done = put(text, inList, value);
      expect(valueAt(done.text, inList)).toEqual(
        [...(list ?? []), value].map((one) => JSON.parse(JSON.stringify(one))),
      );
      expect(takeOut(done.text, done.undo)).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});

test("what others write in between stays when ours is taken out", () => {
  fc.assert(
    fc.property(
      written,
      fc.constantFrom("later", "enabledPlugins"),
      fc.jsonValue({ maxDepth: 1 }),
      (text, key, value) => {
        const at = key === "later" ? ["later"] : ["enabledPlugins", "theirs"];
        const ours = put(text, path, true);
        const theirs = put(ours.text, at, value);
        const left = takeOut(theirs.text, ours.undo);
        const expected = put(text, at, value).text;
        expect(parseJson(left!).root.value).toEqual(parseJson(expected).root.value);
      },
    ),
    { numRuns: 500 },
  );
});
