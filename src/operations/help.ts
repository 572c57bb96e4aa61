/** `help`: what there is, or all about one operation. */

import { templateOf } from "../format/handed-form.ts";
import { kindRow } from "../model/kind.ts";
import { z } from "../model/schema.ts";
import { KindField } from "../recall/memory-output.ts";
import { shownFields } from "./fields.ts";
import { type Operation, operation } from "./operation.ts";
import { findOperation, operationsOn, unknownOperation } from "./registry.ts";
import { servers } from "./show/command-line.ts";
import { overview, page, serverPage } from "./show/help-text.ts";

const Described = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  summary: z.string(),
  effect: z.string(),
  fields: z.array(z.object({ name: z.string(), flag: z.string(), required: z.boolean(), about: z.string() })),
});

export const help = operation({
  name: "help",
  summary: "Show what Cairn can do, or all about one operation.",
  effect: "read",
  surfaces: ["cli"],
  positional: "operation",
  examples: ["cairn help", "cairn help config", "cairn help remember --kind decision"],
  input: z.strictObject({
    operation: z
      .string()
      .optional()
      .meta({ description: "The operation to tell about", cli: { complete: "operation" } }),
    kind: KindField.optional().describe("With remember or update: what a memory of this kind holds, as a template"),
  }),
  output: z.object({ operations: z.array(Described), text: z.string() }),

  async run({ operation: name, kind }) {
    const all = await operationsOn("cli");
    if (kind !== undefined) return { operations: [], text: kindPage(kind) };
    if (name === undefined) return { operations: all.map(describe), text: overview(all) };
    const server = servers.find((one) => one.name === name);
    if (server !== undefined) return { operations: [], text: serverPage(server) };
    const found = await findOperation(name, "cli");
    if (found === undefined) throw unknownOperation(name, all);
    return { operations: [describe(found)], text: page(found) };
  },

  show: ({ text }) => text,
});

function kindPage(kind: z.infer<typeof KindField>): string {
  const { description } = kindRow(kind);
  return [
    `${kind}: ${description}.`,
    `Hand it in like this, a line each (or with "## " headings), by text, --body-file or standard input:`,
    templateOf(kind).replace(/^/gm, "  "),
    `cairn remember --kind ${kind} --title "…" --body-file -`,
  ].join("\n\n");
}

function describe(op: Operation): z.infer<typeof Described> {
  return {
    name: op.name,
    aliases: [...op.aliases],
    summary: op.summary,
    effect: op.effect,
    fields: shownFields(op).all.map(({ name, flag, required, about }) => ({ name, flag, required, about })),
  };
}
