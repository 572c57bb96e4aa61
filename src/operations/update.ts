/** `update`: change one memory. Tags and files only grow; a hash read earlier guards against a lost update. */

import { oneLine } from "../format/markdown.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import { fieldRule, readField } from "../model/kind-field.ts";
import type { FieldValue, Memory } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { planRevise } from "../store/revise.ts";
import { type Redaction, tagOf } from "../store/wish.ts";
import { anchorsFor, isInProject } from "./anchors.ts";
import { AgentField, IdField, MemoryOutput, memoryOutput, TrustField } from "./memory-output.ts";
import { operation } from "./operation.ts";
import { OVERTAKEN } from "./remember.ts";
import { TakenOut, takenOut, takenOutLines } from "./taken-out.ts";

const LONGEST_TITLE = 120;
const LARGEST_TEXT = 900_000;

export const update = operation({
  name: "update",
  summary: "Change one memory.",
  when: "Use it when a memory is no longer quite right; prefer it to remembering the same again.",
  effect: "write",
  surfaces: ["cli", "mcp", "library"],
  positional: ["id", "append"],
  examples: [
    'cairn update sqlite-wal-mode "Since 3.51 this is the default" --tags performance',
    "cairn update deploy --body-file deploy.md --expect <hash>",
  ],
  input: z.strictObject({
    id: IdField,
    append: z.string().optional().describe("Text to add at the end"),
    title: z.string().optional().describe("A new title; the id stays"),
    description: z.string().optional().describe("A new description"),
    tags: z.array(z.string()).default([]).describe("Tags to add"),
    removeTags: z
      .array(z.string())
      .default([])
      .describe("Tags that leave, at the cap, for new ones")
      .meta({ mcp: { hidden: true } }),
    files: z.array(z.string()).default([]).describe("Files to add"),
    removeFiles: z
      .array(z.string())
      .default([])
      .describe("Files that no longer exist")
      .meta({ mcp: { hidden: true } }),
    aliases: z
      .array(z.string())
      .default([])
      .describe("Other names to add")
      .meta({ mcp: { hidden: true } }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("0 to 1")
      .meta({ mcp: { hidden: true } }),
    field: z
      .record(z.string(), z.string())
      .default({})
      .describe("The kind's own fields")
      .meta({ cli: { value: "name=value" }, mcp: { hidden: true } }),
    body: z
      .string()
      .optional()
      .describe("The whole new text")
      .meta({ cli: { file: true } }),
    reason: z.string().max(300).optional().describe("Why, for the change log"),
    expect: z.string().optional().describe("The hash it had when it was read"),
    trust: TrustField.optional()
      .describe("Lower the trust")
      .meta({ mcp: { hidden: true } }),
    agent: AgentField,
  }),
  output: z.object({
    action: z.enum(["updated", "unchanged"]),
    memory: MemoryOutput,
    redacted: TakenOut,
    warnings: z.array(z.string()),
  }),

  async run(input, cairn) {
    const stores = await cairn.stores(input.agent);
    const { memory, store } = stores.reachOne(parseAddress(input.id));
    const found: Redaction[] = [];
    const clean = cleaner(found);
    const anchors = anchorsFor(input.files, cairn);
    const { result, done } = await cairn.change(store, (site) =>
      planRevise(site, {
        id: memory.id,
        expect: input.expect ?? memory.hash,
        text: bounded("body", clean("body", input.body)),
        append: bounded("append", clean("append", input.append)),
        title: titleOf(clean("title", input.title)),
        description: clean("description", input.description)?.slice(0, 300),
        tags: input.tags.map((tag) => tagOf(clean("tags", tag) ?? "")).filter((tag) => tag !== ""),
        removeTags: input.removeTags.map(tagOf),
        files: anchors.anchors,
        removeFiles: input.removeFiles,
        aliases: input.aliases.map((alias) => oneLine(clean("aliases", alias) ?? "")),
        confidence: input.confidence,
        fields: fieldsOf(memory, input.field, clean),
        trust: cairn.trustOf(input.trust),
        reason: clean("reason", input.reason),
        isThere: (path) => isInProject(path, cairn),
      }),
    );
    const late = done.some((change) => change.late) ? [OVERTAKEN] : [];
    const now = store.find(memory.id) ?? memory;
    return {
      action: result.action,
      memory: memoryOutput(now),
      redacted: takenOut(found, done),
      warnings: [...anchors.warnings, ...result.warnings, ...late],
    };
  },

  show({ action, memory, redacted, warnings }) {
    const word = action === "updated" ? "Updated" : "Unchanged:";
    return [`${word} ${memory.scope}:${memory.id}`, ...takenOutLines(redacted), ...warnings].join("\n");
  },
});

function cleaner(found: Redaction[]): (field: string, text: string | undefined) => string | undefined {
  return (field, text) => {
    if (text === undefined) return undefined;
    const redacted = redact(text);
    for (const secret of redacted.found) found.push({ class: secret.class, field });
    return redacted.text;
  };
}

function fieldsOf(
  { kind }: Memory,
  given: Readonly<Record<string, string>>,
  clean: (field: string, text: string) => string | undefined,
) {
  const fields: Record<string, FieldValue> = {};
  for (const [name, text] of Object.entries(given)) {
    const rule = fieldRule(kind, name);
    const value = rule === undefined ? undefined : readField(rule, clean(name, text) ?? "");
    if (rule === undefined || value === undefined) {
      const hint =
        rule?.as === "enum" ? `One of: ${rule.values.join(", ")}.` : `See docs/format.md for the fields of ${kind}.`;
      throw new CairnError("invalid-input", "VALIDATION_ERROR", `${kind} does not take that.`, { field: name, hint });
    }
    fields[name] = value;
  }
  return fields;
}

function titleOf(title: string | undefined): string | undefined {
  const line = title === undefined ? undefined : oneLine(title);
  if (line === undefined || (line !== "" && line.length <= LONGEST_TITLE)) return line;
  throw new CairnError("invalid-input", "VALIDATION_ERROR", `A title has 1 to ${LONGEST_TITLE} characters.`, {
    field: "title",
    hint: "Shorten it.",
  });
}

function bounded(field: string, text: string | undefined): string | undefined {
  if (text === undefined || (Buffer.byteLength(text) <= LARGEST_TEXT && !text.includes("\0"))) return text;
  throw new CairnError("invalid-input", "VALIDATION_ERROR", `The ${field} is too long or no text.`, {
    field,
    hint: "Shorten it; one memory holds one thing.",
  });
}
