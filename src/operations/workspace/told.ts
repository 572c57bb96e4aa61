/** How the workspace reads on a terminal: what concerns this project first, the table of projects last. Pure. */

import { counted } from "../../model/counted.ts";
import type { DescriptionOffered } from "./descriptions.ts";
import type { InitiativeShown, Overview, ProjectShown } from "./overview.ts";

export function overviewText(output: Overview & Offers): string {
  const { project, projects, initiatives, relations, notes, unreadable, offered_descriptions: offered = [] } = output;
  const here = initiatives.filter((one) => one.here);
  const elsewhere = initiatives.filter((one) => !one.here);
  return [
    ...part(`What concerns ${project}:`, [...here.flatMap(initiativeLines), ...relations.map(relationLine)]),
    ...part("Going on elsewhere:", elsewhere.flatMap(initiativeLines)),
    projects.length === 0
      ? "No project yet: one is known from its first session, or once something was kept for it."
      : `${counted(projects.length, "project")}:`,
    ...projectLines(projects),
    ...(offered.length === 0 ? [] : ["", NOT_DESCRIBED, ...offered.map(descriptionLine)]),
    ...unreadable.map((key) => `! the record of ${key} cannot be read`),
    ...(notes.length === 0 ? [] : ["", `Also in workspace.md: ${notes.map(({ heading }) => heading).join(", ")}`]),
  ].join("\n");
}

const NOT_DESCRIBED = "Not described here; their own files say (workspace descriptions keeps it):";

interface Offers {
  readonly offered_descriptions?: readonly DescriptionOffered[] | undefined;
}

function descriptionLine({ project, description, found }: DescriptionOffered): string {
  return `  ${project}: "${description}"  (${found})`;
}

interface Proposal extends Overview, Offers {
  readonly action: string;
  readonly offered?: readonly Relation[] | undefined;
}
type Relation = Overview["relations"][number];

interface Asked {
  readonly action: string;
  readonly name?: string | undefined;
}

export function proposalText(output: Proposal, asked: Asked): string {
  const { action, offered, offered_descriptions: descriptions } = output;
  if (offered !== undefined) {
    const first =
      offered.length === 0
        ? "Nothing found that is not noted already: manifests and remotes name no other known project."
        : action === "proposed"
          ? "Found, and not noted yet:"
          : `Noted in workspace.md (${action}):`;
    return [first, ...offered.map(relationLine)].join("\n");
  }
  if (descriptions !== undefined) return descriptionsText(action, descriptions);
  if (action === "proposed") return "This would change workspace.md.";
  return [
    action === "unchanged" ? unchangedLine(output, asked) : `workspace.md ${action}.`,
    ...(asked.action === "initiative" && output.initiatives.some(({ here }) => here) ? [TAGGED] : []),
    "",
    overviewText(output),
  ].join("\n");
}

function descriptionsText(action: string, offered: readonly DescriptionOffered[]): string {
  if (offered.length === 0) return "Nothing to add: every project is described, or its own files say nothing of it.";
  const first =
    action === "proposed" ? "Said by the projects' own files, and not kept yet:" : `workspace.md ${action}:`;
  return [first, ...offered.map(descriptionLine)].join("\n");
}

function unchangedLine({ project }: Overview, { action, name }: Asked): string {
  if (action !== "unrelate") return "workspace.md says so already.";
  return `Nothing to take out: workspace.md has no relation of ${project} and ${name}.`;
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
