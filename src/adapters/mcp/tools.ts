/**
 * Operations as tools. Each word here is paid for by every session, so the schemas say what a caller must know and no
 * more; what they leave out is still checked when a tool is called.
 */

import type { Tool, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { z } from "../../model/schema.ts";
import { fieldsOf } from "../../operations/fields.ts";
import type { Operation } from "../../operations/operation.ts";

export function toolOf(op: Operation): Tool {
  return {
    name: op.name,
    description: op.when === "" ? op.summary : `${op.summary} ${op.when}`,
    inputSchema: schemaOf(op),
    annotations: annotationsOf(op),
  };
}

/** Some clients run a tool unasked only if these say that it destroys nothing and stays on this machine. */
function annotationsOf({ effect, idempotent }: Operation): ToolAnnotations {
  if (effect === "read") return { readOnlyHint: true };
  if (effect === "destroy") return { destructiveHint: true, openWorldHint: false };
  return { destructiveHint: false, openWorldHint: false, ...(idempotent ? { idempotentHint: true } : {}) };
}

function schemaOf(op: Operation): Tool["inputSchema"] {
  const { properties = {}, required = [] } = z.toJSONSchema(op.input, { io: "input", unrepresentable: "any" });
  const shown = fieldsOf(op).filter(({ mcp }) => mcp.hidden !== true);
  const entries = shown.map(({ name, mcp }) => {
    const schema = compact(properties[name]) as Record<string, unknown>;
    if (mcp.listedElsewhere === true) delete schema["enum"];
    else if (mcp.choices !== undefined) schema["enum"] = mcp.choices;
    return [name, schema] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(entries) as Record<string, object>,
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Words for other surfaces, bounds (whoever oversteps one is told), and the absence of anything. */
const SILENT: Readonly<Record<string, (value: unknown) => boolean>> = {
  $schema: () => true,
  cli: () => true,
  mcp: () => true,
  additionalProperties: (value) => value === false,
  propertyNames: () => true,
  minimum: () => true,
  maximum: () => true,
  minLength: () => true,
  maxLength: () => true,
  default: (value) => value === false || JSON.stringify(value) === "[]" || JSON.stringify(value) === "{}",
};

function compact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compact);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => SILENT[key]?.(value) !== true);
  return Object.fromEntries(kept.map(([key, value]) => [key, compact(value)]));
}
