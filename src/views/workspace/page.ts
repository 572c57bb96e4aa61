/**
 * `workspace.md` as values: the projects, how they go together, what is going on across them, and what else a person
 * wrote there. Whatever the page says is read; nothing in it is an instruction. Pure.
 */

import { bare, linesWithEnds, withoutEdges } from "../../text/lines.ts";
import { headingIn, isCalled, partsOf, type TableShape, tableIn } from "./table.ts";

export const pageName = "workspace.md";

export const projectsTable = {
  heading: "Projects",
  alsoCalled: ["Repositories", "Repos"],
  columns: {
    key: ["Project", "Repo", "Repo Key", "Repository", "Key", "Name"],
    path: ["Path", "Folder", "Location"],
    description: ["Description", "About", "Purpose"],
    status: ["Status", "State"],
  },
  needs: ["key", "path"],
} as const satisfies TableShape;

export const relationsTable = {
  heading: "Relations",
  alsoCalled: ["Relationships", "Dependencies"],
  columns: {
    project: ["Project", "Repo", "From"],
    relation: ["Relation", "Type", "Kind"],
    other: ["Other", "To", "On", "Upstream"],
    found: ["Found in", "Note", "Notes", "Purpose"],
  },
  needs: ["project", "relation", "other"],
} as const satisfies TableShape;

export const initiativesTable = {
  heading: "Initiatives",
  alsoCalled: ["Current Initiatives", "Cross-repo Initiatives", "Active Initiatives"],
  columns: {
    name: ["Initiative", "Name", "Title"],
    projects: ["Projects", "Repos", "Repositories"],
    status: ["Status", "State"],
    next: ["Next", "Next steps"],
  },
  needs: ["name", "projects"],
} as const satisfies TableShape;

export const quickHeading = "Quick reference";

/** How one project stands to another; a person may write other words. */
export const relationWords = {
  "depends-on": "depends on",
  "fork-of": "fork of",
  "upstream-of": "upstream of",
} as const;
export type RelationKind = keyof typeof relationWords;

interface ProjectRow {
  readonly key: string;
  readonly path: string;
  readonly description: string;
  readonly status: string;
}

export interface Relation {
  readonly project: string;
  /** In words. */
  readonly relation: string;
  /** The key of a project, or where another repository is. */
  readonly other: string;
  readonly found: string;
}

export interface Initiative {
  readonly name: string;
  readonly projects: readonly string[];
  readonly status: string;
  readonly next: string;
}

export interface Page {
  readonly projects: readonly ProjectRow[];
  readonly relations: readonly Relation[];
  readonly initiatives: readonly Initiative[];
  /** The parts Cairn knows nothing of, as they stand. */
  readonly notes: readonly { readonly heading: string; readonly text: string }[];
}

export const emptyPage: Page = { projects: [], relations: [], initiatives: [], notes: [] };

/** The key of the row that tells of projects there was no room for. */
export const restKey = "…";

export function pageOf(text: string): Page {
  const lines = linesWithEnds(text);
  const rows = (shape: TableShape) => tableIn(lines, shape)?.rows.map(({ cells }) => cells) ?? [];
  return {
    projects: rows(projectsTable)
      .map(({ key = "", path = "", description = "", status = "" }) => ({
        key: cellKeyIn(key),
        path,
        description,
        status,
      }))
      .filter(({ key }) => key !== "" && key !== restKey),
    relations: rows(relationsTable)
      .map(({ project = "", relation = "", other = "", found = "" }) => {
        return { project: cellKeyIn(project), relation, other: cellKeyIn(other), found };
      })
      .filter(({ project, other }) => project !== "" && other !== ""),
    initiatives: [...rows(initiativesTable).map(initiativeFrom), ...inBlocks(lines)].filter(({ name }) => name !== ""),
    notes: notesIn(lines),
  };
}

const MARKS = "*_`";

/** A person may set it in code or bold, or make a link of it. */
export function cellKeyIn(cell: string): string {
  const plain = withoutEdges(cell, MARKS);
  const close = plain.startsWith("[") && plain.endsWith(")") ? plain.indexOf("](") : -1;
  return close < 0 ? plain : withoutEdges(plain.slice(1, close), MARKS);
}

function initiativeFrom(cells: Readonly<Record<string, string>>): Initiative {
  const { name = "", projects = "", status = "", next = "" } = cells;
  return { name, projects: namesIn(projects), status, next };
}

function namesIn(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((name) => cellKeyIn(name.trim()))
    .filter((name) => name !== "");
}

const FIELD = /^[-*]\s+\**(status|projects|repos|repositories|repos involved|next|next steps)\**\s*:\**\s*(.*)$/is;

/** The other way people write them: a third-level heading, and a list below it. */
function inBlocks(lines: readonly string[]): Initiative[] {
  const parts = partsOf(lines).filter(({ heading }) => isCalled(heading, initiativesTable));
  return parts.flatMap(({ at, end }) => {
    const found: { name: string; fields: Record<string, string> }[] = [];
    for (const line of lines.slice(at + 1, end).map(bare)) {
      const name = headingIn(line, 3);
      if (name !== undefined) found.push({ name, fields: {} });
      const [, field = "", value = ""] = FIELD.exec(line) ?? [];
      const last = found.at(-1);
      if (field !== "" && last !== undefined) last.fields[field.slice(0, 3).toLowerCase()] = value.trim();
    }
    return found.map(({ name, fields }) => ({
      name,
      projects: namesIn(fields["pro"] ?? fields["rep"] ?? ""),
      status: fields["sta"] ?? "",
      next: fields["nex"] ?? "",
    }));
  });
}

function notesIn(lines: readonly string[]): Page["notes"] {
  const known = [projectsTable, relationsTable, initiativesTable];
  return partsOf(lines)
    .filter(({ heading }) => !known.some((shape) => isCalled(heading, shape)) && heading !== quickHeading)
    .map(({ heading, at, end }) => ({
      heading,
      text: lines
        .slice(at + 1, end)
        .join("")
        .trim(),
    }));
}

export function isEnded({ status }: Pick<Initiative, "status">): boolean {
  return /^(?:ended|done|finished|complete|completed|cancelled|canceled|dropped)\b/i.test(status);
}
