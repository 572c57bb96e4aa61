/** `docs/reference.md`: every operation, field, exit code and setting, printed from the declarations. */

import { type SettingKey, type SettingRow, settings } from "../../model/settings.ts";
import { type Field, shownFields } from "../../operations/fields.ts";
import type { Operation } from "../../operations/operation.ts";
import { exitCodes, globalFlags, servers } from "../../operations/show/command-line.ts";
import { detail, flagUsage, usage } from "../../operations/show/help-text.ts";

export function printReference(operations: readonly Operation[]): string {
  return `${[HEAD, ...operations.map(operationPart), SERVERS, FLAGS, EXITS, SETTINGS].join("\n\n")}\n`;
}

const HEAD = `# Reference

Made from the declarations by \`npm run docs\`; do not edit it. Every operation can be reached at the command line, some
as a tool of the MCP server, most as a method of the library. With \`--json\` the command line prints the output as one
JSON object; an error is \`{"error":{"code","kind","message","hint","field"?}}\`.`;

function operationPart(op: Operation): string {
  const fields = shownFields(op).all;
  const facts = [`${EFFECTS[op.effect]}`, `on ${op.surfaces.join(", ")}`];
  if (op.aliases.length > 0) facts.push(`also called ${op.aliases.map((alias) => `\`${alias}\``).join(", ")}`);
  const parts = [`## ${op.name}`, op.summary, `\`${usage(op)}\` (${facts.join("; ")})`];
  if (fields.length > 0) parts.push(table(["field", "command line", "meaning"], fields.map(fieldRow)));
  if (op.examples.length > 0) parts.push(`\`\`\`sh\n${op.examples.join("\n")}\n\`\`\``);
  return parts.join("\n\n");
}

const EFFECTS = { read: "reads", write: "writes", destroy: "may destroy, and asks before it does" } as const;

function fieldRow(field: Field): string[] {
  const given = field.position >= 0 ? field.name : flagUsage(field);
  return [`\`${field.name}\``, `\`${given}\``, detail(field)];
}

const SERVERS = `## Servers

${table(
  ["command", "meaning"],
  servers.map(({ name, summary }) => [`\`cairn ${name}\``, summary]),
)}`;

const FLAGS = `## Flags of every operation

${table(
  ["flag", "meaning"],
  globalFlags.map((row) => [`\`--${row.flag}${"value" in row ? ` ${row.value}` : ""}\``, row.about]),
)}`;

const EXITS = `## Exit codes

${table(
  ["code", "kind", "meaning"],
  Object.entries(exitCodes).map(([kind, { code, about }]) => [String(code), `\`${kind}\``, about]),
)}`;

const SETTINGS = `## Settings

Kept in \`settings.json\` below \`CAIRN_HOME\`, with a part for each project under \`projects\`. Defaults, the user's
file, its part for the project, environment, option: the later wins. Nothing in a repository is read as a setting.

${table(
  ["setting", "default", "may be", "meaning"],
  (Object.entries(settings) as [SettingKey, SettingRow][]).map(([key, row]) => [
    `\`${key}\``,
    `\`${JSON.stringify(row.fallback)}\``,
    valuesOf(row),
    row.env === undefined ? row.about : `${row.about} (environment: \`${row.env}\`)`,
  ]),
)}`;

function valuesOf(row: SettingRow): string {
  switch (row.type) {
    case "flag":
      return "true, false";
    case "whole":
      return `${row.min} to ${row.max}`;
    case "share":
      return "0 to 1";
    case "choice":
      return row.choices.join(", ");
    case "several":
      return `any of ${row.choices.join(", ")}`;
    case "text":
      return "text";
    case "address":
      return "https://…, or http:// on this machine";
  }
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}
