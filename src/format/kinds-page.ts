/** The pages that follow from the kind table: a schema for each kind, and the kinds in `docs/format.md`. */

import {
  coarseTypes,
  type FieldRule,
  type Kind,
  type KindRow,
  kindNames,
  kindRow,
  type Naming,
  readField,
  type SectionRule,
} from "../model/kind.ts";
import { statuses } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { trusts } from "../model/trust.ts";

const OPENING = "<!-- kinds: written by scripts/schemas.mjs -->";
const CLOSING = "<!-- /kinds -->";

/** By path below the repository's root. `page` is `docs/format.md` as it stands. */
export function kindPages(page: string): Readonly<Record<string, string>> {
  const schemas = kindNames.map((kind) => [
    `docs/schemas/${kind}.schema.json`,
    `${JSON.stringify(jsonSchemaOf(kind), null, 2)}\n`,
  ]);
  return { ...Object.fromEntries(schemas), "docs/format.md": withKinds(page) };
}

/** The page with its generated part renewed; whatever else stands there is left alone. */
function withKinds(page: string): string {
  const from = page.indexOf(OPENING);
  const to = page.indexOf(CLOSING);
  if (from < 0 || to < from) throw new Error("docs/format.md has lost the marks of its generated part");
  return `${page.slice(0, from)}${OPENING}\n\n${printKinds()}\n${page.slice(to)}`;
}

function printKinds(): string {
  return kindNames.map((kind) => printKind(kind, kindRow(kind))).join("\n");
}

function printKind(kind: Kind, row: KindRow): string {
  const lines = [
    `### \`${kind}\``,
    "",
    `${row.description}. Type \`${row.type}\`; ${fileNames(row)}. Schema: [${kind}](schemas/${kind}.schema.json).`,
    "",
    ...Object.entries(row.fields).map(([name, rule]) => `- field \`${name}\`: ${printRule(rule)}`),
    ...row.sections.map(
      ({ heading, as, required }) => `- section **${heading}**: ${inWords[as]}${required ? ", expected" : ""}`,
    ),
  ];
  const hasList = lines.length > 4;
  return `${lines.join("\n")}${hasList ? "\n" : ""}`;
}

const inWords = { prose: "prose", list: "a list", pairs: "a list of `option: reason`" } as const;

function printRule(rule: FieldRule): string {
  if (rule.as === "flag") return "`true` or `false`";
  if (rule.as === "text") return "one line of text";
  const also = Object.entries(rule.also ?? {}).map(([other, value]) => `\`${other}\` reads as \`${value}\``);
  return [rule.values.map((value) => `\`${value}\``).join(", "), ...also].join("; ");
}

function fileNames({ naming, folder }: KindRow): string {
  const before = folder === "" ? "" : `${folder}/`;
  if (naming.by === "name") return naming.names.map((name) => `\`${before}${name}.md\``).join(", ");
  return `\`${before}${patterns[naming.by]}.md\``;
}

const patterns: Readonly<Record<Exclude<Naming["by"], "name">, string>> = {
  slug: "<slug>",
  number: "YYYY-MM-DD_NNN_<slug>",
  session: "<session-id>",
  path: "<path with / as _>",
  stamp: "YYYY-MM-DD_HHMMSS_<task>_<4 random>",
  day: "YYYY/MM/YYYY-MM-DD",
};

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
