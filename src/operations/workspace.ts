/** `workspace`: the projects of this machine, how they go together and what is going on across them; and changes of that. */

import type { Cairn } from "../cairn.ts";
import { quotedText } from "../guard/envelope.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { readPage } from "../workspace/keep.ts";
import { pageOf, type Relation, type RelationKind, relationWords } from "../workspace/page.ts";
import { operation } from "./operation.ts";
import { DescriptionOffered, described, noteDescriptions, offeredDescriptions } from "./workspace/descriptions.ts";
import { offeredRelations } from "./workspace/known-projects.ts";
import { Overview, overviewOf, RelationShown } from "./workspace/overview.ts";
import {
  cellText,
  type Done,
  describeProject,
  dropRelation,
  initiativeCalled,
  noteInitiative,
  noteRelations,
  projectCalled,
} from "./workspace/page-changes.ts";
import { overviewText, proposalText } from "./workspace/told.ts";

const actions = ["show", "relations", "descriptions", "relate", "unrelate", "initiative", "describe"] as const;
const kinds = Object.keys(relationWords) as [RelationKind, ...RelationKind[]];

const Input = z.strictObject({
  action: z
    .enum(actions)
    .default("show")
    .describe("What to do; relations and descriptions look for some and offer them"),
  name: z.string().trim().min(1).max(200).optional().describe("The other project's key, or the initiative's name"),
  as: z.enum(kinds).default("depends-on").describe("How this project stands to the one named"),
  projects: z.array(z.string()).optional().describe("The projects of an initiative; this one where none is named"),
  status: z.string().max(200).optional().describe("How it stands, in a few words"),
  next: z.string().max(200).optional().describe("What is to be done next in an initiative"),
  description: z
    .string()
    .max(200)
    .optional()
    .describe("What the project is; without it, as its manifest or README says"),
  end: z.boolean().default(false).describe("The initiative is over"),
  accept: z.array(z.string()).optional().describe("Note only what was found of these projects"),
  dryRun: z.boolean().default(false).describe("Only show what would be noted"),
});
type Input = z.output<typeof Input>;

export const workspace = operation({
  name: "workspace",
  summary: "Show the projects Cairn knows here, how they go together, and the work that spans them.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: ["action", "name"],
  examples: [
    "cairn workspace",
    "cairn workspace relations",
    "cairn workspace descriptions",
    "cairn workspace relate design-system --as depends-on",
    'cairn workspace initiative "Move to Node 24" --projects web --projects api --next "CI first"',
    'cairn workspace initiative "Move to Node 24" --end',
    'cairn workspace describe web --description "The shop" --status maintenance',
  ],
  rehearsal: { dryRun: true },
  input: Input,
  output: Overview.extend({
    action: z.enum(["shown", "proposed", "created", "updated", "unchanged"]),
    /** Relations that were found and are not noted. */
    offered: z.array(RelationShown).optional(),
    /** What projects say of themselves, and the page does not. */
    offered_descriptions: z.array(DescriptionOffered).optional(),
  }),

  confirm(input, cairn) {
    const { dryRun, action, accept } = input;
    if (dryRun || accept !== undefined) return undefined;
    if (action === "relations" && offers(cairn, accept).length > 0) return "Note these relations in workspace.md?";
    const isFound = action === "descriptions" || action === "describe";
    if (!isFound || found(input, cairn).length === 0) return undefined;
    return action === "describe" ? "Describe it so in workspace.md?" : "Describe them so in workspace.md?";
  },

  async run(input, cairn) {
    const { action, dryRun, accept } = input;
    const offered_descriptions = found(input, cairn);
    if (action === "show") return { ...(await shown(cairn)), action: "shown" as const, ...some(offered_descriptions) };
    if (action === "relations") {
      const offered = offers(cairn, accept);
      const done: Done | "proposed" =
        offered.length === 0 ? "unchanged" : dryRun ? "proposed" : await noteRelations(cairn, offered);
      return { ...(await shown(cairn)), action: done, offered };
    }
    if (action === "descriptions") {
      const none = offered_descriptions.length === 0;
      const done: Done | "proposed" = none
        ? "unchanged"
        : dryRun
          ? "proposed"
          : await noteDescriptions(cairn, offered_descriptions);
      return { ...(await shown(cairn)), action: done, offered_descriptions };
    }
    if (dryRun) return { ...(await shown(cairn)), action: "proposed" as const, ...some(offered_descriptions) };
    const done = await acts[action](input, cairn);
    return { ...(await shown(cairn)), action: done };
  },

  show(output, { action, name }, surface) {
    const isModels = surface === "agent-shell" || surface === "mcp";
    const told = isModels ? { ...output, offered_descriptions: output.offered_descriptions?.map(asData) } : output;
    return action === "show" ? overviewText(told) : proposalText(told, { action, name });
  },
});

