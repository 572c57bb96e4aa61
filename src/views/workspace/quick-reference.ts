/**
 * The quick reference of `workspace.md`, made from what is there: a line for each of the projects in use, with how to go
 * there, how to read its memories and what it has to do with others. Renewed as long as it stands as Cairn wrote it. Pure.
 */

import { bare, endOf } from "../../text/lines.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { KnownProject } from "./in-step.ts";
import { isEnded, type Page, quickHeading } from "./page.ts";
import { partsOf } from "./table.ts";

type Reachable = Pick<KnownProject, "key" | "path" | "status" | "lastSeen">;

const MOST = 5;
const MOST_SAID = 3;
const OVERVIEW = "- `cairn workspace` shows what concerns the project you are in.";

/** As Cairn wrote it before it was made from what is there. */
const FORMER = [
  OVERVIEW,
  '- `cairn list --project KEY` and `cairn recall "…" --project KEY` read another project\'s memories.',
  "- `cd` to its path above to work there; `cairn workspace relations` looks for what goes together.",
].join("\n");

/** Those that go with others first, then those used last; in the order of their keys, so that using one changes nothing. */
export function quickLines(projects: readonly Reachable[], page: Page): string[] {
  const chosen = projects
    .filter(({ path, status }) => status === "active" && !/[`|]/.test(path))
    .map((project) => ({ project, said: saidOf(project.key, page) }))
    .sort((a, b) => Number(b.said !== "") - Number(a.said !== "") || (a.project.lastSeen < b.project.lastSeen ? 1 : -1))
    .slice(0, MOST)
    .sort((a, b) => (a.project.key < b.project.key ? -1 : 1));
  return [OVERVIEW, ...chosen.map(({ project: { key, path }, said }) => lineOf(key, path, said))];
}

function lineOf(key: string, path: string, said: string): string {
  const about = said === "" ? "" : ` — ${said}`;
  return `- ${key}: \`cd ${shellWord(path)}\`, \`cairn recall "…" --project ${key}\`${about}`;
}

/** Relations as they read from this end, and initiatives that go on. */
function saidOf(key: string, { relations, initiatives }: Page): string {
  const ends = relations.flatMap(({ project, relation, other }) =>
    project === key
      ? [`${relation} ${other}`]
      : other === key && relation === "depends on"
        ? [`needed by ${project}`]
        : [],
  );
  const going = initiatives.filter((one) => !isEnded(one) && one.projects.includes(key)).map(({ name }) => name);
  return [...new Set([...ends, ...going])].slice(0, MOST_SAID).join("; ");
}

interface Renewed {
  readonly lines: readonly string[];
  /** What Cairn's lines there are known by. */
  readonly known: readonly string[];
  /** How many lines there are Cairn's. */
  readonly own: number;
}

/** `known`: the blocks Cairn wrote, or was about to write. */
export function withQuickLines(lines: readonly string[], known: readonly string[], wanted: readonly string[]): Renewed {
  const part = partsOf(lines).find(({ heading }) => heading === quickHeading);
  if (part === undefined) return { lines, known, own: 0 };
  // The page begins with the overview alone; where more was written once, who left only that wants no more.
  const begun = known.length === 0 ? [OVERVIEW] : [];
  // The longest first: one may be the beginning of another.
  const blocks = [wanted.join("\n"), ...known, FORMER, ...begun].sort((a, b) => b.length - a.length);
  for (const block of blocks) {
    const from = blockIn(lines, part.at + 1, part.end, block.split("\n"));
    if (from === undefined) continue;
    const end = endOf(lines);
    const fresh = wanted.map((line) => line + end);
    const rest = lines.slice(from + block.split("\n").length);
    return { lines: [...lines.slice(0, from), ...fresh, ...rest], known: [wanted.join("\n")], own: wanted.length };
  }
  return { lines, known, own: 0 };
}

function blockIn(lines: readonly string[], from: number, to: number, block: readonly string[]): number | undefined {
  for (let at = from; at + block.length <= to; at++)
    if (block.every((line, n) => bare(lines[at + n] ?? "") === line)) return at;
  return undefined;
}
