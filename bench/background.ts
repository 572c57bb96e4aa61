/**
 * Counts how common words are where engineers write: `npm run bench -- background --docs <folder,…> --subjects <file>`,
 * once for each source. Docs are counted by paragraph (Markdown, HTML, or a `body` in a line of JSON), subjects by line. Writes
 * `src/search/door/background-table.ts`: only stems that are not rare, in steps of .05.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { termsOf } from "../src/text/analyse.ts";

const SHORTEST_PARAGRAPH = 40;
const STEPS = 20;

export function run(words: readonly string[]): void {
  const { values } = parseArgs({
    args: [...words],
    options: {
      docs: { type: "string", multiple: true, default: [] },
      subjects: { type: "string", multiple: true, default: [] },
      out: { type: "string", default: "src/search/door/background-table.ts" },
    },
  });
  const docs = values.docs.map((folders) =>
    countedIn(folders.split(",").flatMap((folder) => [...filesBelow(folder)].flatMap(paragraphsIn))),
  );
  const subjects = values.subjects.map((file) =>
    countedIn(
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.trim() !== ""),
    ),
  );
  writeFileSync(values.out, printed(docs, subjects));
}

interface Counted {
  readonly texts: number;
  readonly having: ReadonlyMap<string, number>;
}

function countedIn(texts: readonly string[]): Counted {
  const having = new Map<string, number>();
  for (const text of new Set(texts))
    for (const stem of new Set(termsOf(text)))
      if (/^[a-z0-9]+$/.test(stem)) having.set(stem, (having.get(stem) ?? 0) + 1);
  return { texts: new Set(texts).size, having };
}

/** The mean rarity of all sources, docs and subjects alike heavy, stretched so that most words count whole. */
function weightOf(stem: string, docs: readonly Counted[], subjects: readonly Counted[]): number {
  const rarity = ({ texts, having }: Counted) =>
    Math.log((texts + 1) / ((having.get(stem) ?? 0) + 0.5)) / Math.log(texts + 1);
  const mean = (sources: readonly Counted[]) => sources.reduce((sum, one) => sum + rarity(one), 0) / sources.length;
  return Math.sqrt(Math.min(1, Math.max(0.05, ((mean(docs) + mean(subjects)) / 2 - 0.2) / 0.5)));
}

function printed(docs: readonly Counted[], subjects: readonly Counted[]): string {
  const textsIn = (sources: readonly Counted[]) => sources.reduce((sum, { texts }) => sum + texts, 0);
  const steps: string[][] = Array.from({ length: STEPS }, () => []);
  for (const stem of [...new Set([...docs, ...subjects].flatMap(({ having }) => [...having.keys()]))].sort()) {
    const step = Math.round(weightOf(stem, docs, subjects) * STEPS);
    if (step < STEPS) steps[step]!.push(stem);
  }
  const rows = steps.map((stems) => `  \` ${wrapped(stems.join(" "))} \`,`);
  return `/**
 * How telling a word is where engineers write: row n holds the stems that count n/${STEPS}; whatever is in no row counts 1.
 * Written by \`npm run bench -- background\` from ${textsIn(docs)} paragraphs of documentation and ${textsIn(subjects)} lines of change
 * logs; docs/benchmarks.md names them and their licences. Never edit single words, count anew.
 */

export const backgroundRows: readonly string[] = [
${rows.join("\n")}
];
`;
}

function wrapped(text: string): string {
  return text.replace(/(.{100,}?) /g, "$1\n");
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (/\.(?:md|html|jsonl)$/i.test(entry.name)) yield path;
  }
}

function paragraphsIn(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const found = path.endsWith(".html")
    ? [...text.matchAll(/<(p|li|h\d)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inner]) => plain(inner!))
    : (path.endsWith(".jsonl") ? bodiesIn(text) : text).replace(/```.*?```/gs, "").split(/\n\s*\n/);
  return found.map((one) => one.trim()).filter(({ length }) => length >= SHORTEST_PARAGRAPH);
}

function bodiesIn(text: string): string {
  const rows = text.split("\n").filter((line) => line !== "");
  return rows.map((line) => (JSON.parse(line) as { body?: string }).body ?? "").join("\n\n");
}

function plain(html: string): string {
  return html
    .replace(/<pre\b.*?<\/pre>/gs, " ")
    .replace(/<[^>]+>/g, "")
    .replace(/&(?:lt|gt|amp|quot|#\d+);/g, " ");
}
