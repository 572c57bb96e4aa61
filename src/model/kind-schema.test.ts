import { expect, test } from "vitest";
import { jsonSchemaOf } from "../format/kinds-page.ts";
import { fieldRule, type Kind, kindNames, kindRow, readField } from "./kind.ts";

test("fields that fit come back in the table's spelling, others not at all", () => {
  const read = (kind: Kind, field: string, value: unknown) => readField(fieldRule(kind, field)!, value);
  expect(read("decision", "status", "decided")).toBe("accepted");
  expect(read("decision", "category", "process")).toBe("process");
  expect(read("constraint", "active", "true")).toBe(true);
  expect(read("constraint", "expires", "when v2 ships")).toBe("when v2 ships");
  expect(read("tech_debt", "status", "in progress")).toBe("in_progress");
  expect(read("constraint", "severity", "huge")).toBeUndefined();
  expect(read("constraint", "active", "perhaps")).toBeUndefined();
  expect(fieldRule("constraint", "colour")).toBeUndefined();
  expect(fieldRule("user", "__proto__")).toBeUndefined();
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
