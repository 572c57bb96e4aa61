/** A Markdown page as lines under second-level headings; what comes before the first heading is the head. Pure. */

export interface Sheet {
  readonly head: readonly string[];
  readonly sections: readonly SheetSection[];
}

interface SheetSection {
  readonly heading: string;
  readonly lines: readonly string[];
}

const HEADING = /^## /;

export function sheetOf(text: string): Sheet {
  const head: string[] = [];
  const sections: { heading: string; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const last = sections.at(-1);
    if (HEADING.test(line)) sections.push({ heading: line.slice(3).trim(), lines: [] });
    else (last?.lines ?? head).push(line);
  }
  return { head, sections };
}

/** The lines under every heading that starts so. */
export function linesUnder({ sections }: Sheet, heading: string): string[] {
  return sections.filter((section) => section.heading.startsWith(heading)).flatMap(({ lines }) => [...lines]);
}

/** The sections nobody of `known` names, each as it stands but for blank lines at its end. */
export function otherSections(
  { sections }: Sheet,
  known: readonly string[],
  isOwn: (line: string) => boolean,
): string[] {
  return sections
    .filter(({ heading }) => !known.some((start) => heading.startsWith(start)))
    .flatMap(({ heading, lines }) => ["", `## ${heading}`, ...trimmed(lines.filter((line) => !isOwn(line)))]);
}

/** The cells of a table's row; undefined if the line is none. */
export function cellsOf(line: string): string[] | undefined {
  const inside = /^\|(.*)\|\s*$/.exec(line)?.[1];
  return inside?.split("|").map((cell) => cell.trim());
}

export function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function trimmed(lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, end + 1);
}
