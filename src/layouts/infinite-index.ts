/** `_index.md` and `_index-archive.md` of S0: the table of files, the state, the quick lookup. Pure. */

interface IndexRow {
  readonly file: string;
  readonly updated: string;
  readonly summary: string;
  readonly line: number;
}

interface Lookup {
  readonly topic: string;
  readonly matches: (path: string) => boolean;
}

export interface IndexPage {
  readonly rows: readonly IndexRow[];
  /** Task, progress, active blocker; names in lower case. */
  readonly state: ReadonlyMap<string, string>;
  readonly lookups: readonly Lookup[];
  /** Rows of "Archived Sessions". */
  readonly sessions: number;
}

const STATE = /^[-*] \*\*(Task|Progress|Active Blocker)(?::\*\*|\*\*:)\s*(.*\S)\s*$/;
const LOOKUP = /^[-*] (.+?)\s*(?:→|->|=>)\s*`?([^`]+?)`?\s*$/;
const MOST_ALIAS = 80;

export function readIndexPage(text: string): IndexPage {
  const rows: IndexRow[] = [];
  const state = new Map<string, string>();
  const lookups: Lookup[] = [];
  let sessions = 0;
  let section = "";
  for (const [at, line] of text.split("\n").entries()) {
    const heading = /^#{1,3}\s+(.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      section = heading.toLowerCase();
      continue;
    }
    const cells = cellsOf(line);
    if (cells !== undefined) {
      if (/archived sessions/.test(section)) sessions += /\d/.test(cells[0] ?? "") ? 1 : 0;
      else if (/\.md$/i.test(cells[1] ?? "")) {
        rows.push({
          file: (cells[1] ?? "").replace(/^\.\//, ""),
          updated: cells[2] ?? "",
          summary: cells[3] ?? "",
          line: at + 1,
        });
      }
      continue;
    }
    const [, label, value] = STATE.exec(line) ?? [];
    if (label !== undefined && value !== undefined) state.set(label.toLowerCase(), value);
    const [, topic, target] = /quick lookup/.test(section) ? (LOOKUP.exec(line) ?? []) : [];
    // What names a whole folder is a heading, not a name of one memory.
    if (topic !== undefined && target !== undefined && /\.md$/.test(target) && topic.length <= MOST_ALIAS) {
      lookups.push({ topic, matches: matcher(target) });
    }
  }
  return { rows, state, lookups, sessions };
}

/** The cells of a table's row; undefined for anything else, its ruler too. `\|` is a sign of the text. */
function cellsOf(line: string): string[] | undefined {
  const trimmed = line.trim();
  if (!trimmed.startsWith("|") || /^\|[\s:|-]+\|?$/.test(trimmed)) return undefined;
  const cells = trimmed.replace(/^\||\|$/g, "").split(/(?<!\\)\|/);
  return cells.map((cell) =>
    cell
      .trim()
      .replaceAll("\\|", "|")
      .replace(/^`(.*)`$/, "$1")
      .replace(/^\[.*\]\((.*)\)$/, "$1"),
  );
}

function matcher(glob: string): (path: string) => boolean {
  const plain = glob.replace(/^\.\//, "");
  const pattern = new RegExp(
    `^${plain
      .split("*")
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"))
      .join("[^/]*")}$`,
  );
  return (path) => pattern.test(path);
}
