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

test("there are few tools, and all of them together cost little", async () => {
  const tools = (await operationsOn("mcp")).map(toolOf);
  expect(tools.length).toBeLessThanOrEqual(8);
  expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(4_600);
});

test("every real tool says whether it may be run unasked", async () => {
  for (const { name, annotations } of (await operationsOn("mcp")).map(toolOf)) {
    const said = annotations?.readOnlyHint === true || typeof annotations?.destructiveHint === "boolean";
    expect([name, said]).toEqual([name, true]);
  }
});
