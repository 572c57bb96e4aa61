/** The audit as text for a terminal, and as one page that needs nothing else to be read. Pure. */

import { oneLine } from "../guard/one-line.ts";
import type { Caller } from "../model/trust.ts";
import { counted } from "../text/counted.ts";
import type { AuditReport } from "./audit.ts";
import { othersLines } from "./others-lines.ts";

const MOST_SHOWN = 5;
const MOST_ON_PAGE = 100;

interface Part {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly advice: string;
}

function partsOf(report: AuditReport): Part[] {
  const at = ({ path, what, line }: { path: string; what: string; line?: number | undefined }) =>
    oneLine(`${path}${line === undefined ? "" : `:${line}`}: ${what}`);
  const pair = ({ files, what }: { files: readonly string[]; what: string }) =>
    oneLine(`${files.join(" and ")}: ${what}`);
  return [
    {
      heading: "Secrets",
      lines: report.secrets.map(at),
      advice: "Take them out and replace them where they are used.",
    },
    {
      heading: "Contradictions",
      lines: report.contradictions.map(pair),
      advice: "One of the two no longer holds: retire it.",
    },
    {
      heading: "Words that read like orders to an agent",
      lines: report.instructions.map(at),
      advice: "Look where they came from.",
    },
    { heading: "Exact duplicates", lines: report.duplicates.map(pair), advice: "One of them is enough." },
    { heading: "Near duplicates", lines: report.near_duplicates.map(pair), advice: "Merge them." },
    {
      heading: "About files and code that are gone",
      lines: report.stale.map(at),
      advice: "Bring them up to date, or retire them.",
    },
    { heading: "Index lines without a file", lines: report.dangling.map(at), advice: "Take the lines out." },
    {
      heading: "Memories without an index line",
      lines: report.unlisted.map((path) => oneLine(path)),
      advice: "No session hears of them by itself.",
    },
    { heading: "Beyond what is loaded", lines: report.beyond_caps.map(at), advice: "Shorten the index." },
    {
      heading: "Cannot be read",
      lines: report.unreadable.map(at),
      advice: "Mend them: nobody reads them as they are.",
    },
  ];
}

export function auditText(report: AuditReport, caller: Caller): string {
  const parts = partsOf(report).filter(({ lines }) => lines.length > 0);
  const head = `${counted(report.memories, "memory", "memories")} (${report.layout}); ${counted(report.tokens_a_session, "token")} loaded into every session.`;
  const told = parts.flatMap(({ heading, lines }) => [
    `${heading}: ${lines.length}`,
    ...lines.slice(0, MOST_SHOWN).map((line) => `  ${line}`),
    ...(lines.length > MOST_SHOWN ? [`  … and ${lines.length - MOST_SHOWN} more (--json names them)`] : []),
  ]);
  const beyond =
    report.not_compared === 0
      ? []
      : [
          `${report.not_compared} of them were looked at for exact duplicates only: the store is too large to hold all against all.`,
        ];
  return [
    head,
    ...beyond,
    ...(parts.length === 0 ? ["Nothing is wrong with it."] : othersLines(told, report.layout, caller)),
  ].join("\n");
}

export function auditPage(report: AuditReport, at: Date): string {
  const parts = partsOf(report);
  const rows = parts.map(
    ({ heading, lines }) => `<tr><td>${escaped(heading)}</td><td class="n">${lines.length}</td></tr>`,
  );
  const sections = parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines, advice }) => {
      const shown = lines.slice(0, MOST_ON_PAGE).map((line) => `<li>${escaped(line)}</li>`);
      const rest = lines.length > MOST_ON_PAGE ? `<p>… and ${lines.length - MOST_ON_PAGE} more</p>` : "";
      return `<section><h2>${escaped(heading)} <span>${lines.length}</span></h2><p>${escaped(advice)}</p><ul>${shown.join("")}</ul>${rest}</section>`;
    });
  const summary = `${counted(report.memories, "memory", "memories")}, ${counted(report.tokens_a_session, "token")} loaded into every session`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Audit of a memory</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}table{border-collapse:collapse;width:100%}td{border-bottom:1px solid #ddd;padding:.3rem}.n{text-align:right;font-variant-numeric:tabular-nums}h2{margin-top:2rem;font-size:1.1rem}h2 span{color:#a33}li{font-family:ui-monospace,monospace;font-size:.85rem;overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}td{border-color:#444}h2 span{color:#f88}}</style></head>
<body><h1>Audit of a memory</h1><p>${escaped(report.layout)} in ${escaped(report.source)}<br>${escaped(summary)}<br>${escaped(at.toISOString().slice(0, 10))}</p>
<table>${rows.join("")}</table>${sections.join("")}</body></html>
`;
}

function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}
