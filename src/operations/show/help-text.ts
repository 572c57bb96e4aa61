/** The help as text: all operations on one screen, or one operation in full. */

import { type Field, shownFields } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { type GlobalFlag, globalFlags, servers } from "./command-line.ts";

const WIDTH = 100;

export function overview(operations: readonly Operation[]): string {
  return [
    "Usage: cairn <operation> [arguments] [flags]",
    section("Operations", rowsFor(operations, "people")),
    section("For programs and hooks", [...rowsFor(operations, "programs"), ...rowsOf(servers)]),
    section("Flags", globalRows()),
    "cairn help <operation> tells all about one of them.",
  ].join("\n\n");
}

type Named = Pick<Operation, "name" | "summary">;

function rowsFor(operations: readonly Operation[], audience: Operation["audience"]): [string, string][] {
  return rowsOf(operations.filter((op) => op.audience === audience));
}

function rowsOf(named: readonly Named[]): [string, string][] {
  return named.map(({ name, summary }) => [name, summary]);
}

export function page(op: Operation): string {
  const { placed, flagged } = shownFields(op);
  const parts = [
    `Usage: ${usage(op)}`,
    op.aliases.length === 0 ? op.summary : `${op.summary}\nAlso called: ${op.aliases.join(", ")}`,
    section(
      "Arguments",
      placed.map((field) => [field.name, detail(field)]),
    ),
    section(
      "Flags",
      flagged.map((field) => [flagUsage(field), detail(field)]),
    ),
    section("Flags of every operation", globalRows()),
    op.examples.length === 0 ? "" : `Examples:\n${op.examples.map((line) => `  ${line}`).join("\n")}`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

export function serverPage({ name, summary, about, flags }: (typeof servers)[number]): string {
  const taken: readonly string[] = flags;
  return [
    `Usage: cairn ${name} [flags]`,
    `${summary}\n${about}`,
    section(
      "Flags",
      globalRows(({ flag }) => taken.includes(flag)),
    ),
  ].join("\n\n");
}

/** `cairn forget <id> [flags]` */
export function usage(op: Operation): string {
  const { placed, flagged } = shownFields(op);
  const words = placed.map((field) => {
    const word = field.kind === "list" ? `${field.name}...` : field.name;
    return field.required ? `<${word}>` : `[${word}]`;
  });
  return ["cairn", op.name, ...words, ...(flagged.length > 0 ? ["[flags]"] : [])].join(" ");
}

/** `--kind KIND`, `--tags A,B`, `--hard` */
export function flagUsage(field: Field): string {
  if (field.kind === "switch") return field.fallback === true ? `--no-${field.flag}` : `--${field.flag}`;
  return `--${field.flag} ${field.cli.value ?? PLACEHOLDER[field.kind](field)}`;
}

const PLACEHOLDER: Record<Field["kind"], (field: Field) => string> = {
  text: ({ cli, name }) => (cli.file === true ? "FILE" : name.replace(/([A-Z])/g, "_$1").toUpperCase()),
  number: () => "N",
  switch: () => "",
  choice: ({ name }) => name.replace(/([A-Z])/g, "_$1").toUpperCase(),
  list: () => "A,B",
  record: () => "NAME=VALUE",
};

/** The description, what may be given, what is taken when nothing is. */
export function detail({ about, choices, fallback, required, kind, position, cli }: Field): string {
  const notes = [
    cli.file === true ? "- is standard input" : "",
    kind === "record" ? "may be repeated" : "",
    choices.length > 0 ? `${kind === "list" ? "any of" : "one of"}: ${choicesTold(choices)}` : "",
    isTelling(fallback) ? `default: ${fallback}` : "",
    required && position < 0 ? "required" : "",
  ].filter((note) => note !== "");
  return notes.length === 0 ? about : `${about} (${notes.join("; ")})`;
}

/** A list longer than a screen is read by nobody. */
const MOST_CHOICES = 40;

function choicesTold(choices: readonly string[]): string {
  if (choices.length <= MOST_CHOICES) return choices.join(", ");
  return `${choices.slice(0, 6).join(", ")} … ${choices.length} in all`;
}

/** A switch shows its default in its flag, and an empty list or set says nothing. */
function isTelling(fallback: unknown): boolean {
  return (typeof fallback === "string" || typeof fallback === "number") && fallback !== "";
}

function globalRows(isWanted: (row: GlobalFlag) => boolean = () => true): [string, string][] {
  return globalFlags.filter(isWanted).map((row) => {
    const short = "short" in row ? `, -${row.short}` : "";
    return [`--${row.flag}${"value" in row ? ` ${row.value}` : ""}${short}`, row.about];
  });
}

/** Names beside what they are, in two columns. */
export function section(title: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return "";
  const column = Math.min(28, Math.max(...rows.map(([name]) => name.length)));
  return [`${title}:`, ...rows.map(([name, about]) => row(name, about, column))].join("\n");
}

function row(name: string, about: string, column: number): string {
  const indent = " ".repeat(column + 4);
  const lines = wrap(about, WIDTH - indent.length);
  const first = name.length > column ? `  ${name}\n${indent}` : `  ${name.padEnd(column)}  `;
  return first + lines.join(`\n${indent}`);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
