/**
 * How the workspace reads: what concerns this project first, the table of projects last. A model gets what stands on the
 * page in the envelope, and Cairn's own words around it. Pure.
 */

import { envelope } from "../guard/envelope.ts";
import { type Caller, isOfAgent } from "../model/trust.ts";
import { counted } from "../text/counted.ts";
import { shellWord } from "../text/shell-word.ts";
import { relationWords } from "../views/workspace/page.ts";
import type { DescriptionOffered } from "./descriptions.ts";
import type { InitiativeShown, Overview, ProjectShown } from "./overview.ts";

type Relation = Overview["relations"][number];

interface Output extends Overview {
  readonly action: string;
  readonly offered?: readonly Relation[] | undefined;
  readonly dropped?: readonly Relation[] | undefined;
  readonly offered_descriptions?: readonly DescriptionOffered[] | undefined;
}

interface Asked {
  readonly action: string;
  readonly name?: string | undefined;
}

/** Cairn's words before and after what is quoted. */
interface Told {
  readonly before?: readonly string[];
  readonly quoted: readonly string[];
  readonly after?: readonly string[];
}

export function workspaceTold(output: Output, asked: Asked, surface: Caller): string {
  const { before = [], quoted, after = [] } = asked.action === "show" ? overview(output) : answer(output, asked);
  const text = quoted.join("\n").trim();
  const about = { kind: "workspace", trust: "imported", age: output.age };
  const shown = isOfAgent(surface) ? (text === "" ? [] : [envelope([{ about, text }])]) : quoted;
  return [...before, ...shown, ...after].join("\n").trim();
}

function overview(output: Output): Told {
  const { project, projects, initiatives, relations, notes, unreadable, warnings } = output;
  const { offered = [], offered_descriptions: descriptions = [] } = output;
  const here = initiatives.filter((one) => one.here);
  const elsewhere = initiatives.filter((one) => !one.here);
  const quoted = [
    ...part(`What concerns ${project}:`, [...here.flatMap(initiativeLines), ...relations.map(relationLine)]),
    ...part("Going on elsewhere:", elsewhere.flatMap(initiativeLines)),
    projects.length === 0
      ? "No project yet: one is known from its first session, or once something was kept for it."
      : `${counted(projects.length, "project")}:`,
    ...projectLines(projects),
    ...(descriptions.length === 0 ? [] : ["", NOT_DESCRIBED, ...descriptions.map(descriptionLine)]),
    ...(notes.length === 0 ? [] : ["", `Also in workspace.md: ${notes.map(({ heading }) => heading).join(", ")}`]),
  ];
  const after = [
    ...unreadable.map((key) => `! the record of ${key} cannot be read`),
    ...warnings.map((warning) => `! ${warning}`),
    ...(offered.length === 0 ? [] : ["", offeredLine(offered.length)]),
  ];
  return { quoted, after };
}

const NOT_DESCRIBED = "Not described here; their own files say (workspace descriptions keeps it):";

function descriptionLine({ project, description, found }: DescriptionOffered): string {
  return `  ${project}: "${description}"  (${found})`;
}

/** Only how many: what they are called is the projects' own words. */
function offeredLine(count: number): string {
  const found = counted(count, "relation to another project was", "relations to other projects were");
  return `${found} found and not noted yet: cairn workspace relations`;
}

function answer(output: Output, asked: Asked): Told {
  const { action, offered, dropped = [], offered_descriptions: descriptions } = output;
  if (offered !== undefined) return { before: [offeredHead(offered, action)], quoted: offered.map(relationLine) };
  if (descriptions !== undefined)
    return { before: [descriptionsHead(descriptions, action)], quoted: descriptions.map(descriptionLine) };
  if (asked.action === "unrelate" && action !== "unchanged") return taken(output, dropped);
  if (action === "proposed") return { before: ["This would change workspace.md."], quoted: [] };
  const first = action === "unchanged" ? unchangedLine(output, asked) : `workspace.md ${action}.`;
  const isTagged = asked.action === "initiative" && output.initiatives.some(({ here }) => here);
  const { quoted, after = [] } = overview(output);
  return { before: [first, ...(isTagged ? [TAGGED] : []), ""], quoted, after };
}

function offeredHead(offered: readonly Relation[], action: string): string {
  if (offered.length === 0)
    return "Nothing found that is not noted already: manifests and remotes name no other known project.";
  return action === "proposed" ? "Found, and not noted yet:" : `Noted in workspace.md (${action}):`;
}

function descriptionsHead(offered: readonly DescriptionOffered[], action: string): string {
  if (offered.length === 0) return "Nothing to add: every project is described, or its own files say nothing of it.";
  return action === "proposed" ? "Said by the projects' own files, and not kept yet:" : `workspace.md ${action}:`;
}

/** What went, and what is to be typed to have it back. */
function taken({ action, project }: Output, dropped: readonly Relation[]): Told {
  return {
    before: [action === "proposed" ? "This would be taken out of workspace.md:" : "Taken out of workspace.md:"],
    quoted: dropped.map(relationLine),
    after: action === "proposed" ? [] : ["To have it back:", ...dropped.map((one) => `  ${wayBack(one, project)}`)],
  };
}

function wayBack({ project, relation, other, found }: Relation, here: string): string {
  const known = Object.entries(relationWords).find(([, words]) => words === relation.toLowerCase())?.[0];
  if (known !== undefined && project === here) return `cairn workspace relate ${shellWord(other)} --as ${known}`;
  return `this row under Relations in workspace.md: | ${[project, relation, other, found].join(" | ")} |`;
}

function unchangedLine({ project }: Overview, { action, name }: Asked): string {
  if (action !== "unrelate") return "workspace.md says so already.";
  return `Nothing to take out: workspace.md has no such relation of ${project} and ${name}.`;
}

const TAGGED = "A memory joins an initiative by its tag: cairn update <id> --tags initiative:<its-name>.";

function part(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines, ""];
}

function initiativeLines({ name, projects, status, next, memories = [] }: InitiativeShown): string[] {
  const about = [status, projects.join(", ")].filter((text) => text !== "").join("; ");
  return [
    `  ${name}${about === "" ? "" : ` (${about})`}`,
    ...(next === "" ? [] : [`    next: ${next}`]),
    ...(memories.length === 0 ? [] : [`    memories: ${memories.join(", ")}`]),
  ];
}

function relationLine({ project, relation, other, found }: Relation): string {
  return `  ${project} ${relation} ${other}${found === "" ? "" : `  (${found})`}`;
}

const marks = { here: "*", there: " ", gone: "!" } as const;

function projectLines(projects: readonly ProjectShown[]): string[] {
  const width = (pick: (one: ProjectShown) => string) => Math.max(0, ...projects.map((one) => pick(one).length));
  const [keys, statuses] = [width(({ project }) => project), width(({ status }) => status)];
  return projects.map(({ project, place, status, path, description = "" }) => {
    const about = description === "" ? "" : `  — ${description}`;
    const gone = place === "gone" ? "  (not there; see move)" : "";
    return `${marks[place]} ${project.padEnd(keys)}  ${status.padEnd(statuses)}  ${path}${about}${gone}`;
  });
}
