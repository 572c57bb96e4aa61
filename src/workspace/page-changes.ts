/** The changes of `workspace.md` a person or agent can ask for, each as a function of the page as it is. */

import type { Cairn } from "../cairn.ts";
import { hasHeardOthers, isNamedInPrompt } from "../conversation/trust-of-words.ts";
import { oneLine } from "../guard/one-line.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { isOfAgent } from "../model/trust.ts";
import { readRegistry } from "../places/registry.ts";
import { linesWithEnds } from "../text/lines.ts";
import { type RowEdit, withoutRow, withRow } from "../views/workspace/edit.ts";
import { changePage, readPage, workplaceOf } from "../views/workspace/keep.ts";
import {
  cellKeyIn,
  type Initiative,
  initiativesTable,
  pageOf,
  projectsTable,
  type Relation,
  relationsTable,
} from "../views/workspace/page.ts";
import { tableIn } from "../views/workspace/table.ts";
import { isSame } from "./relations.ts";

const LONGEST = 200;
const FEWEST_WORDS = 3;

type Done = "proposed" | "created" | "updated" | "unchanged";

export interface PageChange {
  readonly edit: (text: string) => string;
  /** The texts it writes that its caller worded: refused where they are the words of others. */
  readonly words: readonly (string | undefined)[];
}

/** What goes into a cell: one line, no secret. */
export function cellText(text: string): string {
  return oneLine(redact(text).text, LONGEST);
}

export function relationsNoted(relations: readonly Relation[]): PageChange {
  const edit = (text: string) =>
    relations.reduce((page, relation) => {
      const isNoted = pageOf(page).relations.some((noted) => isSame(relation, noted));
      return isNoted ? page : withRow(page, relationRow(relation));
    }, text);
  return { edit, words: [] };
}

export function relationsDropped(isMeant: (relation: Relation) => boolean): PageChange {
  const isRow: RowEdit["isMeant"] = ({ project = "", relation = "", other = "", found = "" }) =>
    isMeant({ project: cellKeyIn(project), relation, other: cellKeyIn(other), found });
  return { edit: (text) => withoutRow(text, { shape: relationsTable, isMeant: isRow }), words: [] };
}

function relationRow({ project, relation, other, found }: Relation): RowEdit {
  return { shape: relationsTable, isMeant: () => false, values: cells({ project, relation, other, found }) };
}

interface InitiativeWish {
  readonly name: string;
  readonly projects?: readonly string[] | undefined;
  readonly status?: string | undefined;
  readonly next?: string | undefined;
}

/** Noted, or brought up to date; what is not said of it stays. */
export function initiativeNoted({ name, projects, status, next }: InitiativeWish): PageChange {
  const values = cells({ projects: projects?.join(", "), status, next });
  const edit = (text: string) => {
    const known = initiativeCalled(text, name);
    const isMeant: RowEdit["isMeant"] = (row) => row["name"] === known?.name;
    if (known !== undefined && !isInTable(text, isMeant)) {
      throw new CairnError("UPDATE_ERROR", `${known.name} is written on the page in a form of its own.`, {
        field: "name",
        hint: "It is yours to edit: change it in workspace.md.",
      });
    }
    const first = known === undefined ? { name: cellText(name), status: "running", ...values } : values;
    return withRow(text, {
      shape: initiativesTable,
      isMeant: known === undefined ? () => false : isMeant,
      values: first,
    });
  };
  return { edit, words: [name, status, next] };
}

/** By the very name first: what ends in a sign may be called just so, or be set in bold. */
export function initiativeCalled(text: string, name: string): Initiative | undefined {
  const { initiatives } = pageOf(text);
  const meant = cellText(name).toLowerCase();
  const named = (spelling: (written: string) => string) =>
    initiatives.find((one) => spelling(one.name).toLowerCase() === meant);
  return named((written) => written) ?? named(cellKeyIn);
}

function isInTable(text: string, isMeant: RowEdit["isMeant"]): boolean {
  return tableIn(linesWithEnds(text), initiativesTable)?.rows.some(({ cells: row }) => isMeant(row)) ?? false;
}

export function projectDescribed(
  cairn: Cairn,
  key: string,
  said: { readonly description?: string | undefined; readonly status?: string | undefined },
): PageChange {
  const path = readRegistry(cairn.places.cairnHome).records.find((one) => one.key === key)?.path ?? "";
  const isMeant: RowEdit["isMeant"] = (row) => cellKeyIn(row["key"] ?? "") === key;
  const edit = (text: string) => {
    const isThere = pageOf(text).projects.some((row) => row.key === key);
    const first = isThere ? {} : { key, path, status: "active" };
    return withRow(text, { shape: projectsTable, isMeant, values: { ...first, ...cells(said) } });
  };
  return { edit, words: [said.description, said.status] };
}

/** Those that were said. */
function cells(said: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, cellText(value)]));
}

/** The project is known before it is on the page. A preview says whether anything would change. */
export async function carryOutPageChange(
  cairn: Cairn,
  { edit, words }: PageChange,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Done> {
  refuseOthersWords(cairn, words);
  if (dryRun) {
    const text = readPage(cairn.places.configDir);
    return edit(text) === text ? "unchanged" : "proposed";
  }
  await cairn.prepareWrite();
  let before = "";
  let after = "";
  await changePage(workplaceOf(cairn), (text) => {
    before = text;
    after = edit(text);
    return after;
  });
  return before === after ? "unchanged" : before === "" ? "created" : "updated";
}

/** The page is told to every project's sessions: what others wrote gets there by no agent. */
function refuseOthersWords(cairn: Cairn, words: PageChange["words"]): void {
  if (!isOfAgent(cairn.surface) || !hasHeardOthers(cairn)) return;
  const said = words.filter((word) => word !== undefined);
  // A word or two may stand in a prompt by chance.
  const isPersons = (word: string) => word.split(/\s+/).length >= FEWEST_WORDS && isNamedInPrompt(cairn, word);
  if (said.length > 0 && said.every(isPersons)) return;
  const message = "This session has read what others wrote: none of it goes into workspace.md.";
  throw new CairnError("SECURITY_ERROR", message, {
    hint: "Nothing was changed. The person can do it at their own terminal, or say it whole in a prompt of their own.",
  });
}