type Act = (input: Input, cairn: Cairn) => Promise<Done>;

const acts: Readonly<Record<Exclude<(typeof actions)[number], "show" | "relations" | "descriptions">, Act>> = {
  relate({ name, as }, cairn) {
    const other = projectCalled(cairn, needed(name), "name");
    const { key } = cairn.places.project;
    if (other === key) throw refused("name", "A project does not stand in a relation to itself.");
    return noteRelations(cairn, [{ project: key, relation: relationWords[as], other, found: "noted by hand" }]);
  },
  unrelate({ name }, cairn) {
    const { key } = cairn.places.project;
    const { relations } = pageOf(readPage(cairn.places.configDir));
    const isNoted = relations.some(({ project, other }) => [project, other].includes(needed(name)));
    return dropRelation(cairn, key, isNoted ? needed(name) : projectCalled(cairn, name, "name"));
  },
  initiative({ name, projects, status, next, end }, cairn) {
    const known = initiativeCalled(readPage(cairn.places.configDir), cellText(needed(name)));
    if (end && known === undefined) throw noInitiative(needed(name));
    const given = projects?.map((key) => projectCalled(cairn, key, "projects"));
    const meant = given ?? (known === undefined ? [cairn.places.project.key] : undefined);
    const over = end ? `ended ${cairn.clock.now().toISOString().slice(0, 10)}` : undefined;
    return noteInitiative(cairn, { name: needed(name), projects: meant, status: over ?? status, next });
  },
  describe(input, cairn) {
    const { name, description, status } = input;
    const said = description ?? found(input, cairn)[0]?.description;
    if (said === undefined && status === undefined)
      throw refused("description", "What is it? Neither a manifest nor a README says so.");
    return describeProject(cairn, projectCalled(cairn, name, "name"), { description: said, status });
  },
};

async function shown(cairn: Cairn): Promise<Overview> {
  return overviewOf(cairn, pageOf(readPage(cairn.places.configDir)));
}

function offers(cairn: Cairn, accept: readonly string[] | undefined): Relation[] {
  const found = offeredRelations(cairn, pageOf(readPage(cairn.places.configDir)));
  if (accept === undefined || accept.includes("all")) return found;
  return found.filter(({ project, other }) => accept.includes(project) || accept.includes(other));
}

/** What projects say of themselves and the page does not; of one that is to be described, whatever the page says. */
function found({ action, name, description, status, accept }: Input, cairn: Cairn): DescriptionOffered[] {
  const page = pageOf(readPage(cairn.places.configDir));
  if (action === "show") return offeredDescriptions(cairn, page);
  if (action === "descriptions") {
    const all = offeredDescriptions(cairn, page);
    return accept === undefined || accept.includes("all") ? all : all.filter(({ project }) => accept.includes(project));
  }
  if (action !== "describe" || description !== undefined || status !== undefined) return [];
  const key = projectCalled(cairn, name, "name");
  const path = key === cairn.places.project.key ? cairn.places.project.path : undefined;
  const place = path ?? page.projects.find((one) => one.key === key)?.path;
  const one = place === undefined ? undefined : described(key, place);
  return one === undefined ? [] : [one];
}

function some(offered_descriptions: DescriptionOffered[]): { offered_descriptions?: DescriptionOffered[] } {
  return offered_descriptions.length === 0 ? {} : { offered_descriptions };
}

/** For a model: nothing in a stranger's words can look like more than that. */
function asData(offered: DescriptionOffered): DescriptionOffered {
  return { ...offered, description: quotedText(offered.description) };
}

function needed(name: string | undefined): string {
  if (name !== undefined) return name;
  throw refused("name", "Which one?");
}

function refused(field: string, message: string): CairnError {
  return new CairnError("invalid-input", "INPUT_ERROR", message, { field, hint: "See help workspace." });
}

function noInitiative(name: string): CairnError {
  return new CairnError("not-found", "NOT_FOUND", `No initiative is called ${name}.`, {
    field: "name",
    hint: "See workspace for those there are.",
  });
}
