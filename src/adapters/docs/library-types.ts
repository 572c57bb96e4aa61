/**
 * The types of the library as one file without imports. The sources say the same through zod, which is bundled and not
 * there for those who use the package; a test holds the two against each other.
 */

import { errorCodes, errorKinds } from "../../model/error.ts";
import { coarseTypes } from "../../model/kind.ts";
import { z } from "../../model/schema.ts";
import type { Operation } from "../../operations/operation.ts";
import { operationsOn } from "../../operations/registry.ts";
import { camel } from "../../text/name-case.ts";

export async function printLibraryTypes(): Promise<string> {
  const operations = await operationsOn("library");
  return [HEAD, ...operations.map(operationTypes), library(operations)].join("\n");
}

const HEAD = `/** Cairn as a library. Made by the build from the declarations of the operations. */

export type ErrorKind = ${union(errorKinds)};
export type ErrorCode = ${union(errorCodes)};

/** A refused request: what happened in one sentence (\`message\`), and what to do next in another (\`hint\`). */
export declare class CairnError extends Error {
  readonly name: "CairnError";
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  readonly hint: string;
  readonly field: string | undefined;
}

export interface OpenOptions {
  /** The folder to work in; otherwise that of the process. */
  readonly cwd?: string;
  /** In place of the process's environment: HOME, CLAUDE_CONFIG_DIR, CAIRN_HOME, CLAUDE_MEMORY_DIR. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder of the project's memories, instead of the one that is found. */
  readonly memoryDir?: string;
  readonly clock?: { now(): Date };
  readonly onProgress?: (text: string) => void;
}

export interface InvokeOptions {
  /** The person has answered the operation's question with yes. */
  readonly confirmed?: boolean;
}
`;

function operationTypes(op: Operation): string {
  const input = z.toJSONSchema(op.input, { io: "input", unrepresentable: "any" });
  const output = z.toJSONSchema(op.output, { io: "output", unrepresentable: "any" });
  const name = typeName(op);
  return `export type ${name}Input = ${typeOf(input, "")};\n\nexport type ${name}Output = ${typeOf(output, "")};\n`;
}

function library(operations: readonly Operation[]): string {
  const methods = operations.map((op) => {
    const optional = Object.values(op.input.shape).every((field) => (field as z.ZodType).safeParse(undefined).success);
    const input = `input${optional ? "?" : ""}: ${typeName(op)}Input`;
    return `  /** ${op.summary} */\n  ${camel(op.name)}(${input}, options?: InvokeOptions): Promise<${typeName(op)}Output>;\n`;
  });
  return `export interface CairnLibrary {
${methods.join("")}  close(): Promise<void>;
}

export declare function openCairn(options?: OpenOptions): Promise<CairnLibrary>;

/** Where the team's memories lie: \`<projectRoot>/.claude/memory\`. Throws a CairnError where that leads elsewhere. */
export declare function getTeamMemDir(projectRoot: string): string;

/** The file of one of them. The name may come from others: what leads out of the folder in any reading is refused. */
export declare function getTeamMemPath(projectRoot: string, type: ${union(coarseTypes)}, name: string): string;
`;
}

function typeName(op: Operation): string {
  const name = camel(op.name);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

type Schema = z.core.JSONSchema.BaseSchema;

/** A JSON Schema as a TypeScript type. */
export function typeOf(schema: Schema | boolean, indent: string): string {
  if (typeof schema === "boolean") return schema ? "unknown" : "never";
  if (schema.enum !== undefined) return union(schema.enum);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return several.map((part) => typeOf(part, indent)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return `Array<${typeOf((schema.items as Schema | undefined) ?? true, indent)}>`;
    case "object":
      return objectType(schema, indent);
    default:
      return "unknown";
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (properties === undefined || Object.keys(properties).length === 0) {
    const values = typeof additionalProperties === "object" ? typeOf(additionalProperties, indent) : "unknown";
    return additionalProperties === false ? "Record<string, never>" : `Record<string, ${values}>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const about = typeof schema === "object" && schema.description ? `${inner}/** ${schema.description} */\n` : "";
    const optional = required.includes(name) ? "" : "?";
    const type = typeOf(schema as Schema, inner) + (optional === "" ? "" : " | undefined");
    return `${about}${inner}${propertyName(name)}${optional}: ${type};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function union(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}
