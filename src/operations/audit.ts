/** `audit`: what is wrong with a store of memories, yours or another tool's. Reads it and changes nothing. */

import { AuditReport, auditStore } from "../layouts/audit.ts";
import { auditPage, auditText, type NextCommand } from "../layouts/audit-page.ts";
import { importCommand, type Layout } from "../layouts/layout.ts";
import { auditedStore, layoutNamed } from "../layouts/registry.ts";
import { writePage } from "../layouts/write-out.ts";
import { z } from "../model/schema.ts";
import { operation } from "./operation.ts";

export const audit = operation({
  name: "audit",
  summary: "Say what is wrong with a store of memories, without changing it.",
  effect: "read",
  surfaces: ["cli", "library"],
  positional: ["source", "path"],
  examples: [
    "cairn audit",
    "cairn audit ~/.claude/projects/my-app --json",
    "cairn audit claude-code",
    "cairn audit .claude/memory --html audit.html",
  ],
  input: z.strictObject({
    source: z
      .string()
      .min(1)
      .optional()
      .describe("What to audit: the path of a store, or a layout; this project's own memories where it is left out")
      .meta({ cli: { value: "<path|layout>", complete: "folder" } }),
    path: z
      .string()
      .min(1)
      .optional()
      .describe("Where a store of that layout lies; this project where it is left out")
      .meta({ cli: { value: "<path>", complete: "folder" } }),
    html: z
      .string()
      .min(1)
      .optional()
      .describe("Also write it as one page into this new file")
      .meta({ cli: { value: "<file>", complete: "file" } }),
  }),
  output: AuditReport.extend({ page: z.string().optional() }),

  run({ source: asked, path, html }, cairn) {
    const { layout, source, question } = auditedStore(cairn, { source: asked, path });
    const report = auditStore(layout, source, question);
    if (html === undefined) return report;
    return {
      ...report,
      page: writePage(cairn.cwd, html, auditPage(report, cairn.clock.now(), nextFor(layout, report))),
    };
  },

  show(report, _, surface) {
    const written = report.page === undefined ? [] : [`Written to ${report.page}.`];
    return [auditText(report, surface), ...written].join("\n");
  },
});

/** Cairn's own store is mended where it lies; another comes in first, and is shown before it does. */
function nextFor(layout: Layout, { source }: AuditReport): NextCommand {
  if (layoutNamed(layout.name) === undefined)
    return {
      command: "cairn doctor --fix",
      does: "mend what can be mended without losing anything; it is shown first",
    };
  return {
    command: `${importCommand(layout, source)} --dry-run`,
    does: "see what of it Cairn would take; nothing is changed",
  };
}
