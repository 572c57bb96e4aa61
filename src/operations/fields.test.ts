import { expect, test } from "vitest";
import { greet, wipe } from "../../test/support/sample-operations.ts";
import { z } from "../model/schema.ts";
import { camel, kebab } from "../text/name-case.ts";
import { type Field, fieldsOf } from "./fields.ts";

function check(schema: z.ZodType): Partial<Field> {
  const [field] = fieldsOf({ input: z.strictObject({ someField: schema }), positional: [] });
  return field!;
}

test.each([
  ["text", z.string(), { kind: "text", required: true, fallback: undefined }],
  ["optional text", z.string().optional(), { kind: "text", required: false }],
  ["a number with a default", z.number().int().positive().default(5), { kind: "number", required: false, fallback: 5 }],
  ["a switch", z.boolean().default(false), { kind: "switch", required: false, fallback: false }],
  ["a choice", z.enum(["a", "b"]), { kind: "choice", choices: ["a", "b"], required: true }],
  ["a list", z.array(z.string()).optional(), { kind: "list", choices: [], required: false }],
  ["a list of choices", z.array(z.enum(["x", "y"])), { kind: "list", choices: ["x", "y"] }],
  ["a record", z.record(z.string(), z.string()).default({}), { kind: "record", fallback: {} }],
  ["several types", z.union([z.string(), z.number()]), { kind: "text" }],
  ["what is transformed", z.string().transform((text) => text.length), { kind: "text", required: true }],
])("%s is read from its schema", (_, schema, expected) => {
  expect(check(schema)).toMatchObject({ name: "someField", flag: "some-field", position: -1, ...expected });
});

test("the outermost description and words count, wherever they stand", () => {
  expect(check(z.string().describe("inner").optional()).about).toBe("inner");
  expect(check(z.string().describe("inner").optional().describe("outer")).about).toBe("outer");
  const meta = check(
    z
      .string()
      .meta({ cli: { value: "ID" } })
      .optional()
      .meta({ description: "d", mcp: { hidden: true } }),
  );
  expect(meta).toMatchObject({ about: "d", cli: { value: "ID" }, mcp: { hidden: true } });
});

test("a field read from a file is called so, unless it has a flag of its own", () => {
  expect(check(z.string().meta({ cli: { file: true } })).flag).toBe("some-field-file");
  expect(check(z.string().meta({ cli: { flag: "from" } })).flag).toBe("from");
});

test("fields given without a flag know their place", () => {
  expect(fieldsOf(wipe).map(({ name, position }) => [name, position])).toEqual([
    ["what", 0],
    ["more", 1],
    ["gently", -1],
  ]);
  expect(fieldsOf(greet).find(({ name }) => name === "name")?.position).toBe(0);
});

test("names go from one spelling to the other and back", () => {
  for (const name of ["text", "bodyFile", "asOfTime"]) expect(camel(kebab(name))).toBe(name);
  expect(kebab("bodyFile")).toBe("body-file");
});
