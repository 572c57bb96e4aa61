import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { greet, wipe } from "../../../test/support/sample-operations.ts";
import { operationsOn } from "../../operations/registry.ts";
import { toolOf } from "./tools.ts";

test("a tool's schema says what a caller must know and no more", () => {
  expect(toolOf(greet).inputSchema).toEqual({
    type: "object",
    properties: {
      name: { type: "string", description: "Whom to greet" },
      times: { type: "integer", default: 1, description: "How often" },
      tone: { type: "string", enum: ["warm", "cool"], default: "warm", description: "In which voice" },
      tags: { type: "array", items: { type: "string" }, description: "Words to add" },
      loud: { type: "boolean", description: "Shout" },
      polite: { type: "boolean", default: true, description: "Say please" },
      body: { type: "string", description: "More text" },
    },
    required: ["name"],
  });
  expect(toolOf(wipe).inputSchema.required).toEqual(["what"]);
});

/** Four characters of English or JSON are about one token. */
const A_TOKEN = 4;

/** What a model is told of a command, a skill or an agent of the plugin: its name and its description. */
function listedOf(folder: string): string[] {
  return readdirSync(join("plugin", folder), { withFileTypes: true }).map((entry) => {
    const path = entry.isDirectory() ? join(entry.name, "SKILL.md") : entry.name;
    const text = readFileSync(join("plugin", folder, path), "utf8");
    return `- cairn:${entry.name.replace(/\.md$/, "")}: ${/^description: "?(.*?)"?$/m.exec(text)?.[1]}\n`;
  });
}

test("E12: the tools cost under 1,000 tokens, and all a session is told of Cairn at its start at most 1,300", async () => {
  const tools = (await operationsOn("mcp")).map(toolOf);
  expect(tools.length).toBeLessThanOrEqual(8);
  expect(JSON.stringify({ tools }).length / A_TOKEN).toBeLessThan(1_000);
  // As the host hands them on: annotations stay with it, and the name gets longer.
  const sent = tools.map(({ name, description, inputSchema }) => ({
    name: `mcp__plugin_cairn_cairn__${name}`,
    description,
    input_schema: inputSchema,
  }));
  const schemas = JSON.stringify(sent).length / A_TOKEN;
  const listed = ["commands", "skills", "agents"].flatMap(listedOf).join("").length / A_TOKEN;
  const greeting = 180 / A_TOKEN; // `session/session.ts`: HEAD and the session's id
  expect(schemas + listed + greeting).toBeLessThanOrEqual(1_300);
});

test("every real tool says whether it may be run unasked", async () => {
  for (const { name, annotations } of (await operationsOn("mcp")).map(toolOf)) {
    const said = annotations?.readOnlyHint === true || typeof annotations?.destructiveHint === "boolean";
    expect([name, said]).toEqual([name, true]);
  }
});
