/** The JSON Schema of a memory of each kind, from the kind table. Loads the schema library, which reading files does not. */

import { coarseTypes, type FieldRule, type Kind, kindRow, readField, type SectionRule } from "./kind.ts";
import { statuses } from "./memory.ts";
import { z } from "./schema.ts";
import { trusts } from "./trust.ts";

/** The JSON Schema of a memory of this kind, seen as a value: front matter, title, content and change log. */
export function jsonSchemaOf(kind: Kind): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(memorySchema(kind), { target: "draft-2020-12", io: "output" });
  return { $schema, title: kind, description: `${kindRow(kind).description}. ${kindRow(kind).asks}`, ...schema };
}

function fieldShape(kind: Kind) {
  const rules = Object.entries(kindRow(kind).fields);
  return Object.fromEntries(rules.map(([name, rule]) => [name, fieldSchema(rule).optional()]));
}

function fieldSchema(rule: FieldRule) {
  const known = (value: unknown) => readField(rule, value) ?? value;
  switch (rule.as) {
    case "enum":
      return z.preprocess(known, z.enum(rule.values as [string, ...string[]]));
    case "flag":
      return z.preprocess(known, z.boolean());
    case "text":
      return z.string().min(1);
  }
}

function memorySchema(kind: Kind) {
  const row = kindRow(kind);
  const time = z.string().describe("An ISO date, or an instant in UTC");
  const lifecycle = z.looseObject({ at: time, reason: z.string() });
  const hasFields = Object.keys(row.fields).length > 0;
  const metadata = z.looseObject({
    type: z.enum(coarseTypes).optional().meta({ default: row.type }),
    kind: z.literal(kind),
    status: z.enum(statuses).optional().meta({ default: "active" }),
    created: time.optional(),
    updated: time.optional(),
    tags: z.array(z.string()).optional(),
    confidence: z.number().min(0).max(1).optional(),
    trust: z.enum(trusts).optional(),
    source: z
      .looseObject({
        client: z.string(),
        session: z.string(),
        branch: z.string(),
        commit: z.string(),
        project: z.string(),
      })
      .partial()
      .optional(),
    files: z.array(z.string()).describe("path, or path@blob").optional(),
    supersedes: z.array(z.string()).optional(),
    superseded_by: z.string().optional(),
    aliases: z.array(z.string()).optional(),
    updates: z.number().int().min(0).optional(),
    retired: lifecycle.optional(),
    archived: lifecycle.optional(),
    ...(hasFields ? { [kind]: z.looseObject(fieldShape(kind)).optional() } : {}),
  });
  const content = z.looseObject(Object.fromEntries(row.sections.map((rule) => [rule.field, sectionSchema(rule)])));
  return z.looseObject({
    name: z
      .string()
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      .max(64),
    description: z.string().optional(),
    metadata,
    title: z.string().describe("The first heading"),
    content: row.sections.some(({ required }) => required) ? content : content.optional(),
    changes: z
      .array(z.looseObject({ at: time, summary: z.string() }))
      .max(50)
      .optional(),
  });
}

function sectionSchema(rule: SectionRule) {
  const prose = z.string();
  const pairs = z.array(z.object({ option: z.string(), reason: z.string() }));
  const value = rule.as === "prose" ? prose : rule.as === "list" ? z.array(prose) : pairs;
  const described = value.describe(`The section "${rule.heading}"`);
  return rule.required === true ? described : described.optional();
}
