/** `workspace`: the projects of this machine, how they go together and what is going on across them; and changes of that. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { readPage } from "../workspace/keep.ts";
import { pageOf, type Relation, type RelationKind, relationWords } from "../workspace/page.ts";
import { operation } from "./operation.ts";
import { offeredRelations, saidOfItself } from "./workspace/known-projects.ts";
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

const actions = ["show", "relations", "relate", "unrelate", "initiative", "describe"] as const;
const kinds = Object.keys(relationWords) as [RelationKind, ...RelationKind[]];

const Input = z.strictObject({
  action: z.enum(actions).default("show").describe("What to do; relations looks for some and offers them"),
  name: z.string().trim().min(1).max(200).optional().describe("The other project's key, or the initiative's name"),
  as: z.enum(kinds).default("depends-on").describe("How this project stands to the one named"),
  projects: z.array(z.string()).optional().describe("The projects of an initiative; this one where none is named"),
  status: z.string().max(200).optional().describe("How it stands, in a few words"),
  next: z.string().max(200).optional().describe("What is to be done next in an initiative"),
  description: z.string().max(200).optional().describe("What the project is; without it, as its manifest says"),
  end: z.boolean().default(false).describe("The initiative is over"),
  accept: z.array(z.string()).optional().describe("Note only the relations found with these projects"),
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
    /** What a manifest says the project is, and the page does not. */
    offered_description: z.string().optional(),
  }),

  confirm(input, cairn) {
    const { dryRun, action, accept } = input;
    if (dryRun || accept !== undefined) return undefined;
    if (action === "relations" && offers(cairn, accept).length > 0) return "Note these relations in workspace.md?";
    return action === "describe" && manifests(input, cairn) !== "" ? "Describe it so in workspace.md?" : undefined;
  },

  async run(input, cairn) {
    const { action, dryRun, accept } = input;
    if (action === "show") return { ...(await shown(cairn)), action: "shown" as const };
    if (action === "relations") {
      const offered = offers(cairn, accept);
      const done: Done | "proposed" =
        offered.length === 0 ? "unchanged" : dryRun ? "proposed" : await noteRelations(cairn, offered);
      return { ...(await shown(cairn)), action: done, offered };
    }
    const said = manifests(input, cairn);
    if (action === "describe" && said !== "" && dryRun)
      return { ...(await shown(cairn)), action: "proposed" as const, offered_description: said };
    if (dryRun) return { ...(await shown(cairn)), action: "proposed" as const };
    const done = await acts[action](input, cairn);
    return { ...(await shown(cairn)), action: done };
  },

  show(output, { action, name }) {
    return action === "show" ? overviewText(output) : proposalText(output, { action, name });
  },
});

type Act = (input: Input, cairn: Cairn) => Promise<Done>;

const acts: Readonly<Record<Exclude<(typeof actions)[number], "show" | "relations">, Act>> = {
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
    const said = description ?? (manifests(input, cairn) || undefined);
    if (said === undefined && status === undefined) throw refused("description", "What is it? No manifest says so.");
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

/** What a manifest offers as a description; empty where something else was said, or nothing is offered. */
function manifests({ action, name, description, status }: Input, cairn: Cairn): string {
  if (action !== "describe" || description !== undefined || status !== undefined) return "";
  const key = projectCalled(cairn, name, "name");
  const page = pageOf(readPage(cairn.places.configDir));
  const path = key === cairn.places.project.key ? cairn.places.project.path : undefined;
  const place = path ?? page.projects.find((one) => one.key === key)?.path;
  return place === undefined ? "" : cellText(saidOfItself(place));
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
