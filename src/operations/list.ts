/** `list`: which memories there are, and what is wrong with which file. */

import { z } from "../model/schema.ts";
import { AgentField, KindField, MemoryOutput, ScopeField, states } from "../recall/memory-output.ts";
import { ProjectField } from "../workspace/project-field.ts";
import { listing, usualList } from "./listing.ts";
import { operation } from "./operation.ts";

const Listed = z.object({
  /** Whose they are, where another project was asked about. */
  project: z.string().optional(),
  memories: z.array(MemoryOutput),
  total: z.number(),
  elsewhere: z.array(z.string()).optional(),
  /** How many agents have memories of their own here, which are not among these. */
  agents: z.number().optional(),
  problems: z.array(z.object({ path: z.string(), line: z.number(), message: z.string(), scope: ScopeField })),
});
export type Listed = z.infer<typeof Listed>;

const Input = z.strictObject({
  kind: KindField.optional()
    .describe("Only this kind")
    .meta({ mcp: { listedElsewhere: true } }),
  scope: ScopeField.optional()
    .describe("Only this scope")
    .meta({ mcp: { listedElsewhere: true } }),
  status: z
    .enum([...states, "all"])
    .default(usualList.status)
    .describe("Only memories in this state"),
  tag: z.string().optional().describe("Only memories with this tag"),
  limit: z.number().int().min(1).max(100_000).default(usualList.limit).describe("The most to return, newest first"),
  project: ProjectField,
  agent: AgentField,
});
export type ListAsked = z.output<typeof Input>;

export const list = operation({
  name: "list",
  summary: "List the memories there are.",
  when: "Use it to see what is known before searching further.",
  effect: "read",
  surfaces: ["cli", "mcp", "library"],
  // Every tool costs every session its description; the index the host loads says what there is.
  unlisted: "mcp",
  examples: [
    "cairn list",
    "cairn list --kind decision --tag sqlite",
    "cairn list --status retired --json",
    "cairn list --project web",
  ],
  input: Input,
  output: Listed,

  ...listing,
});
