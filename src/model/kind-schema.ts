/**
 * The schemas that follow from the kind table: what a kind's short fields may say, and the JSON Schema of a memory of
 * each kind. Loads the schema library, so reading files does not come through here.
 */

import { coarseTypes, type FieldRule, type Kind, kindRow, readField, type SectionRule } from "./kind.ts";
import { type FieldValue, statuses } from "./memory.ts";
import { z } from "./schema.ts";
import { trusts } from "./trust.ts";

interface FieldProblem {
  readonly field: string;
  /** A sentence that says what may stand there. */
  readonly message: string;
}

interface CheckedFields {
  /** What fits, other spellings mapped to the table's. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly problems: readonly FieldProblem[];
}

/** Holds a kind's short fields against its row. */
export function checkFields(kind: Kind, fields: Readonly<Record<string, unknown>>): CheckedFields {
  const result = fieldsSchema(kind).safeParse(fields);
  if (result.success) return { fields: definedOf(result.data), problems: [] };
  const wrong = new Set(
    result.error.issues.flatMap((issue) => ("keys" in issue ? issue.keys : issue.path.slice(0, 1)).map(String)),
  );
  const fitting = Object.fromEntries(Object.entries(fields).filter(([field]) => !wrong.has(field)));
  const problems = [...wrong].map((field) => ({ field, message: whatFits(kind, field) }));
  return { fields: definedOf(fieldsSchema(kind).parse(fitting)), problems };
}

/** The JSON Schema of a memory of this kind, seen as a value: front matter, title, content and change log. */
export function jsonSchemaOf(kind: Kind): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(memorySchema(kind), { target: "draft-2020-12", io: "output" });
  return { $schema, title: kind, description: `${kindRow(kind).description}. ${kindRow(kind).asks}`, ...schema };
}

/** A misspelt field is refused where it is given; in a file it survives, as every unknown key does. */
function fieldsSchema(kind: Kind) {
  return z.strictObject(fieldShape(kind));
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

function whatFits(kind: Kind, field: string): string {
  const { fields } = kindRow(kind);
  const rule = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (rule === undefined) return `${kind} has no field ${field}; it has ${Object.keys(fields).join(", ") || "none"}.`;
  if (rule.as === "enum") return `${field} is one of ${rule.values.join(", ")}.`;
  return rule.as === "flag" ? `${field} is true or false.` : `${field} is a text.`;
}

function definedOf(fields: Readonly<Record<string, unknown>>): Record<string, FieldValue> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, FieldValue] => entry[1] !== undefined),
  );
}
