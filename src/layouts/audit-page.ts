/** The audit as text for a terminal, and as one page that needs nothing else to be read. Pure. */

import { oneLine } from "../guard/one-line.ts";
import type { Caller } from "../model/trust.ts";
import { counted } from "../text/counted.ts";
import type { AuditReport } from "./audit.ts";
import { othersLines } from "./others-lines.ts";

const MOST_SHOWN = 5;
const OPEN_ON_PAGE = 8;
const MOST_ON_PAGE = 100;

/** One thing that was found: in which files, and what. */
interface Finding {
  readonly files: readonly string[];
  readonly what: string;
}

interface Part {
  readonly heading: string;
  readonly found: readonly Finding[];
  readonly advice: string;
  /** Harm may come of it, not only clutter. */
  readonly isGrave?: true;
}

function partsOf(report: AuditReport): Part[] {
  const at = ({ path, what, line }: { path: string; what: string; line?: number | undefined }) => ({
    files: [oneLine(`${path}${line === undefined ? "" : `:${line}`}`)],
    what: oneLine(what),
  });
  const pair = ({ files, what }: Finding) => ({ files: files.map((file) => oneLine(file)), what: oneLine(what) });
  return [
    {
      heading: "Secrets",
      found: report.secrets.map(at),
      advice: "Take them out and replace them where they are used.",
      isGrave: true,
    },
    {
      heading: "Contradictions",
      found: report.contradictions.map(pair),
      advice: "One of the two no longer holds: retire it.",
      isGrave: true,
    },
    {
      heading: "Words that read like orders to an agent",
      found: report.instructions.map(at),
      advice: "Look where they came from.",
      isGrave: true,
    },
    { heading: "Exact duplicates", found: report.duplicates.map(pair), advice: "One of them is enough." },
    { heading: "Near duplicates", found: report.near_duplicates.map(pair), advice: "Merge them." },
    {
      heading: "About files and code that are gone",
      found: report.stale.map(at),
      advice: "Bring them up to date, or retire them.",
    },
    { heading: "Index lines without a file", found: report.dangling.map(at), advice: "Take the lines out." },
    {
      heading: "Memories without an index line",
      found: report.unlisted.map((path) => at({ path, what: "" })),
      advice: "No session hears of them by itself.",
    },
    { heading: "Beyond what is loaded", found: report.beyond_caps.map(at), advice: "Shorten the index." },
    {
      heading: "Cannot be read",
      found: report.unreadable.map(at),
      advice: "Mend them: nobody reads them as they are.",
    },
  ];
}

function lineOf({ files, what }: Finding): string {
  return `${files.join(" and ")}${what === "" ? "" : `: ${what}`}`;
}

function notComparedIn({ not_compared: count }: AuditReport): string[] {
  if (count === 0) return [];
  return [`${count} of them were looked at for exact duplicates only: the store is too large to hold all against all.`];
}

export function auditText(report: AuditReport, caller: Caller): string {
  const parts = partsOf(report).filter(({ found }) => found.length > 0);
  const head = `${counted(report.memories, "memory", "memories")} (${report.layout}); ${counted(report.tokens_a_session, "token")} loaded into every session.`;
  const told = parts.flatMap(({ heading, found }) => [
    `${heading}: ${found.length}`,
    ...found.slice(0, MOST_SHOWN).map((one) => `  ${lineOf(one)}`),
    ...(found.length > MOST_SHOWN ? [`  … and ${found.length - MOST_SHOWN} more (--json names them)`] : []),
  ]);
  return [
    head,
    ...notComparedIn(report),
    ...(parts.length === 0 ? [NOTHING] : othersLines(told, report.layout, caller)),
  ].join("\n");
}

const NOTHING = "Nothing is wrong with it.";

/** What to type next, and what it does. */
export interface NextCommand {
  readonly command: string;
  readonly does: string;
}

