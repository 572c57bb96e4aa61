/** The pages that follow from the kind table: a schema for each kind, and the kinds in `docs/format.md`. */

import { type FieldRule, type Kind, type KindRow, kindNames, kindRow, type Naming } from "../model/kind.ts";
import { jsonSchemaOf } from "../model/kind-schema.ts";

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
