import { expect, test } from "vitest";
import { type Kind, kindNames, kindRow } from "./kind.ts";
import { checkFields, jsonSchemaOf } from "./kind-schema.ts";

test("fields that fit come back in the table's spelling", () => {
  expect(checkFields("decision", { status: "decided", category: "process" })).toEqual({
    fields: { status: "accepted", category: "process" },
    problems: [],
  });
  expect(checkFields("constraint", { active: "true", expires: "when v2 ships" }).fields).toEqual({
    active: true,
    expires: "when v2 ships",
  });
  expect(checkFields("tech_debt", { status: "in progress" }).fields).toEqual({ status: "in_progress" });
  expect(checkFields("user", {})).toEqual({ fields: {}, problems: [] });
});

test("fields that do not fit are named with what may stand there, the others are kept", () => {
  expect(checkFields("constraint", { severity: "huge", kind: "gap", active: "perhaps", colour: "red" })).toEqual({
    fields: { kind: "gap" },
    problems: [
      { field: "severity", message: "severity is one of high, medium, low." },
      { field: "active", message: "active is true or false." },
      { field: "colour", message: "constraint has no field colour; it has kind, severity, active, expires." },
    ],
  });
  expect(checkFields("user", { __proto__x: 1 }).problems[0]?.message).toBe(
    "user has no field __proto__x; it has none.",
  );
});

type Schema = { properties: Record<string, Schema>; required?: string[]; enum?: string[]; const?: string };

test.each(kindNames.map((kind) => [kind]))(
  "the schema of %s has every field, enum and section of its row",
  (kind: Kind) => {
    const { properties } = jsonSchemaOf(kind) as unknown as Schema;
    const { fields, sections } = kindRow(kind);
    const metadata = properties["metadata"] as Schema;
    expect(metadata.properties["kind"]?.const).toBe(kind);
    for (const [name, rule] of Object.entries(fields)) {
      const field = metadata.properties[kind]?.properties[name];
      expect(field).toBeDefined();
      if (rule.as === "enum") expect(field?.enum).toEqual(rule.values);
    }
    const content = properties["content"] as Schema;
    expect(Object.keys(content.properties)).toEqual(sections.map(({ field }) => field));
    expect(content.required ?? []).toEqual(sections.filter(({ required }) => required).map(({ field }) => field));
  },
);