/** Every word that somebody stored goes through `escaped`; nothing is loaded from anywhere. */
export function auditPage(report: AuditReport, at: Date, next: NextCommand): string {
  const all = partsOf(report);
  const parts = all.filter(({ found }) => found.length > 0);
  const clean = all.filter(({ found }) => found.length === 0).map(({ heading }) => heading);
  const count = parts.reduce((sum, { found }) => sum + found.length, 0);
  const numbers = [
    [report.memories, report.memories === 1 ? "memory" : "memories", ""],
    [report.tokens_a_session, "tokens loaded into every session", ""],
    [count, count === 1 ? "thing to look at" : "things to look at", count === 0 ? "good" : "bad"],
  ] as const;
  const tiles = numbers.map(([n, label, mark]) => `<div><dd class="${mark}">${shown(n)}</dd><dt>${label}</dt></div>`);
  const links = parts.map(
    ({ heading, found, isGrave }, n) =>
      `<li><a href="#p${n}">${escaped(heading)}</a> <b class="${isGrave ? "bad" : ""}">${shown(found.length)}</b></li>`,
  );
  const none =
    clean.length === 0 || parts.length === 0 ? "" : `<p class="soft">None: ${escaped(clean.join(" · "))}</p>`;
  const overview =
    parts.length === 0
      ? `<p class="good">${NOTHING}</p><p class="soft">Looked for: ${escaped(clean.join(" · "))}</p>`
      : `<ol>${links.join("")}</ol>${none}`;
  const notes = notComparedIn(report).map((note) => `<p class="soft">${escaped(note)}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>Audit of a memory</title>
<style>${STYLE}</style></head>
<body><header><h1>Audit of a memory</h1><p class="soft">${escaped(report.layout)} · ${escaped(at.toISOString().slice(0, 10))}<br><code>${breakable(report.source)}</code></p>
<dl>${tiles.join("")}</dl>${notes.join("")}</header>
<nav>${overview}</nav>
<aside><p>Next, ${escaped(next.does)}:</p><pre><code>${escaped(next.command)}</code></pre></aside>
${parts.map(sectionOf).join("\n")}</body></html>
`;
}

function sectionOf({ heading, found, advice, isGrave }: Part, n: number): string {
  const items = found.slice(0, MOST_ON_PAGE).map(itemOf);
  const [open, folded] = [items.slice(0, OPEN_ON_PAGE), items.slice(OPEN_ON_PAGE)];
  const beyond = found.length - items.length;
  const rest = beyond > 0 ? `<p class="soft">… and ${shown(beyond)} more: audit with --json names them all.</p>` : "";
  const more =
    folded.length === 0
      ? ""
      : `<details><summary>${shown(found.length - OPEN_ON_PAGE)} more</summary><ul>${folded.join("")}</ul>${rest}</details>`;
  return `<section id="p${n}"><h2>${escaped(heading)} <b class="${isGrave ? "bad" : ""}">${shown(found.length)}</b></h2><p class="soft">${escaped(advice)}</p><ul>${open.join("")}</ul>${more}</section>`;
}

function itemOf({ files, what }: Finding): string {
  const where = files.map((file) => `<code>${breakable(file)}</code>`).join(" and ");
  return `<li>${where}${what === "" ? "" : `<span>${breakable(what)}</span>`}</li>`;
}

const STYLE = `
:root{--ink:#1f2328;--soft:#59636e;--line:#d8dee4;--fill:#f5f7f9;--bad:#b3261e;--good:#1a7f37}
@media(prefers-color-scheme:dark){:root{--ink:#e4e7eb;--soft:#9aa4af;--line:#363c44;--fill:#20252b;--bad:#ff8a80;--good:#5bd67f}body{background:#15181c}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:54rem;margin:0 auto;padding:2.5rem 1.25rem 4rem;color:var(--ink)}
code,pre{font:.875rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
h1{font-size:1.6rem;margin:0 0 .25rem}
h2{font-size:1.1rem;margin:0}
p{margin:.25rem 0 .75rem}
.soft{color:var(--soft)}
.good{color:var(--good)}
.bad{color:var(--bad)}
dl{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.25rem 0}
dl div{flex:1 1 12rem;display:flex;flex-direction:column;padding:.9rem 1.1rem;background:var(--fill);border:1px solid var(--line);border-radius:.5rem}
dd{margin:0;font-size:2rem;line-height:1.2;font-weight:650;font-variant-numeric:tabular-nums}
dt{color:var(--soft)}
nav ol{list-style:none;margin:0 0 .75rem;padding:0;border-top:1px solid var(--line)}
nav li{display:flex;justify-content:space-between;gap:1rem;padding:.4rem .25rem;border-bottom:1px solid var(--line)}
nav a{color:inherit;text-decoration-color:var(--soft);text-underline-offset:.2em}
b{font-variant-numeric:tabular-nums}
aside{margin:1.5rem 0;padding:.9rem 1.1rem;background:var(--fill);border-left:3px solid var(--soft);border-radius:0 .5rem .5rem 0}
aside p,pre{margin:0}
section{margin-top:2.5rem}
section ul{list-style:none;margin:0;padding:0}
section li{padding:.5rem .25rem;border-top:1px solid var(--line)}
section li span{display:block;color:var(--soft);font-size:.925rem;overflow-wrap:anywhere}
summary{cursor:pointer;padding:.5rem .25rem;border-top:1px solid var(--line)}
`;

function shown(count: number): string {
  return count.toLocaleString("en-US");
}

/** A long path breaks behind its slashes first. */
function breakable(text: string): string {
  return escaped(text).replaceAll("/", "/<wbr>");
}

function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}
